package org.fetchlab.forkjoin.mg1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitMergeTest {
    @Test
    void exponentialServiceGivesTheQueueMM1() {
        PollaczekKhinchine queue = queue(ServiceTimes.exponential(2));
        assertThat(value(queue.meanSojourn(1.5))).isCloseTo(2, relative(2, FORMULA));
        assertThat(value(queue.meanWaiting(1.5))).isCloseTo(1.5, relative(1.5, FORMULA));
        assertThat(value(queue.sojournVariance(1.5))).isCloseTo(4, relative(4, FORMULA));
        assertThat(queue.capacity().value().orElseThrow().lower()).isEqualTo(2);
    }

    @Test
    void constantServiceHalvesTheWaiting() {
        PollaczekKhinchine queue = queue(ServiceTimes.deterministic(1));
        assertThat(value(queue.meanWaiting(0.5))).isCloseTo(0.5, relative(0.5, FORMULA));
        assertThat(value(queue.sojournVariance(0.5))).isCloseTo(0.25 + 1.0 / 3, relative(0.58, FORMULA));
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 2.0001, 1e9})
    void atAndBeyondCapacityTheBoundIsVoid(double arrivalRate) {
        PollaczekKhinchine queue = queue(ServiceTimes.exponential(2));
        assertThat(queue.verdict(arrivalRate)).isEqualTo(Verdict.UNSTABLE);
        assertThat(queue.meanSojourn(arrivalRate)).isInstanceOf(Outcome.None.class);
        assertThat(((Outcome.None<Double>) queue.meanSojourn(arrivalRate)).reason())
                .contains("void");
        assertThat(queue.sojournVariance(arrivalRate)).isInstanceOf(Outcome.None.class);
    }

    @Test
    void infiniteMomentsVoidWhatNeedsThem() {
        PollaczekKhinchine noSecond = queue(ServiceTimes.pareto(1, 1.5));
        assertThat(noSecond.verdict(0.2)).isEqualTo(Verdict.STABLE);
        assertThat(noSecond.meanSojourn(0.2)).isInstanceOf(Outcome.None.class);
        PollaczekKhinchine noThird = queue(ServiceTimes.pareto(1, 2.5));
        assertThat(noThird.meanSojourn(0.2).value()).isPresent();
        assertThat(noThird.sojournVariance(0.2)).isInstanceOf(Outcome.None.class);
        PollaczekKhinchine noMean = queue(ServiceTimes.pareto(1, 0.5));
        assertThat(noMean.capacity()).isInstanceOf(Outcome.None.class);
        assertThat(noMean.verdict(1e-9)).isEqualTo(Verdict.UNSTABLE);
        assertThat(noMean.meanSojourn(1e-9)).isInstanceOf(Outcome.None.class);
    }

    @Test
    void copiesMakeSplitMergeStableWhereOneServerIsNot() {
        LowTrafficTime least = LowTrafficTime.of(wholeFile(5, 1), ServiceTimes.pareto(1, 0.5), new RandomStreams(1));
        SplitMerge system = SplitMerge.of(least);
        assertThat(value(system.meanDownloadTime(0.1))).isGreaterThan(5.0 / 3);
        assertThat(system.variance(0.1)).isInstanceOf(Outcome.None.class);
        assertThat(value(system.meanWaiting(0.1))).isPositive();
    }

    @Test
    void splitMergeOfOneObjectOfAnMdsCodeHasCapacityServersOverNeeded() {
        SplitMerge system =
                SplitMerge.of(LowTrafficTime.of(oneObject(9, 6), ServiceTimes.exponential(1), new RandomStreams(1)));
        assertThat(system.capacity().value().orElseThrow().upper()).isCloseTo(1.5, relative(1.5, SUMMATION));
    }

    @ParameterizedTest
    @CsvSource({"2,3", "3,2", "1,1"})
    void theHeadOfAnAvailabilityCodeDepartsAtRateOneMoreThanItsGroups(int r, int t) {
        FastSplitMerge system = FastSplitMerge.of(availability(r, t), 2);
        assertThat(system.headDepartureRate()).isEqualTo(2.0 * (t + 1));
        assertThat(value(system.meanDownloadTime(1))).isCloseTo(1 / (2.0 * (t + 1) - 1), relative(1, FORMULA));
        assertThat(system.leastCopies()).isEqualTo(1);
    }

    @Test
    void theHeadOfAnMdsCodeDepartsAtRateOfTheServersThatAreLeft() {
        assertThat(FastSplitMerge.of(wholeFile(9, 6), 1).headDepartureRate()).isEqualTo(4);
        assertThat(FastSplitMerge.of(oneObject(9, 6), 1).headDepartureRate()).isEqualTo(4);
        assertThat(FastSplitMerge.of(wholeFile(9, 6), 1).leastCopies()).isEqualTo(6);
    }

    @Test
    void unequalServersLeaveTheFastestLast() {
        double[] rates = {1, 5, 2, 3};
        assertThat(FastSplitMerge.of(oneObject(4, 2), rates).headDepartureRate())
                .isEqualTo(1 + 3 + 5);
        Recovery groups = GroupRecovery.of(4, new int[][] {{0}, {1, 2}, {3}});
        assertThat(FastSplitMerge.of(groups, rates).headDepartureRate()).isEqualTo(1 + 5 + 3);
    }

    @Test
    void overlappingGroupsAreEnumerated() {
        Recovery path = GroupRecovery.of(3, new int[][] {{0, 1}, {1, 2}});
        assertThat(FastSplitMerge.of(path, 1).headDepartureRate()).isEqualTo(2);
        assertThat(FastSplitMerge.of(path, new double[] {1, 5, 1}).headDepartureRate())
                .isEqualTo(5);
    }

    @Test
    void jointRecoveryDepartsWithItsLastPart() {
        Recovery joint = JointRecovery.of(List.of(
                ThresholdRecovery.anyOf(5, new int[] {0, 1, 2}, 1), ThresholdRecovery.anyOf(5, new int[] {3, 4}, 2)));
        FastSplitMerge system = FastSplitMerge.of(joint, 1);
        assertThat(system.headDepartureRate()).isEqualTo(3);
        assertThat(system.leastCopies()).isEqualTo(3);
    }

    @Test
    void fastSplitMergeIsVoidAtItsRate() {
        FastSplitMerge system = FastSplitMerge.of(wholeFile(3, 2), 1);
        assertThat(system.meanDownloadTime(2)).isInstanceOf(Outcome.None.class);
        assertThat(system.capacity().verdict(1.999)).isEqualTo(Verdict.STABLE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void ratesThatAreNotPositiveAreRefused(double rate) {
        assertThatThrownBy(() -> FastSplitMerge.of(wholeFile(3, 2), rate)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void arrivalRatesThatAreNotPositiveAreRefused() {
        PollaczekKhinchine queue = queue(ServiceTimes.exponential(2));
        assertThatThrownBy(() -> queue.meanSojourn(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.meanSojourn(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FastSplitMerge.of(wholeFile(3, 2), new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static PollaczekKhinchine queue(ServiceTime service) {
        return PollaczekKhinchine.of("test", service::moment);
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }
}
