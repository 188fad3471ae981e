package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.routing.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stationary queue lengths against exact results and published values. */
class StationaryOccupancyTest {
    private static final int QUICK = 1_000_000;

    private static Estimate meanQueue(OccupancyModel model, long requests) {
        return LimitChecks.stationary(model, requests).meanQueue();
    }

    private static ExperimentResult run(OccupancyModel model, StoppingRule stopping, int threads) {
        return Experiment.run(OccupancySystem.of(model), ExperimentPlan.of(stopping), Execution.threads(threads));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 0.9", "10, 0.7"})
    void randomRoutingIsAnMM1QueueAtEveryServer(int servers, double load) {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), servers, load);
        OccupancyStatistics result = LimitChecks.stationary(model, 2 * QUICK);
        OwnInterval.assertCovers(result.meanQueue(), load / (1 - load), 0.08);
        for (int level = 0; level < 4; level++) {
            assertThat(result.tails().get(level).value()).isCloseTo(Math.pow(load, level), within(0.02));
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 0.9, 2.8003", "20, 0.9, 2.5662", "10, 0.7, 1.2193", "20, 0.7, 1.1737"})
    void samplingTwoServersWithReplacementHasThePublishedMeanQueue(int servers, double load, double expected) {
        OccupancyModel model =
                OccupancyModel.of(new RoutingPolicy.PowerOfD(2), servers, load, Sampling.WITH_REPLACEMENT);
        OwnInterval.assertCovers(meanQueue(model, 4_000_000), expected, 0.017);
    }

    @Test
    void smallSystemsHaveTheRefinedMeanQueue() {
        ReferenceTable.read("batch_sampling_stationary_fluctuation.csv")
                .rows()
                .filter(row -> row.number("lambda") == 0.7)
                .forEach(row -> LimitChecks.refinedMean(row, 50, 5_000_000));
    }

    @Test
    void samplingDistinctServersShortensTheQueues() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 10, 0.9);
        OwnInterval.assertCovers(meanQueue(model, 4_000_000), 2.692, 0.017);
    }

    @Test
    void anUnstableSystemHasNoMean() {
        for (double load : new double[] {1, 1.5}) {
            OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 10, load);
            ExperimentResult result = run(model, new StoppingRule.Requests(QUICK), 1);
            assertThat(result.stability().verdict()).isEqualTo(Verdict.UNSTABLE);
            assertThat(OccupancyStatistics.of(result)).isEmpty();
            assertThat(result.mean().toString()).contains("unstable");
        }
    }

    @Test
    void aTableOfAllPairsIsTheSymmetricPlacement() {
        int[][] pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        double[] equal = {1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0};
        RoutingPolicy policy = new RoutingPolicy.PowerOfD(2);
        Estimate table = meanQueue(new OccupancyModel(policy, Placement.table(pairs, equal), 4, 0.8, 1), QUICK);
        Estimate symmetric = meanQueue(OccupancyModel.of(policy, 4, 0.8), QUICK);
        assertAgree(table, symmetric, RARE);
    }

    @Test
    void aTableOfDisjointPairsIsSeparateSystems() {
        Placement placement = Placement.table(new int[][] {{0, 1}, {2, 3}}, new double[] {0.5, 0.5});
        OccupancyModel model = new OccupancyModel(new RoutingPolicy.PowerOfD(2), placement, 4, 0.7, 1);
        OwnInterval.assertCovers(meanQueue(model, QUICK), 2.1081972740 * 0.7, 0.03);
    }

    @Test
    void threadsDoNotChangeTheResult() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.BatchSampling(5, 3), 50, 0.8);
        StoppingRule rule = new StoppingRule.RelativePrecision(0.02, 10_000_000);
        assertThat(run(model, rule, 2)).isEqualTo(run(model, rule, 1));
    }

    @Test
    void thePrecisionIsReachedOrTheResultSaysSo() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), 10, 0.9);
        ExperimentResult reached = run(model, new StoppingRule.RelativePrecision(0.02, 100_000_000), 1);
        Estimate mean = reached.mean().value().orElseThrow();
        assertThat(mean.halfWidth()).isLessThanOrEqualTo(0.02 * mean.value());
        assertThat(reached.warnings()).isEmpty();
        ExperimentResult missed = run(model, new StoppingRule.RelativePrecision(0.001, 20_000), 1);
        assertThat(missed.warnings()).anyMatch(warning -> warning.contains("budget"));
    }

    /** M/M/1: the number of jobs has variance ρ/(1-ρ)², and servers under random routing are independent. */
    @Test
    void theVarianceOfIndependentQueuesIsThatOfOne() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), 20, 0.5);
        OwnInterval.assertCovers(LimitChecks.variance(LimitChecks.stationary(model, 4_000_000)), 2, 0.08);
    }

    /** At load 0.5 a look takes 5.83 requests: 1920 looks take 11 190. */
    @Test
    void aVarianceTakesMoreLooksThanAMean() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), 20, 0.5);
        OccupancyStatistics shorter = LimitChecks.stationary(model, 11_180);
        assertThat(shorter.meanQueue().value()).isPositive();
        assertThat(shorter.scaledVariance())
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason())
                                .startsWith("run too short for a variance")
                                .endsWith("about 11191"));
        assertThat(LimitChecks.stationary(model, 11_191).scaledVariance().value())
                .isPresent();
    }

    /** A warm-up of few requests to very many servers still sees a series; at load 0.001 nearly every server is idle. */
    @Test
    void fewRequestsToAHundredThousandIdleServersAreEnough() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 100_000, 0.001);
        OccupancyStatistics result = LimitChecks.stationary(model, 1000);
        assertCovers(result.meanQueue(), 0.001, 0.05, RARE);
        assertThat(result.tails()).hasSizeBetween(2, 5);
    }
}
