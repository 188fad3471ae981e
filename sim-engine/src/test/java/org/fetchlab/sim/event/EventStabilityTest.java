package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;
import static org.fetchlab.sim.Runs.run;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.recursion.ForkJoinStatistics;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the event-driven engine says near its capacity, far below it, and about failures that it hardly ever sees. */
class EventStabilityTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final RequestMix ONE_SERVER =
            RequestMix.fixed(StorageCode.replication(1).wholeFile());
    private static final RequestMix TWO_COPIES =
            RequestMix.fixed(StorageCode.replication(2).wholeFile());
    private static final RequestMix TWO_OF_THREE =
            RequestMix.fixed(StorageCode.mds(3, 2).wholeFile());

    private static EventDrivenSystem system(RequestMix mix, double rate) {
        return EventDrivenSystem.of(ForkJoinSystem.of(mix, UNIT, rate));
    }

    private static Interruption failures(double rate) {
        return new Interruption(ServiceTimes.exponential(rate), ServiceTimes.exponential(rate), 0);
    }

    private static double capacity(EventDrivenSystem system) {
        return ((StabilityEvidence.Known) system.stability()).capacity().upper();
    }

    @Test
    void theCapacityOfServersThatFailIsTheirMeanSpeed() {
        assertThat(capacity(system(ONE_SERVER, 0.9).with(failures(1e-7)))).isCloseTo(0.5, within(1e-12));
        assertThat(capacity(system(TWO_OF_THREE, 0.9).with(new Interruption(UNIT, ServiceTimes.exponential(3), 0.2))))
                .isCloseTo(1.5 * 0.8, within(1e-12));
        assertThat(system(TWO_OF_THREE, 0.9)
                        .with(failures(1))
                        .withDegradedReads()
                        .stability())
                .isInstanceOf(StabilityEvidence.Backlog.class);
    }

    @Test
    void serversThatFailAreNotInStepThoughServiceIsConstant() {
        for (RequestMix mix : List.of(TWO_OF_THREE, TWO_COPIES)) {
            ForkJoinSystem constant = ForkJoinSystem.of(mix, ServiceTimes.deterministic(1), 0.9);
            assertThat(capacity(EventDrivenSystem.of(constant))).isEqualTo(1);
            assertThat(EventDrivenSystem.of(constant).with(failures(1)).stability())
                    .isInstanceOf(StabilityEvidence.Backlog.class);
        }
    }

    @Test
    void theCapacityOfSharedServersThatServeInFullIsTheirLoad() {
        EventDrivenSystem one = system(ONE_SERVER, 1).with(Discipline.PROCESSOR_SHARING);
        assertThat(capacity(one)).isEqualTo(1);
        assertThat(run(one, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        ForkJoinSystem full = ForkJoinSystem.of(TWO_OF_THREE, UNIT, 0.5).with(Cancellation.NONE);
        assertThat(capacity(EventDrivenSystem.of(full).with(Discipline.PROCESSOR_SHARING)))
                .isEqualTo(1);
        assertThat(capacity(system(TWO_COPIES, 1).with(Discipline.PROCESSOR_SHARING)))
                .isEqualTo(2);
        assertThat(system(TWO_OF_THREE, 1).with(Discipline.PROCESSOR_SHARING).stability())
                .isInstanceOf(StabilityEvidence.Backlog.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.9})
    void failuresTooRareToBeSeenLeaveNoMean(double arrivalRate) {
        ExperimentResult known = run(system(ONE_SERVER, arrivalRate).with(failures(1e-7)), 20_000);
        assertThat(known.stability().verdict()).isEqualTo(arrivalRate < 0.5 ? Verdict.STABLE : Verdict.UNSTABLE);
        assertThat(known.mean().value()).isEmpty();
        assertThat(known.percentile(50.0).value()).isEmpty();
        ExperimentResult unknown =
                run(system(TWO_OF_THREE, arrivalRate).with(failures(1e-7)).withDegradedReads(), 20_000);
        assertThat(unknown.stability().verdict()).isEqualTo(Verdict.UNDETERMINED);
        assertThat(((Outcome.None<Estimate>) unknown.mean()).reason()).contains("up and down time");
    }

    /** The capacity of the second one is about 2, as if both copies were sent at once, but not known beforehand. */
    static Stream<EventDrivenSystem> nearTheirCapacity() {
        return Stream.of(
                system(ONE_SERVER, 0.99).with(Discipline.PROCESSOR_SHARING),
                system(TWO_COPIES, 1.96).with(new AccessPolicy.Hedge(1e-9, 1)));
    }

    @ParameterizedTest
    @MethodSource("nearTheirCapacity")
    void nearTheCapacityAShortRunWithholdsItsMean(EventDrivenSystem system) {
        ExperimentResult result = run(system, 20_000);
        assertThat(result.mean().value()).isEmpty();
        assertThat(((Outcome.None<Estimate>) result.mean()).reason()).containsAnyOf("run too short", "undetermined");
    }

    static Stream<EventDrivenSystem> hardlyLoaded() {
        return Stream.of(
                system(TWO_COPIES, 0.001).with(new AccessPolicy.Hedge(0.5, 1)),
                system(TWO_OF_THREE, 0.01).with(Discipline.PROCESSOR_SHARING),
                system(TWO_OF_THREE, 0.05).withCancellationDelay(UNIT));
    }

    @ParameterizedTest
    @MethodSource("hardlyLoaded")
    void aBacklogThatIsNearlyAlwaysEmptyIsStable(EventDrivenSystem system) {
        ExperimentResult result = run(system, 5000);
        assertThat(result.stability().verdict()).isEqualTo(Verdict.STABLE);
        assertThat(result.mean().value()).isPresent();
    }

    /**
     * λ = 0.4, speeds 1 and 1/2 in turn, all rates 1: the server is busy with probability 0.5411 (generating functions of
     * the queue length), and does work 0.4 per unit time.
     */
    @Test
    void aServerIsAsBusyInASlowPeriodAsAtFullSpeed() {
        EventDrivenSystem slow = system(ONE_SERVER, 0.4).with(new Interruption(UNIT, UNIT, 0.5));
        ForkJoinStatistics statistics =
                ForkJoinStatistics.of(ONE_SERVER, run(slow, 200_000)).orElseThrow();
        assertCovers(statistics.utilization().get(0), 0.5411, 0.02, RARE);
    }

    @Test
    void sharingLosesNoPowerOfAHeavyTail() {
        EventDrivenSystem infiniteVariance = EventDrivenSystem.of(
                        ForkJoinSystem.of(ONE_SERVER, ServiceTimes.pareto(1, 1.5), 0.1))
                .with(Discipline.PROCESSOR_SHARING);
        assertThat(infiniteVariance.tailIndex()).isCloseTo(1.5, within(1e-6));
        ExperimentResult result = run(infiniteVariance, 50_000);
        // E[S] / (1 - ρ) = 3 / 0.7; the interval is known to be too narrow.
        assertThat(result.mean().value().orElseThrow().value()).isCloseTo(3 / 0.7, within(0.5));
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("heavy tail"));
        EventDrivenSystem finiteVariance = EventDrivenSystem.of(
                        ForkJoinSystem.of(ONE_SERVER, ServiceTimes.pareto(1, 2.5), 0.1))
                .with(Discipline.PROCESSOR_SHARING);
        assertThat(run(finiteVariance, 50_000).warnings()).isEmpty();
    }
}
