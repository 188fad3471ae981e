package org.fetchlab.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Axes: the places of values, the marks, and the choice of a scale. */
final class AxisTest {
    @Test
    void equalDifferencesHaveEqualLengthsOnALinearAxis() {
        Axis axis = new LinearAxis(0, 10, 400, 0);
        assertThat(Stream.of(0.0, 2.5, 10.0).map(axis::at)).containsExactly(400.0, 300.0, 0.0);
        assertThat(axis.ticks()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
    }

    @Test
    void equalRatiosHaveEqualLengthsOnALogarithmicAxis() {
        Axis axis = new LogarithmicAxis(0.1, 1000, 400, 0);
        assertThat(axis.at(0.1)).isEqualTo(400);
        assertThat(axis.at(1)).isCloseTo(300, within(1e-9));
        assertThat(axis.at(10)).isCloseTo(200, within(1e-9));
        assertThat(axis.at(1000)).isCloseTo(0, within(1e-9));
    }

    @Test
    void whatHasNoLogarithmIsAtTheStartOfALogarithmicAxis() {
        Axis axis = new LogarithmicAxis(0.1, 1000, 400, 0);
        assertThat(axis.at(0)).isEqualTo(400);
        assertThat(axis.at(-3)).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "0.04, 1, 0.05 0.1 0.2 0.5 1",
        "0.3, 30, 0.5 1 2 5 10 20",
        "0.03, 130, 0.1 1 10 100",
        "1e-3, 1e3, 0.001 0.01 0.1 1 10 100 1000",
        "2e-7, 3e5, 1e-6 1e-4 1e-2 1 1e2 1e4"
    })
    void theMarksOfALogarithmicAxisAreFewAndRound(double from, double to, String marks) {
        assertThat(new LogarithmicAxis(from, to, 400, 0).ticks())
                .containsExactlyElementsOf(
                        Stream.of(marks.split(" ", -1)).map(Double::valueOf).toList());
    }

    @Test
    void pointsThatALinearAxisWouldSqueezeGetALogarithmicOne() {
        assertThat(drawing(Chart.Range.POSITIVE_POINTS, 1, 19)).doesNotContain("logarithmic");
        assertThat(drawing(Chart.Range.POSITIVE_POINTS, 1, 21)).contains("logarithmic");
        assertThat(drawing(Chart.Range.BANDS, 1, 21)).doesNotContain("logarithmic");
    }

    @Test
    void anErrorBarBelowZeroStaysInALogarithmicPicture() {
        assertThat(drawing(Chart.Range.POSITIVE_POINTS, 0.01, 21))
                .contains("logarithmic")
                .doesNotContain("NaN");
    }

    private static String drawing(Chart.Range range, double low, double high) {
        List<Chart.Point> points =
                List.of(new Chart.Point(1, low, 0.5, null, null), new Chart.Point(2, high, 0.5, null, null));
        Chart chart = new Chart(
                "title",
                "subtitle",
                "across",
                new Chart.Vertical("up", range),
                List.of(new Chart.Series("a", points, null)));
        return new String(ChartDrawing.svg(chart), StandardCharsets.UTF_8);
    }
}
