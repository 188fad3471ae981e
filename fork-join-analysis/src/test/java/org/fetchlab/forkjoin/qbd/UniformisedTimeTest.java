package org.fetchlab.forkjoin.qbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UniformisedTimeTest {
    /** Weights from a formula at the mode would miss 1 by about mean times log(mean) roundings. */
    @Test
    void manyJumpsLoseNoDigits() {
        double[] unabsorbed = new double[2_000_000];
        Arrays.fill(unabsorbed, 1);
        UniformisedTime time = UniformisedTime.of(1e6, unabsorbed);
        assertThat(time.survival(1)).isCloseTo(1, relative(1, FORMULA));
    }

    @Test
    void absorptionAtEveryJumpWithOneProbabilityIsExponential() {
        double[] unabsorbed =
                IntStream.range(0, 400).mapToDouble(k -> Math.pow(0.9, k)).toArray();
        UniformisedTime time = UniformisedTime.of(5, unabsorbed);
        for (double s : new double[] {0, 0.1, 1, 10, 30}) {
            assertThat(time.survival(s)).isCloseTo(Math.exp(-0.5 * s), mixed(0, SUMMATION));
        }
        assertThat(time.mean().value().orElseThrow()).isCloseTo(2, relative(2, SUMMATION));
        assertThat(time.moment(2).value().orElseThrow()).isCloseTo(8, relative(8, SUMMATION));
        assertThat(time.quantile(0.9)).isCloseTo(Math.log(10) / 0.5, relative(4.6, ITERATION));
        assertThat(time.survival(-1)).isEqualTo(1);
    }

    @Test
    void absorptionAtTheThirdJumpIsErlang() {
        UniformisedTime time = UniformisedTime.of(2, new double[] {1, 1, 1});
        double expected = Math.exp(-3) * (1 + 3 + 4.5);
        assertThat(time.survival(1.5)).isCloseTo(expected, relative(expected, SUMMATION));
        assertThat(time.survival(1e9)).isZero();
    }

    @Test
    void manyJumpsNeitherOverflowNorCancel() {
        double[] always = IntStream.range(0, 200_000).mapToDouble(k -> 1).toArray();
        UniformisedTime time = UniformisedTime.of(1, always);
        assertThat(time.survival(1e5)).isCloseTo(1, relative(1, ITERATION));
        assertThat(time.survival(2e5)).isBetween(0.49, 0.51);
    }

    @Test
    void whatIsNoSequenceOfProbabilitiesIsRefused() {
        assertThatThrownBy(() -> UniformisedTime.of(1, new double[] {0.5, 0.6}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UniformisedTime.of(1, new double[] {Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UniformisedTime.of(0, new double[] {1})).isInstanceOf(IllegalArgumentException.class);
    }
}
