package org.fetchlab.model.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.DoubleStream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.testing.StatisticalAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonArrivalsTest {
    // False-alarm probability 1e-6; a rate wrong by 2 % is caught.
    @Test
    void aRateWhoseReciprocalIsNoNumberIsRefusedWithTheLeastOne() {
        assertThatThrownBy(() -> new PoissonArrivals(Double.MIN_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4.9E-324")
                .hasMessageContaining("at least 5.6e-309");
        assertThat(new PoissonArrivals(5.6e-309).rate()).isEqualTo(5.6e-309);
    }

    @Test
    void timesBetweenArrivalsAreExponential() {
        ContinuousSampler sampler =
                new PoissonArrivals(4).interarrivalSampler(new RandomStreams(21).stream(0, RandomPurpose.ARRIVALS));
        double[] sample = DoubleStream.generate(sampler::sample).limit(100_000).toArray();
        StatisticalAssertions.assertFollows(sample, t -> -Math.expm1(-4 * t), StatisticalAssertions.RARE);
    }

    @Test
    void aThinnedPoissonProcessIsPoisson() {
        assertThat(new PoissonArrivals(4).thinnedBy(0.25)).isEqualTo(new PoissonArrivals(1));
        assertThatThrownBy(() -> new PoissonArrivals(4).thinnedBy(0)).hasMessageContaining("(0, 1]");
        assertThatThrownBy(() -> new PoissonArrivals(4).thinnedBy(1.5)).hasMessageContaining("(0, 1]");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-320})
    void theRateIsPositiveAndFinite(double rate) {
        assertThatThrownBy(() -> new PoissonArrivals(rate)).hasMessageContaining("must be positive and finite");
    }
}
