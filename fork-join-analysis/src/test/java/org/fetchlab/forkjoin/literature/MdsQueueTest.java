package org.fetchlab.forkjoin.literature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.forkjoin.Recoveries;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.StatisticalAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MdsQueueTest {
    @ParameterizedTest
    @CsvSource({"1,0.5", "3,2.1", "6,5.5"})
    void singleJobsAreTheQueueMMnUnderEveryPolicy(int n, double arrivalRate) {
        double blocking = 1;
        for (int c = 1; c <= n; c++) {
            blocking = arrivalRate * blocking / (c + arrivalRate * blocking);
        }
        double waiting = blocking / (1 - arrivalRate / n * (1 - blocking));
        double mean = 1 + waiting / (n - arrivalRate);
        MdsQueue queue = MdsQueue.of(n, 1, 1);
        assertThat(value(queue.reservationZero(arrivalRate))).isCloseTo(mean, relative(mean, ITERATION));
        assertThat(value(queue.reservationOne(arrivalRate))).isCloseTo(mean, relative(mean, ITERATION));
        assertThat(value(queue.violationZero(arrivalRate))).isCloseTo(mean, relative(mean, ITERATION));
    }

    @Test
    void reservingAllServersIsSplitMerge() {
        LowTrafficTime all =
                LowTrafficTime.of(Recoveries.wholeFile(4, 4), ServiceTimes.exponential(2), new RandomStreams(1));
        double expected = value(SplitMerge.of(all).meanDownloadTime(0.6));
        assertThat(value(MdsQueue.of(4, 4, 2).reservationZero(0.6))).isCloseTo(expected, relative(1, ITERATION));
    }

    @ParameterizedTest
    @CsvSource({"5,2,0.5", "5,2,1.5", "10,5,1", "10,5,1.4", "4,3,0.7"})
    void theBoundsAreOrdered(int n, int k, double arrivalRate) {
        MdsQueue queue = MdsQueue.of(n, k, 1);
        double lower = value(queue.violationZero(arrivalRate));
        double upper = value(queue.reservationOne(arrivalRate));
        assertThat(lower).isGreaterThanOrEqualTo(WholeFile.harmonic(k)).isLessThan(upper);
        assertThat(upper).isLessThan(value(queue.reservationZero(arrivalRate)));
    }

    /** 100 000 batches at load 0.6, batch means of 1000; false-alarm rate 1e-6 each, a bias of 3 % is caught. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void simulatedPoliciesHaveTheseMeans(int policy) {
        MdsQueue queue = MdsQueue.of(5, 2, 1);
        double expected = value(
                policy == 0
                        ? queue.reservationZero(1.5)
                        : policy == 1 ? queue.reservationOne(1.5) : queue.violationZero(1.5));
        StatisticalAssertions.assertCovers(simulated(policy), expected, 0.02, RARE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.5, 3})
    void atCapacityTheLowerBoundIsVoidToo(double arrivalRate) {
        Outcome<Double> outcome = MdsQueue.of(5, 2, 1).violationZero(arrivalRate);
        assertThat(((Outcome.None<Double>) outcome).reason()).contains("void");
        assertThat(MdsQueue.of(5, 2, 1).reservationOne(arrivalRate).value()).isEmpty();
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> MdsQueue.of(3, 4, 1)).hasMessageContaining("k = 4");
        assertThatThrownBy(() -> MdsQueue.of(3, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MdsQueue.of(3, 2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MdsQueue.of(3, 2, 1).violationZero(0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Batches of 2 jobs on 5 servers in order of arrival: the start of each job from the times servers become free. */
    private static Estimate simulated(int policy) {
        UniformRandomProvider random = new RandomStreams(7).stream(0, RandomPurpose.SERVICE);
        ZigguratSampler.Exponential exponential = ZigguratSampler.Exponential.of(random);
        double[] free = new double[5];
        double arrival = 0;
        double previousStart = 0;
        List<Double> batches = new ArrayList<>();
        double sum = 0;
        for (int batch = 1; batch <= 100_000; batch++) {
            arrival += exponential.sample() / 1.5;
            int[] order = IntStream.range(0, 5)
                    .boxed()
                    .sorted((a, b) -> Double.compare(free[a], free[b]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            double end = 0;
            if (policy == 2) {
                for (int job = 0; job < 2; job++) {
                    int server = IntStream.range(0, 5)
                            .boxed()
                            .min((a, b) -> Double.compare(free[a], free[b]))
                            .orElseThrow();
                    free[server] = Math.max(arrival, free[server]) + exponential.sample();
                    end = Math.max(end, free[server]);
                }
            } else {
                double first = Math.max(Math.max(arrival, previousStart), free[order[0]]);
                double second = Math.max(first, free[order[1]]);
                free[order[0]] = (policy == 0 ? second : first) + exponential.sample();
                free[order[1]] = second + exponential.sample();
                previousStart = second;
                end = Math.max(free[order[0]], free[order[1]]);
            }
            sum += end - arrival;
            if (batch % 1000 == 0) {
                batches.add(sum / 1000);
                sum = 0;
            }
        }
        double mean = batches.stream().mapToDouble(x -> x).average().orElseThrow();
        double squares =
                batches.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(squares / (batches.size() - 1.0) / batches.size());
        return new Estimate(mean, 1.96 * error, 0.95);
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }
}
