package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.sim.Runs.mean;
import static org.fetchlab.sim.Runs.run;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.Allocations;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.recursion.ForkJoinStatistics;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The event-driven engine; every statistical assertion has false-alarm rate 1e-3. */
class EventDrivenSystemTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final Recovery ALONE = ThresholdRecovery.anyOf(1, new int[] {0}, 1);
    private static final RequestMix ONE_SERVER = RequestMix.fixed(ALONE);

    @Test
    void slowPeriodsOfFullLengthAreASlowServer() {
        // Hardly ever at full speed: M/M/1 with service rate 1/2 at λ = 0.25.
        Interruption slow = new Interruption(ServiceTimes.deterministic(1e-9), ServiceTimes.deterministic(1e3), 0.5);
        EventDrivenSystem system =
                EventDrivenSystem.of(ForkJoinSystem.of(ONE_SERVER, UNIT, 0.25)).with(slow);
        OwnInterval.assertCovers(mean(system, 150_000), 4, 0.05);
    }

    @Test
    void anInfiniteHedgeDelayLeavesTheSystematicServerAlone() {
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        EventDrivenSystem system = EventDrivenSystem.of(ForkJoinSystem.of(mix, UNIT, 0.5))
                .with(new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1));
        ExperimentResult result = run(system, 200_000);
        OwnInterval.assertCovers(mean(result), 2, 0.05);
        ForkJoinStatistics statistics = ForkJoinStatistics.of(mix, result).orElseThrow();
        assertThat(statistics.wonBySystematic().orElseThrow().value()).isEqualTo(1);
        assertThat(statistics.wastedWork().value()).isZero();
        assertThat(statistics.utilization().get(1).value()).isZero();
    }

    @Test
    void hedgingWastesLessWorkThanForkingToAll() {
        RequestMix mix = RequestMix.fixed(StorageCode.mds(4, 2).wholeFile());
        EventDrivenSystem forkAll = EventDrivenSystem.of(ForkJoinSystem.of(mix, UNIT, 0.2));
        EventDrivenSystem hedged = forkAll.with(new AccessPolicy.Hedge(1, 1));
        double wasted = wasted(mix, forkAll);
        assertThat(wasted(mix, hedged)).isLessThan(wasted * 0.8).isPositive();
    }

    private static double wasted(RequestMix mix, EventDrivenSystem system) {
        return ForkJoinStatistics.of(mix, run(system, 50_000))
                .orElseThrow()
                .wastedWork()
                .value();
    }

    @Test
    void serversThatAreRepairedAtTheSameInstantAreAlike() {
        RequestMix mix = RequestMix.fixed(StorageCode.replication(4).wholeFile());
        EventDrivenSystem system = EventDrivenSystem.of(ForkJoinSystem.of(mix, ServiceTimes.deterministic(0.01), 0.05)
                        .with(Cancellation.ON_START))
                .with(new Interruption(ServiceTimes.deterministic(1), ServiceTimes.deterministic(9), 0));
        // Each request is served by one of the four servers, most of them right after a repair.
        ForkJoinStatistics statistics =
                ForkJoinStatistics.of(mix, run(system, 50_000)).orElseThrow();
        for (Estimate utilization : statistics.utilization()) {
            OwnInterval.assertCovers(utilization, 0.05 * 0.01 / 4, 0.05);
        }
    }

    @Test
    void theBacklogDecidesWhereTheCapacityIsNotKnown() {
        EventDrivenSystem failing = EventDrivenSystem.of(ForkJoinSystem.of(ONE_SERVER, UNIT, 0.9))
                .with(new Interruption(UNIT, UNIT, 0))
                .with(new AccessPolicy.Hedge(1, 1));
        assertThat(run(failing, 1000).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        EventDrivenSystem known = failing.withCapacity(new StabilityEvidence.Known(Capacity.exactly(0.5), "up time"));
        assertThat(run(known, 1000).stability().capacity().value()).contains(Capacity.exactly(0.5));
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        RequestMix mix = RequestMix.fixed(StorageCode.mds(4, 2).wholeFile());
        EventDrivenSystem system = EventDrivenSystem.of(ForkJoinSystem.of(mix, UNIT, 0.3))
                .with(new AccessPolicy.Hedge(0.5, 1))
                .with(new Interruption(UNIT, UNIT, 0.5))
                .withCancellationDelay(ServiceTimes.exponential(10));
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(10_000));
        assertThat(Experiment.run(system, plan, Execution.threads(3)))
                .isEqualTo(Experiment.run(system, plan, Execution.threads(1)));
    }

    @Test
    void anEventAllocatesNothing() {
        RequestMix mix = RequestMix.fixed(StorageCode.mds(9, 6).wholeFile());
        ForkJoinSystem base = ForkJoinSystem.of(mix, UNIT, 0.5);
        EventDrivenSystem system = EventDrivenSystem.of(base);
        Stream.of(
                        system,
                        EventDrivenSystem.of(base.with(new AccessPolicy.ForkTo(7)))
                                .with(new Interruption(UNIT, ServiceTimes.exponential(10), 0))
                                .withDegradedReads(),
                        system.with(new AccessPolicy.Hedge(0.5, 1)),
                        system.with(new AccessPolicy.Hedge(0.5, 1)).withCancellationDelay(UNIT),
                        EventDrivenSystem.of(base.with(Cancellation.ON_START)),
                        system.with(Discipline.PROCESSOR_SHARING),
                        system.with(new Interruption(UNIT, UNIT, 0.5)).withCancellationDelay(UNIT))
                .forEach(EventDrivenSystemTest::checkAllocations);
    }

    private static void checkAllocations(EventDrivenSystem system) {
        SamplePath path = system.path(new RandomStreams(1), 0);
        DownloadRecorder recorder = new DownloadRecorder(1);
        path.advance(50_000, recorder);
        recorder.startMeasuring();
        long few = Allocations.bytes(() -> path.advance(500, recorder));
        assertThat(Allocations.bytes(() -> path.advance(5000, recorder))).isLessThanOrEqualTo(few + 4096);
    }

    @Test
    void badInputIsRefusedWithTheReason() {
        assertThatThrownBy(() -> new Interruption(UNIT, UNIT, 1)).hasMessageContaining("speed");
        assertThatThrownBy(() -> new Interruption(UNIT, UNIT, Double.NaN)).hasMessageContaining("NaN");
        ForkJoinSystem splitMerge = ForkJoinSystem.of(ONE_SERVER, UNIT, 0.5).with(new AccessPolicy.SplitMerge());
        assertThatThrownBy(() -> EventDrivenSystem.of(splitMerge)).hasMessageContaining("split-merge");
        ForkJoinSystem pair =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), UNIT, 0.5);
        EventDrivenSystem forks = EventDrivenSystem.of(pair.with(new AccessPolicy.ForkTo(2)));
        assertThatThrownBy(() -> forks.with(new AccessPolicy.Hedge(1, 1)))
                .hasMessageContainingAll("hedge(1.0,1) does not go with fork(2)", "such as hedge(1.0,1,all,2)");
    }

    @Test
    void aRequestSeesAtMostAThousandChangesOfSpeed() {
        RequestMix pair = RequestMix.fixed(StorageCode.replication(2).wholeFile());
        EventDrivenSystem system = EventDrivenSystem.of(ForkJoinSystem.of(pair, UNIT, 0.5));
        // Two servers with two changes each in a mean cycle of 0.008, and a request every 2.
        assertThat(system.with(alternating(0.004)).failureCycle()).isEqualTo(0.008);
        assertThat(system.with(new Interruption(ServiceTimes.deterministic(1e-20), UNIT, 0))
                        .failureCycle())
                .isEqualTo(1);
        Interruption endless = new Interruption(ServiceTimes.pareto(1e-9, 0.9), ServiceTimes.pareto(1e-9, 0.9), 0);
        assertThat(system.with(endless).failureCycle()).isInfinite();
        for (double shorter : new double[] {0.0039, 1e-20}) {
            assertThatThrownBy(() -> system.with(alternating(shorter)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(
                            ServiceTimes.deterministic(shorter).spec(), "1000 times per request", "at least 0.008");
        }
        EventDrivenSystem rare = EventDrivenSystem.of(ForkJoinSystem.of(pair, UNIT, 0.25));
        assertThatThrownBy(() -> rare.with(alternating(0.004))).hasMessageContaining("at least 0.016");
        EventDrivenSystem alone = EventDrivenSystem.of(ForkJoinSystem.of(ONE_SERVER, UNIT, 0.25));
        assertThat(alone.with(alternating(0.004)).failureCycle()).isEqualTo(0.008);
    }

    private static Interruption alternating(double time) {
        return new Interruption(ServiceTimes.deterministic(time), ServiceTimes.deterministic(time), 0.5);
    }

    /** Periods so short that the clock stands still, and after some 10^12 of them one that is long. */
    @Test
    @Timeout(20)
    void whetherToGiveUpIsAskedAlsoWhileNoRequestCompletes() {
        ServiceTime skewed = ServiceTimes.hyperexponential(new double[] {1 - 1e-12, 1e-12}, new double[] {1e20, 1e-12});
        EventDrivenSystem system = EventDrivenSystem.of(ForkJoinSystem.of(ONE_SERVER, UNIT, 0.25))
                .with(new Interruption(skewed, skewed, 0));
        AtomicInteger calls = new AtomicInteger();
        Execution impatient = new Execution(2, (now, planned) -> {}, () -> calls.incrementAndGet() > 5);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(10_000));
        assertThatThrownBy(() -> Experiment.run(system, plan, impatient)).isInstanceOf(CancellationException.class);
    }

    @Test
    void tailsAreHeavierWithoutFurtherCopiesWithLateCancellationsAndWithLongFailures() {
        ServiceTime heavy = ServiceTimes.pareto(1, 1.5);
        RequestMix oneOfThree = RequestMix.fixed(StorageCode.replication(3).wholeFile());
        EventDrivenSystem all = EventDrivenSystem.of(ForkJoinSystem.of(oneOfThree, heavy, 0.1));
        assertThat(all.tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new AccessPolicy.Hedge(1, 1)).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new AccessPolicy.Hedge(1, 1, 2, 1)).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new AccessPolicy.Hedge(1, 1, 1, 2)).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new AccessPolicy.Hedge(1, 1, 1, 1)).tailIndex()).isCloseTo(0.5, within(1e-6));
        assertThat(all.with(new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1)).tailIndex())
                .isCloseTo(0.5, within(1e-6));
        assertThat(all.withCancellationDelay(ServiceTimes.pareto(1, 1.2)).tailIndex())
                .isCloseTo(1.7, within(1e-6));
        assertThat(all.withCancellationDelay(UNIT).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new Interruption(UNIT, UNIT, 0)).tailIndex()).isCloseTo(3.5, within(1e-6));
        assertThat(all.with(new Interruption(UNIT, UNIT, 0)).withDegradedReads().tailIndex())
                .isCloseTo(0.5, within(1e-6));
        assertThat(all.with(new Interruption(UNIT, ServiceTimes.pareto(1, 1.8), 0))
                        .tailIndex())
                .isCloseTo(0.8, within(1e-6));
    }
}
