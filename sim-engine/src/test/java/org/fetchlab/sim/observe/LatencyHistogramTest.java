package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.testing.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 3e-4, 1, 7e5, 1e12})
    void quantilesHaveTheStatedRelativeErrorAtEveryScale(double scale) {
        LatencyHistogram histogram = new LatencyHistogram(scale);
        for (int i = 1; i <= 1000; i++) {
            histogram.record(scale * i / 100.0);
        }
        for (double p : new double[] {0.001, 0.5, 0.9, 0.999, 1}) {
            double exact = scale * p * 10;
            assertThat(histogram.quantile(p)).isCloseTo(exact, within(exact * LatencyHistogram.RELATIVE_ERROR));
        }
        assertThat(histogram.resolution()).isLessThan(scale * 1e-5);
    }

    @Test
    void extremeTimesAreKept() {
        LatencyHistogram histogram = new LatencyHistogram(1);
        histogram.record(0);
        histogram.record(1e300);
        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.quantile(0.25)).isZero();
        assertThat(histogram.quantile(1)).isGreaterThan(1e9);
        assertThat(histogram.fractionAtMost(1)).isEqualTo(0.5);
    }

    @Test
    void mergingDoesNotDependOnTheOrder() {
        LatencyHistogram one = new LatencyHistogram(1);
        LatencyHistogram other = new LatencyHistogram(1.5);
        one.record(1);
        other.record(4000);
        LatencyHistogram forward = one.emptyCopy();
        forward.merge(one);
        forward.merge(other);
        LatencyHistogram backward = other.emptyCopy();
        backward.merge(other);
        backward.merge(one);
        assertThat(forward.count()).isEqualTo(2);
        assertThat(forward.quantile(1)).isEqualTo(backward.quantile(1));
        assertThatThrownBy(() -> one.merge(new LatencyHistogram(16))).hasMessageContaining("units");
    }

    @Test
    void recordingAllocatesNothing() {
        LatencyHistogram histogram = new LatencyHistogram(1);
        record(histogram, 1000);
        long few = Allocations.bytes(() -> record(histogram, 1000));
        assertThat(Allocations.bytes(() -> record(histogram, 10_000))).isLessThanOrEqualTo(few + 1024);
    }

    private static void record(LatencyHistogram histogram, int times) {
        for (int i = 0; i < times; i++) {
            histogram.record(0.001 * i);
        }
    }

    @Test
    void impossibleQuestionsAreRefused() {
        LatencyHistogram histogram = new LatencyHistogram(1);
        assertThatThrownBy(() -> histogram.quantile(0.5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> histogram.fractionAtMost(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> histogram.quantile(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LatencyHistogram(Double.NaN)).hasMessageContaining("typical time");
    }

    @Test
    void percentileLimitsCoverTheTruePercentileOfIndependentTimes() {
        // Exponential times: p99 is ln 100. False-alarm rate 5 % per percentile with this seed; the limits are narrow.
        List<LatencyHistogram> replications = IntStream.range(0, 32)
                .mapToObj(replication -> exponential(replication, 2000))
                .toList();
        PercentileEstimate p99 =
                PercentileEstimate.of(replications, 64_000, 99, 0.95).value().orElseThrow();
        assertThat(Math.log(100)).isBetween(p99.lower(), p99.upper());
        assertThat(p99.upper() - p99.lower()).isLessThan(0.2);
        PercentileEstimate p50 =
                PercentileEstimate.of(replications, 64_000, 50, 0.95).value().orElseThrow();
        assertThat(Math.log(2)).isBetween(p50.lower(), p50.upper());
    }

    @Test
    void aPercentileBeyondTheDataHasNoEstimate() {
        List<LatencyHistogram> replications = List.of(exponential(0, 20), exponential(1, 20));
        assertThat(PercentileEstimate.of(replications, 40, 99.9, 0.95).value()).isEmpty();
        assertThatThrownBy(() -> PercentileEstimate.of(replications.subList(0, 1), 40, 50, 0.95))
                .hasMessageContaining("two replications");
        assertThatThrownBy(() -> PercentileEstimate.of(replications, 40, 100, 0.95))
                .hasMessageContaining("100");
        assertThatThrownBy(() -> new PercentileEstimate(50, 1, 2, 3, 0.95)).hasMessageContaining("limits");
        assertThatThrownBy(() -> new PercentileEstimate(50, 2, 1, 3, 1)).hasMessageContaining("confidence");
    }

    @Test
    void aPercentileIsBoundedFromTwentyIndependentLooksBeyondItOn() {
        List<LatencyHistogram> replications = IntStream.range(0, 32)
                .mapToObj(replication -> exponential(replication, 2000))
                .toList();
        assertThat(PercentileEstimate.of(replications, 2000.1, 99, 0.95).value())
                .isPresent();
        assertThat(PercentileEstimate.of(replications, 1000, 99, 0.95))
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason())
                                .isEqualTo(
                                        "percentile 99.0 cannot be bounded from 64000 requests, which exceed it in too few"
                                                + " independent excursions; simulate more requests: about 130000"));
    }

    private static LatencyHistogram exponential(int replication, int times) {
        var sampler = ZigguratSampler.Exponential.of(new RandomStreams(7).stream(replication, RandomPurpose.SERVICE));
        LatencyHistogram histogram = new LatencyHistogram(1);
        for (int i = 0; i < times; i++) {
            histogram.record(sampler.sample());
        }
        return histogram;
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.NEGATIVE_INFINITY})
    void whatIsNoTimeIsRefused(double time) {
        LatencyHistogram histogram = new LatencyHistogram(1);
        assertThatThrownBy(() -> histogram.record(time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 0");
    }
}
