package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.MatrixSource;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityTheoremsTest {
    static Stream<Arguments> replication() {
        return Stream.of(
                Arguments.of(1, ServiceTimes.pareto(1, 1.05), 1 / 21.0),
                Arguments.of(1, ServiceTimes.lognormal(0, 5), Math.exp(-12.5)),
                Arguments.of(1, ServiceTimes.weibull(0.1, 1), 1 / 3628800.0),
                Arguments.of(1, ServiceTimes.pareto(1, 0.9), 0),
                Arguments.of(3, ServiceTimes.pareto(1, 0.3), 0),
                Arguments.of(3, ServiceTimes.pareto(1, 0.5), 1 / 3.0),
                Arguments.of(2, ServiceTimes.uniform(0, 3), 1.0),
                Arguments.of(2, ServiceTimes.deterministic(2), 0.5));
    }

    /** The least of c Pareto times is Pareto with c times the index. */
    @ParameterizedTest
    @MethodSource("replication")
    void replicasAreOneQueueForEveryServiceLaw(int copies, ServiceTime service, double capacity) {
        ForkJoinAnalysis below = analysis(wholeFile(copies, 1), service, Math.max(0.9 * capacity, 1e-12));
        assertBoth(below.capacity(), capacity);
        assertThat(below.verdict()).isEqualTo(capacity > 0 ? Verdict.STABLE : Verdict.UNSTABLE);
        assertThat(analysis(wholeFile(copies, 1), service, 1.01 * capacity + 1e-100)
                        .verdict())
                .isEqualTo(Verdict.UNSTABLE);
        below.mean()
                .upper()
                .value()
                .ifPresent(upper -> assertThat(below.mean().lower().value()).contains(upper));
    }

    /** M/D/1 at load 0.9: E[T] = x (1 + 0.9 / 0.2). */
    @Test
    void theMeanOfReplicasIsThatOfTheirQueue() {
        assertBoth(
                analysis(wholeFile(2, 1), ServiceTimes.deterministic(2), 0.45).mean(), 11);
        GeneralArrivals two = GeneralArrivals.of(
                List.of(wholeFile(2, 1), wholeFile(2, 1)),
                new double[] {0.25, 0.75},
                ServiceTimes.deterministic(2),
                new RandomStreams(0));
        assertBoth(two.bounds(0.45), 11);
        assertBoth(two.capacity(), 0.5);
    }

    /** M/D/1 at load 0.9, with capacity 1/x. */
    @ParameterizedTest
    @ValueSource(strings = {"mds(9,6)", "lrc(6,2,2)", "simplex(3)", "rep(3)"})
    void withConstantServiceAllCopiesOfARequestMoveInStep(String spec) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        for (double time : new double[] {1, 0.3, 0.01}) {
            GeneralArrivals analysis = GeneralArrivals.of(
                    code,
                    Decoding.LINEAR,
                    Popularity.uniform(),
                    ServiceTimes.deterministic(time),
                    new RandomStreams(1));
            assertBoth(analysis.capacity(), 1 / time);
            assertBoth(analysis.bounds(0.9 / time), 5.5 * time);
            assertThat(analysis.bounds(1 / time).upper().value()).isEmpty();
            FixedArrivals fixed = FixedArrivals.of(
                    code.recovery(0, Decoding.LINEAR),
                    ServiceTimes.empirical("times", new double[] {time, time}),
                    0.9 / time,
                    Accuracy.DEFAULT,
                    new RandomStreams(1));
            assertBoth(fixed.mean(), 5.5 * time);
        }
    }

    @Test
    void copiesThatAreAllNeededAreServedInFull() {
        assertBoth(analysis(wholeFile(4, 4), ServiceTimes.pareto(1, 1.5), 0.1).capacity(), 1 / 3.0);
        assertBoth(analysis(wholeFile(4, 4), ServiceTimes.pareto(1, 0.9), 0.1).capacity(), 0);
        GeneralArrivals overlapping = GeneralArrivals.of(
                List.of(
                        ThresholdRecovery.anyOf(3, new int[] {0, 1}, 2),
                        ThresholdRecovery.anyOf(3, new int[] {1, 2}, 2)),
                new double[] {0.75, 0.25},
                ServiceTimes.deterministic(2),
                new RandomStreams(0));
        assertBoth(overlapping.capacity(), 0.5);
    }

    @Test
    void theCapacityOfLocalityTwoIsExact() {
        for (Recovery recovery : List.of(availability(2, 1), oneObject(3, 2))) {
            ForkJoinAnalysis atCapacity = analysis(recovery, ServiceTimes.exponential(1), 5 / 3.0);
            assertBoth(atCapacity.capacity(), 5 / 3.0);
            assertThat(atCapacity.verdict()).isEqualTo(Verdict.UNSTABLE);
            GeneralArrivals alone = GeneralArrivals.of(
                    List.of(recovery), new double[] {1}, ServiceTimes.exponential(1), new RandomStreams(0));
            assertThat(alone.verdict(5 / 3.0)).isEqualTo(Verdict.UNSTABLE);
        }
    }

    /** The first of two Pareto(1, 0.4) times has an infinite mean, and a request for one object of mds(3,2) waits for it. */
    @Test
    void infiniteWorkLeavesNoStableRate() {
        assertThat(analysis(oneObject(3, 2), ServiceTimes.pareto(1, 0.4), 1e-9).verdict())
                .isEqualTo(Verdict.UNSTABLE);
        assertThat(analysis(oneObject(3, 2), ServiceTimes.lognormal(0, 28), 1e-9)
                        .verdict())
                .isEqualTo(Verdict.UNSTABLE);
        assertThat(analysis(oneObject(3, 2), ServiceTimes.pareto(1, 0.6), 1e-9).verdict())
                .isEqualTo(Verdict.STABLE);
    }

    private static ForkJoinAnalysis analysis(Recovery recovery, ServiceTime service, double rate) {
        return ForkJoinAnalysis.fixedArrivals(recovery, service, rate, Accuracy.DEFAULT, new RandomStreams(0));
    }

    private static void assertBoth(Bounds bounds, double expected) {
        assertThat(bounds.lower().value().orElseThrow()).isCloseTo(expected, relative(expected, ITERATION));
        assertThat(bounds.upper().value().orElseThrow()).isCloseTo(expected, relative(expected, ITERATION));
    }
}
