package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.junit.jupiter.api.Test;

final class VarianceIntervalTest {
    /** The 2.5 % quantile of χ² with 3 degrees of freedom is 0.2157952826. */
    @Test
    void theIntervalReachesToTheUpperLimitOfChiSquared() {
        Tally tally = new Tally();
        for (double value : new double[] {1, 2, 3, 4}) {
            tally.add(value);
        }
        Estimate variance = VarianceInterval.of(tally, 0.95);
        assertThat(variance.value()).isCloseTo(5 / 3.0, within(1e-15));
        assertThat(variance.upper()).isCloseTo(5 / 0.2157952826, within(1e-7));
    }

    /** v = 2, h = 1: up to 2 √e. */
    @Test
    void theIntervalOfAnAverageIsThatOfItsLogarithm() {
        Estimate variance = VarianceInterval.ofAverage(new Estimate(2, 1, 0.95));
        assertThat(variance.value()).isEqualTo(2);
        assertThat(variance.upper()).isCloseTo(2 * Math.sqrt(Math.E), within(1e-15));
        assertThat(variance.confidence()).isEqualTo(0.95);
        assertThat(VarianceInterval.ofAverage(new Estimate(0, 0, 0.9))).isEqualTo(new Estimate(0, 0, 0.9));
    }

    /** 2000 samples of 16 from seed 1; by theory 97.5 % of the intervals cover, and 96 % with all but a chance of 10⁻⁴. */
    @Test
    void normalValuesAreCoveredAtLeastAsOftenAsPromised() {
        var normal = ZigguratSampler.NormalizedGaussian.of(new RandomStreams(1).stream(0, RandomPurpose.SERVICE));
        int covered = 0;
        for (int sample = 0; sample < 2000; sample++) {
            Tally tally = new Tally();
            for (int i = 0; i < 16; i++) {
                tally.add(normal.sample());
            }
            covered += VarianceInterval.of(tally, 0.95).covers(1) ? 1 : 0;
        }
        assertThat(covered).isBetween(1920, 1980);
    }
}
