package org.fetchlab.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.event.Discipline;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.event.Interruption;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of a law with almost all its mean in one draw of a million, a run draws none: no system reports a mean near 0. */
class SkewedLawTest {
    private static final ServiceTime SKEWED =
            ServiceTimes.hyperexponential(new double[] {1 - 1e-6, 1e-6}, new double[] {1e9, 1});
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final StabilityEvidence.Known ENOUGH = new StabilityEvidence.Known(Capacity.exactly(1e6), "given");
    private static final Recovery ONE_SERVER = ThresholdRecovery.anyOf(1, new int[] {0}, 1);
    private static final Recovery ONE_OF_THREE = StorageCode.replication(3).wholeFile();

    /** At load 1e-4, with known capacity. */
    static Stream<SimulatedSystem> stable() {
        ForkJoinSystem single = forkJoin(ONE_SERVER);
        return Stream.of(
                single,
                forkJoin(ONE_OF_THREE).with(Cancellation.ON_START),
                forkJoin(ONE_OF_THREE).with(Cancellation.NONE),
                EventDrivenSystem.of(single),
                routed("power-of-d(2)"),
                routed("random"),
                routed("batch-sampling(3,2)"),
                routed("jsq"),
                routed("jiq"));
    }

    /** The capacity would have to be simulated, or the growth of the backlog. */
    static Stream<SimulatedSystem> undetermined() {
        return Stream.of(
                routed("redundant-killing(3,3)"),
                forkJoin(ONE_OF_THREE).with(new AccessPolicy.ForkTo(1)),
                EventDrivenSystem.of(forkJoin(ONE_OF_THREE)).with(new AccessPolicy.Hedge(1, 1)));
    }

    /** The capacity is known of servers that share or fail; their paths are long. */
    static Stream<SimulatedSystem> stableByEvents() {
        EventDrivenSystem single = EventDrivenSystem.of(ForkJoinSystem.of(RequestMix.fixed(ONE_SERVER), UNIT, 0.25));
        return Stream.of(
                EventDrivenSystem.of(forkJoin(ONE_SERVER)).with(Discipline.PROCESSOR_SHARING),
                single.with(new Interruption(UNIT, SKEWED, 0)),
                single.with(new Interruption(SKEWED, UNIT, 0.5)));
    }

    /** Its backlog is watched for long. */
    static Stream<SimulatedSystem> undeterminedByEvents() {
        return Stream.of(
                EventDrivenSystem.of(forkJoin(ONE_OF_THREE)).with(new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1)));
    }

    private static ForkJoinSystem forkJoin(Recovery recovery) {
        return ForkJoinSystem.of(RequestMix.fixed(recovery), SKEWED, 100);
    }

    private static RoutedSystem routed(String policy) {
        return RoutedSystem.of(PolicySpec.parseRouting(policy), Placement.symmetric(Sampling.DISTINCT), 4, 100, SKEWED);
    }

    private static ExperimentResult run(SimulatedSystem system) {
        return Experiment.run(system, ExperimentPlan.of(new StoppingRule.Requests(20_000)), Execution.threads(1));
    }

    private static String reason(ExperimentResult result) {
        return ((Outcome.None<Estimate>) result.mean()).reason();
    }

    @ParameterizedTest
    @MethodSource("stable")
    void aLawWhoseMeanIsNotDrawnIsNamedAsTheCause(SimulatedSystem system) {
        ExperimentResult result = run(system);
        assertThat(result.stability().verdict()).isEqualTo(Verdict.STABLE);
        assertThat(reason(result))
                .startsWith("law too skewed")
                .contains("too rare to be drawn")
                .doesNotContain("more requests");
        assertThat(result.warnings()).hasSize(1);
        assertThat(result.percentile(99).value()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("undetermined")
    void noSimulationOfTheCapacityIsBelieved(SimulatedSystem system) {
        ExperimentResult result = run(system);
        assertThat(result.stability().verdict()).isEqualTo(Verdict.UNDETERMINED);
        assertThat(reason(result)).contains("too rare to be drawn");
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("stableByEvents")
    void aLawOfEventsWhoseMeanIsNotDrawnIsNamedAsTheCause(SimulatedSystem system) {
        aLawWhoseMeanIsNotDrawnIsNamedAsTheCause(system);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("undeterminedByEvents")
    void noBacklogIsBelieved(SimulatedSystem system) {
        noSimulationOfTheCapacityIsBelieved(system);
    }

    @Test
    void copiesThatAreCancelledInServiceHideTheRareTimes() {
        ForkJoinSystem spare = forkJoin(ONE_OF_THREE).withCapacity(ENOUGH);
        for (SimulatedSystem system : List.of(spare, EventDrivenSystem.of(spare))) {
            double mean = run(system).mean().value().orElseThrow().value();
            assertThat(mean).isBetween(0.95 / 3e9, 1.05 / 3e9);
        }
    }

    @Test
    void otherLawsAreNotWatched() {
        LawWatch watch = new LawWatch();
        ContinuousSampler times = () -> 1;
        SamplePath path = forkJoin(ONE_SERVER).path(new RandomStreams(1), 0);
        assertThat(watch.over(UNIT, times, () -> true)).isSameAs(times);
        assertThat(watch.over(ServiceTimes.gamma(0.5, 1), times, () -> true)).isSameAs(times);
        assertThat(watch.over(ServiceTimes.pareto(1, 1.5), times, () -> true)).isSameAs(times);
        assertThat(watch.over(SKEWED, times, () -> false)).isSameAs(times);
        assertThat(watch.on(path)).isSameAs(path);
        assertThat(watch.over(SKEWED, times, () -> true)).isNotSameAs(times);
        assertThat(watch.on(path)).isNotSameAs(path);
    }
}
