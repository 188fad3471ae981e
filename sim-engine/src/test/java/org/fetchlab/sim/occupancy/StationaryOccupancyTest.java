package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.routing.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stationary queue lengths against exact results and published values. */
class StationaryOccupancyTest {
    private static final StationaryPlan QUICK = StationaryPlan.of(new StoppingRule.Requests(1_000_000));

    private static Estimate meanQueue(OccupancyModel model, StationaryPlan plan) {
        return StationaryRun.run(model, plan, Execution.threads(2))
                .meanQueue()
                .value()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 0.9", "10, 0.7"})
    void randomRoutingIsAnMM1QueueAtEveryServer(int servers, double load) {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), servers, load);
        StationaryOccupancy result = StationaryRun.run(model, QUICK, Execution.threads(2));
        assertCovers(result.meanQueue().value().orElseThrow(), load / (1 - load), 0.05, RARE);
        for (int level = 0; level < 4; level++) {
            assertThat(result.tails().get(level).value()).isCloseTo(Math.pow(load, level), within(0.02));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1.4263207512", "0.7, 2.1081972740", "0.9, 5.4749128212"})
    void twoServersWithJoinTheShortestQueueHaveTheExactMeanTime(double load, double meanTime) {
        for (RoutingPolicy policy : new RoutingPolicy[] {
            new RoutingPolicy.JoinShortestQueue(), new RoutingPolicy.PowerOfD(2), new RoutingPolicy.BatchSampling(2, 1)
        }) {
            Estimate queue = meanQueue(OccupancyModel.of(policy, 2, load), QUICK);
            assertCovers(queue, meanTime * load, 0.05, RARE);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 0.9, 2.8003", "20, 0.7, 1.1737"})
    void samplingTwoServersWithReplacementHasThePublishedMeanQueue(int servers, double load, double expected) {
        OccupancyModel model =
                OccupancyModel.of(new RoutingPolicy.PowerOfD(2), servers, load, Sampling.WITH_REPLACEMENT);
        // The published values have four decimals, some of them simulated: 0.1 % is allowed for that.
        Estimate queue = meanQueue(model, StationaryPlan.of(new StoppingRule.Requests(4_000_000)));
        assertThat(queue.value()).isCloseTo(expected, within(2.5 * queue.halfWidth() + 0.001 * expected));
        assertThat(queue.halfWidth()).isLessThan(0.01 * expected);
    }

    @Test
    void smallSystemsHaveTheRefinedMeanQueue() {
        ReferenceTable.read("batch_sampling_stationary_fluctuation.csv")
                .rows()
                .filter(row -> row.number("lambda") == 0.7)
                .forEach(row -> LimitChecks.refinedMean(row, 50, 2_000_000));
    }

    @Test
    void samplingDistinctServersShortensTheQueues() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 10, 0.9);
        assertCovers(meanQueue(model, StationaryPlan.of(new StoppingRule.Requests(4_000_000))), 2.692, 0.01, 1e-3);
    }

    @Test
    void anUnstableSystemHasNoMean() {
        for (double load : new double[] {1, 1.5}) {
            OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 10, load);
            StationaryOccupancy result = StationaryRun.run(model, QUICK, Execution.threads(1));
            assertThat(result.stability().verdict()).isEqualTo(Verdict.UNSTABLE);
            assertThat(result.meanQueue().value()).isEmpty();
            assertThat(result.tails()).isEmpty();
            assertThat(result.meanQueue().toString()).contains("unstable");
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
        assertCovers(meanQueue(model, QUICK), 2.1081972740 * 0.7, 0.02, RARE);
    }

    @Test
    void threadsDoNotChangeTheResult() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.BatchSampling(5, 3), 50, 0.8);
        StationaryPlan plan = StationaryPlan.of(new StoppingRule.RelativePrecision(0.02, 10_000_000));
        assertThat(StationaryRun.run(model, plan, Execution.threads(2)))
                .isEqualTo(StationaryRun.run(model, plan, Execution.threads(1)));
    }

    @Test
    void thePrecisionIsReachedOrTheResultSaysSo() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Random(), 10, 0.9);
        StationaryOccupancy reached = StationaryRun.run(
                model, StationaryPlan.of(new StoppingRule.RelativePrecision(0.02, 100_000_000)), Execution.threads(2));
        Estimate mean = reached.meanQueue().value().orElseThrow();
        assertThat(mean.halfWidth()).isLessThanOrEqualTo(0.02 * mean.value());
        assertThat(reached.warnings()).isEmpty();
        StationaryOccupancy missed = StationaryRun.run(
                model, StationaryPlan.of(new StoppingRule.RelativePrecision(0.001, 20_000)), Execution.threads(2));
        assertThat(missed.warnings()).anyMatch(warning -> warning.contains("budget"));
    }
}
