package org.fetchlab.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "12ms,0.012",
        "0.3ms,0.0003",
        "0.2s,0.2",
        "35us,35e-6",
        "7ns,7e-9",
        "2min,120",
        "1.5h,5400",
        "2d,172800",
        "1e3ms,1",
        "12 ms,0.012"
    })
    void timesWithAUnitAreInSeconds(String text, double seconds) {
        assertThat(Quantity.time(text)).isEqualTo(new Quantity(seconds, true));
    }

    @ParameterizedTest
    @CsvSource({"200/s,200", "5/min,0.08333333333333333", "3/ms,3000", "2 / s,2"})
    void ratesWithAUnitArePerSecond(String text, double perSecond) {
        assertThat(Quantity.rate(text)).isEqualTo(new Quantity(perSecond, true));
    }

    @Test
    void numbersWithoutAUnitStayAsTheyAre() {
        assertThat(Quantity.time("12")).isEqualTo(new Quantity(12, false));
        assertThat(Quantity.rate("0.5")).isEqualTo(new Quantity(0.5, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "NaN",
                "-1ms",
                "-0.5",
                "1e400",
                "1e400s",
                "1e308d",
                "ms",
                "12 parsecs",
                "12/s",
                "1ms2",
                "Infinity"
            })
    void whatIsNotATimeIsRejectedInOneSentence(String text) {
        assertThatThrownBy(() -> Quantity.time(text))
                .isInstanceOf(SpecException.class)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "-1/s", "1e400", "200/", "200/parsec", "200s", "200 per s"})
    void whatIsNotARateIsRejectedInOneSentence(String text) {
        assertThatThrownBy(() -> Quantity.rate(text)).isInstanceOf(SpecException.class);
    }

    @Test
    void theErrorNamesTheKnownUnits() {
        assertThatThrownBy(() -> Quantity.rate("200/year"))
                .hasMessage(
                        "'200/year', character 5: unknown unit '/year': use one of /ns, /us, /ms, /s, /min, /h, /d");
    }

    @Test
    void unitsAndBareNumbersDoNotMixInOneTextExceptForZero() {
        assertThatThrownBy(() -> pair("12ms,25"))
                .hasMessage("'12ms,25', character 6: b needs a unit, others have one:"
                        + " give every time and rate a unit, or none");
        assertThatThrownBy(() -> pair("12,25ms")).hasMessageContaining("character 4: b has a unit, others have none");
        assertThat(pair("0,25ms")).isEqualTo(0.025);
    }

    @Test
    void aQuantityIsFiniteAndNotNegative() {
        assertThatThrownBy(() -> new Quantity(Double.NaN, true)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Quantity(-1, true)).hasMessageContaining("-1");
    }

    private static double pair(String text) {
        return SpecReader.readAll(text, reader -> {
            double a = reader.time("a");
            reader.expect(',');
            return a + reader.time("b");
        });
    }
}
