package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.sim.Runs.run;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.model.code.BlockingSize;
import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.MatrixSource;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.WithheldMean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known about capacity, tails and relaxation of fork-join systems before they are simulated. */
class ForkJoinStabilityTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);

    @Test
    void capacityIsExactWhereWorkIsConserved() {
        RequestMix anyTwoOfThree = RequestMix.fixed(StorageCode.mds(3, 2).wholeFile());
        ForkJoinSystem critical = ForkJoinSystem.of(anyTwoOfThree, UNIT, 1.5);
        assertThat(capacity(critical)).isEqualTo(Capacity.exactly(1.5));
        assertThat(run(critical, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        ServiceTime law = ServiceTimes.deterministic(2);
        assertThat(capacity(ForkJoinSystem.of(anyTwoOfThree, law, 1).with(Cancellation.NONE)))
                .isEqualTo(Capacity.exactly(0.5));
        assertThat(capacity(ForkJoinSystem.of(anyTwoOfThree, law, 1).with(Cancellation.ON_START)))
                .isEqualTo(Capacity.exactly(0.75));
    }

    @Test
    void copiesOfConstantServiceMoveInStepWhereEqualServersServeTheSameRequests() {
        RequestMix objects = RequestMix.ofObjects(
                StorageCode.lrc(6, 2, 2), Decoding.LINEAR, new double[] {0.5, 0.1, 0.1, 0.1, 0.1, 0.1});
        ForkJoinSystem critical = ForkJoinSystem.of(objects, ServiceTimes.deterministic(0.3), 1 / 0.3);
        assertThat(capacity(critical)).isEqualTo(Capacity.exactly(1 / 0.3));
        assertThat(run(critical, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        double[] speeds = new double[10];
        Arrays.fill(speeds, 2);
        assertThat(capacity(critical.withSpeeds(speeds))).isEqualTo(Capacity.exactly(2 / 0.3));
        speeds[3] = 1;
        for (ForkJoinSystem other : List.of(
                critical.withSpeeds(speeds),
                critical.with(Cancellation.ON_START),
                critical.with(new AccessPolicy.ForkTo(8)))) {
            assertThat(other.isInStep()).isFalse();
            assertThat(other.stability()).isInstanceOf(StabilityEvidence.Saturation.class);
        }
    }

    @Test
    void someOfEqualServersServeAsManyRequestsAsAllOfThem() {
        ForkJoinSystem copies =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), UNIT, 3);
        ForkJoinSystem two = copies.with(new AccessPolicy.ForkTo(2));
        assertThat(capacity(two)).isEqualTo(Capacity.exactly(3));
        assertThat(run(two, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        ForkJoinSystem coded = ForkJoinSystem.of(
                        RequestMix.fixed(StorageCode.mds(5, 2).wholeFile()), UNIT, 1)
                .with(new AccessPolicy.ForkTo(3));
        assertThat(capacity(coded)).isEqualTo(Capacity.exactly(2.5));
        for (ForkJoinSystem unknown :
                List.of(two.withSpeeds(1, 1, 2), two.with(Cancellation.ON_START), two.with(Cancellation.NONE))) {
            assertThat(unknown.stability()).isInstanceOf(StabilityEvidence.Saturation.class);
        }
    }

    private static Capacity capacity(ForkJoinSystem system) {
        return ((StabilityEvidence.Known) system.stability()).capacity();
    }

    @Test
    void theCapacityOfSeparatePartsIsThatOfTheBusiest() {
        StorageCode code = StorageCode.replication(3).times(2);
        RequestMix mix = RequestMix.ofObjects(code, Decoding.LINEAR, new double[] {0.25, 0.75});
        assertThat(capacity(ForkJoinSystem.of(mix, UNIT, 1))).isEqualTo(Capacity.exactly(4));
        ForkJoinSystem simulated = ForkJoinSystem.of(mix, ServiceTimes.erlang(2, 2), 5);
        assertThat(run(simulated, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
    }

    @Test
    void theSaturatedThroughputBracketsTheExactCapacity() {
        // Locality 2, availability 1: capacity 5/3.
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        Capacity bracket = run(ForkJoinSystem.of(mix, UNIT, 5 / 3.0), 1000)
                .stability()
                .capacity()
                .value()
                .orElseThrow();
        assertThat(5 / 3.0).isBetween(bracket.lower(), bracket.upper());
        assertThat(bracket.upper() - bracket.lower()).isLessThan(0.02);
        ForkJoinSystem known = ForkJoinSystem.of(mix, UNIT, 5 / 3.0)
                .withCapacity(new StabilityEvidence.Known(Capacity.exactly(5 / 3.0), "formula"));
        assertThat(run(known, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
    }

    @Test
    void tailIndicesFollowFromTheNumberOfSlowCopiesThatBlockARequest() {
        ServiceTime heavy = ServiceTimes.pareto(1, 1.5);
        RequestMix oneOfThree = RequestMix.fixed(StorageCode.replication(3).wholeFile());
        RequestMix twoOfThree = RequestMix.fixed(StorageCode.mds(3, 2).wholeFile());
        assertThat(ForkJoinSystem.of(oneOfThree, heavy, 0.1).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(ForkJoinSystem.of(twoOfThree, heavy, 0.1).tailIndex()).isCloseTo(2, within(1e-6));
        assertThat(ForkJoinSystem.of(oneOfThree, heavy, 0.1)
                        .with(Cancellation.NONE)
                        .tailIndex())
                .isCloseTo(1.5, within(1e-6));
        assertThat(ForkJoinSystem.of(twoOfThree, heavy, 0.1)
                        .with(Cancellation.ON_START)
                        .tailIndex())
                .isCloseTo(0.5, within(1e-6));
        assertThat(ForkJoinSystem.of(oneOfThree, heavy, 0.1)
                        .with(new AccessPolicy.ForkTo(2))
                        .tailIndex())
                .isCloseTo(0.5, within(1e-6));
        assertThat(ForkJoinSystem.of(oneOfThree, UNIT, 0.1).tailIndex()).isInfinite();
    }

    /** Any one of three with cancellation on start is M/G/3, here with services of mean 3. */
    @ParameterizedTest
    @CsvSource({"0.1, 1.5", "0.3, 1.5", "0.34, 1", "0.65, 1", "0.67, 0.5", "0.99, 0.5"})
    void oneQueueOfManyServersWaitsOnlyBehindAsManySlowServicesAsItHasServersToSpare(double rate, double index) {
        ForkJoinSystem queue = ForkJoinSystem.of(
                        RequestMix.fixed(StorageCode.replication(3).wholeFile()), ServiceTimes.pareto(1, 1.5), rate)
                .with(Cancellation.ON_START);
        assertThat(queue.tailIndex()).isCloseTo(index, within(1e-6));
        assertThat(queue.withSpeeds(1, 1, 0.5).tailIndex()).isCloseTo(0.5, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({
        // code, rule, index of the law, why there is no mean
        "rep(1), ON_COMPLETE, 1.9, INFINITE",
        "rep(2), ON_COMPLETE, 0.95, INFINITE",
        "'mds(3,3)', ON_COMPLETE, 1.9, INFINITE",
        "rep(1), NONE, 1.9, INFINITE",
        "rep(2), NONE, 1.4, MAYBE_INFINITE",
        "'availability(2,1)', ON_COMPLETE, 0.95, MAYBE_INFINITE",
    })
    void aMeanIsCalledInfiniteOnlyWhereItIsProved(String code, Cancellation rule, double index, WithheldMean reason) {
        RequestMix mix =
                RequestMix.fixed(CodeSpec.parse(code, MatrixSource.none()).recovery(0, Decoding.GROUPS));
        ForkJoinSystem system = ForkJoinSystem.of(mix, ServiceTimes.pareto(1, index), 1e-3)
                .with(rule)
                .withCapacity(new StabilityEvidence.Known(Capacity.exactly(1e-2), "assumed"));
        ExperimentResult result = run(system, 2000);
        assertThat(result.withheld()).contains(reason);
        assertThat(result.mean().value()).isEmpty();
        assertThat(system.isMeanInfinite()).isEqualTo(reason == WithheldMean.INFINITE);
        ForkJoinSystem splitMerge = system.with(new AccessPolicy.SplitMerge());
        boolean isInfinite = BlockingSize.of(mix.recoveries().get(0)).atMost() * index <= 2;
        assertThat(splitMerge.isMeanInfinite()).isEqualTo(isInfinite);
    }

    @Test
    void aRequestWhoseServiceHasInfiniteMeanIsUnstableAtEveryRate() {
        RequestMix copies = RequestMix.fixed(StorageCode.replication(3).wholeFile());
        ForkJoinSystem never = ForkJoinSystem.of(copies, ServiceTimes.pareto(1, 0.3), 1e-6);
        assertThat(run(never, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(capacity(never.with(new AccessPolicy.SplitMerge()))).isEqualTo(Capacity.exactly(0));
        ForkJoinSystem barely = ForkJoinSystem.of(copies, ServiceTimes.pareto(1, 0.4), 1e-6);
        assertThat(barely.stability()).isInstanceOf(StabilityEvidence.Saturation.class);
        assertThat(capacity(barely.with(Cancellation.ON_START))).isEqualTo(Capacity.exactly(0));
    }

    /** Four servers store each object of the code, so that four slow copies block a request, and three do not. */
    @Test
    void theFaultToleranceOfALargeCodeBoundsTheTailOfItsDownloadTime() {
        RequestMix large = RequestMix.ofObjects(StorageCode.lrc(24, 2, 2), Decoding.LINEAR, Popularity.uniform());
        assertThat(ForkJoinSystem.of(large, ServiceTimes.pareto(1, 1.9), 0.01).tailIndex())
                .isCloseTo(4 * 1.9 - 1, within(1e-6));
        assertThat(ForkJoinSystem.of(large, ServiceTimes.pareto(1, 0.9), 0.01).stability())
                .isInstanceOf(StabilityEvidence.Saturation.class);
        assertThat(capacity(ForkJoinSystem.of(large, ServiceTimes.pareto(1, 0.25), 0.01)))
                .isEqualTo(Capacity.exactly(0));
    }

    @Test
    void partsThatShareNoServerRelaxEachAtItsOwnRate() {
        StorageCode code = StorageCode.replication(3).times(4);
        ForkJoinSystem system =
                ForkJoinSystem.of(RequestMix.ofObjects(code, Decoding.LINEAR, Popularity.uniform()), UNIT, 1);
        ForkJoinSystem one =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), UNIT, 1);
        assertThat(system.relaxationRequests(0.5)).isCloseTo(4 * one.relaxationRequests(0.5), within(1e-9));
    }
}
