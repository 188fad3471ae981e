package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;
import static org.fetchlab.sim.Runs.mean;
import static org.fetchlab.sim.Runs.run;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.Allocations;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.PairedComparison;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.junit.jupiter.api.Test;

/** Fork-join systems against exact formulas. Means lie in their own 99.9 % intervals; other false-alarm rates are 1e-6. */
class ForkJoinSystemTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);

    private static final Execution QUIET = Execution.threads(1);

    @Test
    void forkJoinOnCopiesIsMm1OfTheirTotalRate() {
        ForkJoinSystem system =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), UNIT, 2);
        ExperimentResult result = run(system, 200_000);
        OwnInterval.assertCovers(mean(result), 1, 0.05);
        ForkJoinStatistics statistics = ForkJoinStatistics.of(system, result).orElseThrow();
        assertThat(statistics.wastedWork().value()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(statistics.wonBySystematic()).isEmpty();
        assertCovers(statistics.utilization().get(1), 2.0 / 3, 0.05, RARE);
    }

    @Test
    void copiesThatLeaveOnStartMakeMmc() {
        // M/M/3 with λ = 2, μ = 1: Erlang C 4/9, mean 1 + (4/9) / (3 - 2).
        ForkJoinSystem system = ForkJoinSystem.of(
                        RequestMix.fixed(StorageCode.replication(3).wholeFile()), UNIT, 2)
                .with(Cancellation.ON_START);
        ExperimentResult result = run(system, 400_000);
        OwnInterval.assertCovers(mean(result), 1 + 4.0 / 9, 0.05);
        ForkJoinStatistics statistics = ForkJoinStatistics.of(system, result).orElseThrow();
        assertThat(statistics.wastedWork().value()).isZero();
        assertCovers(statistics.utilization().get(2), 2.0 / 3, 0.03, RARE);
    }

    @Test
    void splitMergeIsMg1WithTheLowTrafficTimeAsService() {
        // Locality 2, availability 3: E[S] = 0.457142857143, E[S²] = 0.332517006803.
        StorageCode code = StorageCode.availability(2, 3);
        ForkJoinSystem system = ForkJoinSystem.of(RequestMix.fixed(code.recovery(0, Decoding.GROUPS)), UNIT, 1)
                .with(new AccessPolicy.SplitMerge());
        double first = 0.457142857143;
        OwnInterval.assertCovers(mean(system, 400_000), first + 0.332517006803 / (2 * (1 - first)), 0.03);
    }

    @Test
    void fastSplitMergeIsMm1OfTheLastCopies() {
        // Locality 2, availability 3: 4 last copies, 1 / (4 - 2); below the exact mean of the fork-join system, 1.8599.
        Estimate mean = mean(ForkJoinSystem.fastSplitMerge(4, UNIT, 2), 300_000);
        OwnInterval.assertCovers(mean, 0.5, 0.03);
        assertThatThrownBy(() -> ForkJoinSystem.fastSplitMerge(0, UNIT, 2)).hasMessageContaining("last copies 0");
    }

    @Test
    void onCommonRandomNumbersADifferenceIsKnownBetterThanTheMeans() {
        StorageCode code = StorageCode.simplex(3);
        ForkJoinSystem groups =
                ForkJoinSystem.of(RequestMix.ofObjects(code, Decoding.GROUPS, Popularity.uniform()), UNIT, 1);
        ForkJoinSystem linear =
                ForkJoinSystem.of(RequestMix.ofObjects(code, Decoding.LINEAR, Popularity.uniform()), UNIT, 1);
        PairedComparison paired =
                PairedComparison.run(groups, linear, ExperimentPlan.of(new StoppingRule.Requests(400_000)), QUIET);
        Estimate difference = paired.difference().value().orElseThrow();
        assertAgree(difference, new Estimate(0.60593 - 0.65959, Math.hypot(0.0003, 0.00035), 0.95), RARE);
        double alone = paired.first().mean().value().orElseThrow().halfWidth();
        assertThat(difference.halfWidth()).isLessThan(alone / 2);
        assertThat(paired.first().warmUp()).isEqualTo(paired.second().warmUp());
        PairedComparison unstable = PairedComparison.run(
                groups,
                ForkJoinSystem.of(linear.mix(), UNIT, 10),
                ExperimentPlan.of(new StoppingRule.Requests(1000)),
                QUIET);
        assertThat(unstable.difference().value()).isEmpty();
    }

    @Test
    void atLowLoadTheDownloadTimeIsThatOfOneRequestAlone() {
        // Linear decoding of simplex(3): 3/7; the load 0.001 adds less than 1e-3 of it.
        StorageCode code = StorageCode.simplex(3);
        ForkJoinSystem system =
                ForkJoinSystem.of(RequestMix.ofObjects(code, Decoding.LINEAR, Popularity.uniform()), UNIT, 0.001);
        assertCovers(mean(system, 400_000), 3.0 / 7, 0.01, RARE);
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        StorageCode code = StorageCode.lrc(6, 2, 2);
        ForkJoinSystem system = ForkJoinSystem.of(
                        RequestMix.ofObjects(code, Decoding.LINEAR, Popularity.uniform()), UNIT, 1)
                .with(Cancellation.ON_START)
                .with(new AccessPolicy.ForkTo(8));
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.RelativePrecision(0.02, 1_000_000));
        assertThat(Experiment.run(system, plan, Execution.threads(3)))
                .isEqualTo(Experiment.run(system, plan, Execution.threads(1)));
    }

    @Test
    void servingARequestAllocatesNothing() {
        StorageCode lrc = StorageCode.lrc(6, 2, 2);
        ForkJoinSystem linear =
                ForkJoinSystem.of(RequestMix.ofObjects(lrc, Decoding.LINEAR, Popularity.uniform()), UNIT, 1);
        RequestMix whole = RequestMix.fixed(StorageCode.mds(5, 3).wholeFile());
        Stream.of(
                        linear,
                        ForkJoinSystem.of(whole, UNIT, 1),
                        ForkJoinSystem.of(whole, UNIT, 0.5).with(Cancellation.ON_START),
                        ForkJoinSystem.of(whole, UNIT, 0.5).with(Cancellation.NONE),
                        ForkJoinSystem.of(whole, UNIT, 0.5).with(new AccessPolicy.ForkTo(4)),
                        ForkJoinSystem.of(whole, UNIT, 0.5).with(new AccessPolicy.SplitMerge()))
                .forEach(ForkJoinSystemTest::checkAllocations);
    }

    private static void checkAllocations(ForkJoinSystem system) {
        SamplePath path = system.path(new RandomStreams(1), 0);
        DownloadRecorder recorder = new DownloadRecorder(system.typicalTime());
        path.advance(20_000, recorder);
        recorder.startMeasuring();
        long few = Allocations.bytes(() -> path.advance(1000, recorder));
        assertThat(Allocations.bytes(() -> path.advance(10_000, recorder))).isLessThanOrEqualTo(few + 2048);
    }

    @Test
    void slowServersSlowTheSystemDown() {
        RequestMix mix = RequestMix.fixed(StorageCode.replication(2).wholeFile());
        ForkJoinSystem system = ForkJoinSystem.of(mix, UNIT, 1).withSpeeds(0.5, 1);
        OwnInterval.assertCovers(mean(system, 200_000), 1 / (1.5 - 1), 0.1);
        assertThat(system.speeds()).containsExactly(0.5, 1);
        assertThat(system.service()).isEqualTo(UNIT);
        assertThat(system.access()).isEqualTo(new AccessPolicy.ForkAll());
    }

    @Test
    void badInputIsRefusedWithTheReason() {
        RequestMix mix = RequestMix.fixed(StorageCode.replication(2).wholeFile());
        assertThatThrownBy(() -> ForkJoinSystem.of(mix, UNIT, Double.NaN)).hasMessageContaining("arrival rate NaN");
        ForkJoinSystem system = ForkJoinSystem.of(mix, UNIT, 1);
        assertThatThrownBy(() -> system.with(new AccessPolicy.Hedge(1, 1))).hasMessageContaining("event-driven");
        assertThatThrownBy(() -> system.withSpeeds(1)).hasMessageContaining("2 servers");
        assertThatThrownBy(() -> system.withSpeeds(1, 0)).hasMessageContaining("speed 0");
        ForkJoinSystem file =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.mds(4, 2).wholeFile()), UNIT, 1);
        assertThatThrownBy(() -> file.with(new AccessPolicy.ForkTo(1)))
                .hasMessageContainingAll("fork(1) never recovers", "at least 2 servers");
        Recovery one = ThresholdRecovery.anyOf(1, new int[] {0}, 1);
        Recovery two = StorageCode.replication(2).wholeFile();
        assertThatThrownBy(() -> RequestMix.of(List.of(one, two), new double[] {0.5, 0.5}))
                .hasMessageContaining("same servers");
        assertThatThrownBy(() -> RequestMix.of(List.of(one), new double[] {0.5}))
                .hasMessageContaining("sum to 0.5");
        assertThatThrownBy(() -> RequestMix.of(List.of(one), new double[] {1, 0}))
                .hasMessageContaining("1 things");
        assertThatThrownBy(() -> RequestMix.of(List.of(one, one), new double[] {1.5, -0.5}))
                .hasMessageContaining("at least 0");
        assertThatThrownBy(() -> RequestMix.ofObjects(StorageCode.mds(3, 2), Decoding.LINEAR, new double[] {1}))
                .hasMessageContaining("2 requested objects");
    }

    @Test
    void thingsThatNobodyAsksForAreDropped() {
        Recovery two = StorageCode.replication(2).wholeFile();
        RequestMix mix = RequestMix.of(List.of(two, two), new double[] {0, 1});
        assertThat(mix.recoveries()).hasSize(1);
        assertThat(IntStream.of(mix.systematicServers())).containsExactly(-1);
    }
}
