package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReliabilityTest {
    private static Outcome<Double> meanTime(String spec, double mtbf, double mttr) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        return new Reliability(mtbf, mttr).meanTimeToDataLoss(code.decodableFraction(new RandomStreams(1)));
    }

    private static void assertMean(String spec, double mtbf, double mttr, double expected) {
        assertThat(meanTime(spec, mtbf, mttr).value().orElseThrow()).isCloseTo(expected, relative(expected, SUMMATION));
    }

    /** Textbook: two copies with failure rate a and repair rate b last (3a + b) / (2a²). */
    @ParameterizedTest
    @CsvSource({"1,1", "1000,2", "100000,0.01", "3,50"})
    void mirroredServersLastAsTheTextbookSays(double mtbf, double mttr) {
        double a = 1 / mtbf;
        double b = 1 / mttr;
        assertMean("rep(2)", mtbf, mttr, (3 * a + b) / (2 * a * a));
        assertMean("rep(1)", mtbf, mttr, mtbf);
        assertMean("mds(4,3)", mtbf, mttr, (7 * a + b) / (12 * a * a));
    }

    /** Without repair the k-th order statistic: n servers of which n - d + 1 must survive. */
    @Test
    void withHardlyAnyRepairTheLifeIsASumOfFailureGaps() {
        double expected = 100 * (1.0 / 9 + 1.0 / 8 + 1.0 / 7 + 1.0 / 6);
        assertThat(meanTime("mds(9,6)", 100, 1e15).value().orElseThrow())
                .isCloseTo(expected, relative(expected, 1e-10));
    }

    /** Two mirrored pairs, two failures: one of three patterns loses data. The chain on f, solved by hand. */
    @Test
    void patternsThatLoseDataCountByTheirFraction() {
        double a = 0.01;
        double b = 1;
        double afterTwo = 1 / (2 * a + 2 * b);
        double third = 2 * b * afterTwo;
        double numerator = 1 + b / (4 * a) + 2 * a * afterTwo;
        double fromOne = numerator / (3 * a - 2 * a * third);
        assertMean("2*rep(2)", 1 / a, 1 / b, 1 / (4 * a) + fromOne);
    }

    @Test
    void moreFaultToleranceFasterRepairAndRarerFailuresAllLastLonger() {
        double base = meanTime("lrc(6,2,2)", 1000, 10).value().orElseThrow();
        assertThat(meanTime("lrc(6,2,3)", 1000, 10).value().orElseThrow()).isGreaterThan(base);
        assertThat(meanTime("lrc(6,2,2)", 1000, 5).value().orElseThrow()).isGreaterThan(base);
        assertThat(meanTime("lrc(6,2,2)", 2000, 10).value().orElseThrow()).isGreaterThan(base);
        assertThat(meanTime("mds(9,6)", 1000, 10).value().orElseThrow()).isLessThan(base);
    }

    @Test
    void estimatedFractionsAndLivesBeyondDoublePrecisionHaveNoAnswer() {
        assertThat(meanTime("lrc(24,4,4)", 1000, 10))
                .isInstanceOfSatisfying(
                        Outcome.None.class, none -> assertThat(none.reason()).contains("estimates"));
        assertThat(meanTime("mds(1000,100)", 1e9, 1e-3))
                .isInstanceOfSatisfying(
                        Outcome.None.class, none -> assertThat(none.reason()).contains("exceeds"));
    }

    @Test
    void timesMustBePositiveAndFinite() {
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new Reliability(bad, 1)).hasMessageContaining("mean time between failures " + bad);
            assertThatThrownBy(() -> new Reliability(1, bad)).hasMessageContaining("mean time to repair " + bad);
        }
    }
}
