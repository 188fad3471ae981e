package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.testing.Allocations;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.routing.Placement;
import org.junit.jupiter.api.Test;

/** Descriptions: what is refused, what is known without simulation, and what running them costs in memory. */
class OccupancyModelTest {
    private static void assertRefused(Runnable description, String message) {
        assertThatThrownBy(description::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void impossibleModelsAreRefused() {
        Placement distinct = Placement.symmetric(Sampling.DISTINCT);
        RoutingPolicy pair = new RoutingPolicy.PowerOfD(2);
        assertRefused(() -> OccupancyModel.of(new RoutingPolicy.BatchSampling(5, 3), 4, 0.5), "n = 4");
        assertRefused(() -> OccupancyModel.of(pair, 4, 0), "arrival rate 0.0");
        assertRefused(() -> OccupancyModel.of(pair, 4, Double.NaN), "arrival rate NaN");
        assertRefused(() -> new OccupancyModel(pair, distinct, 4, 0.5, -1), "service rate -1.0");
        assertRefused(() -> OccupancyModel.of(new RoutingPolicy.RedundantKilling(2, 1), 4, 0.5), "download times");
    }

    @Test
    void loadsAtWhichNearlyAllStepsAreServicesOfIdleServersAreRefused() {
        RoutingPolicy pair = new RoutingPolicy.PowerOfD(2);
        assertRefused(() -> OccupancySystem.of(OccupancyModel.of(pair, 10, 9e-5)), "simulate download times");
        ExperimentResult least = Experiment.run(
                OccupancySystem.of(OccupancyModel.of(pair, 10, 1e-2)),
                ExperimentPlan.of(new StoppingRule.Requests(2000)),
                Execution.threads(1));
        assertThat(least.mean().value().orElseThrow().covers(1e-2)).isTrue();
    }

    @Test
    void histogramsMustCountEveryServerOnce() {
        assertRefused(() -> OccupancyHistogram.of(3, 1, 1), "sum to n = 3");
        assertRefused(() -> OccupancyHistogram.of(3, 4, -1), "with 1 jobs is -1");
        assertRefused(() -> OccupancyHistogram.of(0), "servers 0");
        assertRefused(() -> OccupancyHistogram.constant(3, -1), "jobs per server -1");
    }

    @Test
    void aHistogramIsAValue() {
        OccupancyHistogram histogram = OccupancyHistogram.of(4, 1, 2, 1);
        assertThat(histogram)
                .isEqualTo(OccupancyHistogram.of(4, 1, 2, 1))
                .hasSameHashCodeAs(OccupancyHistogram.of(4, 1, 2, 1))
                .isNotEqualTo(OccupancyHistogram.empty(4))
                .hasToString("OccupancyHistogram[1, 2, 1]");
        assertThat(histogram.tails().toArray()).containsExactly(1, 0.75, 0.25);
        assertThat(histogram.serversWith(7)).isZero();
    }

    @Test
    void theLoadIsTheArrivalRateInTheUsualNormalisation() {
        assertThat(OccupancyModel.of(new RoutingPolicy.BatchSampling(5, 3), 10, 0.5)
                        .capacity())
                .isEqualTo(Capacity.exactly(1));
        assertThat(OccupancyModel.of(new RoutingPolicy.Centralized(0.1), 10, 0.5)
                        .capacity())
                .isEqualTo(Capacity.exactly(1));
    }

    @Test
    void aSystemThatDoesNotFitInMemoryIsRefusedBeforehand() {
        OccupancyModel huge = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 1 << 30, 0.5);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(1000)).withReplications(100_000);
        assertRefused(() -> Experiment.run(OccupancySystem.of(huge), plan, Execution.threads(1)), "MiB");
        OccupancyModel small = OccupancyModel.of(new RoutingPolicy.Random(), 2, 0.5);
        double[] times = {1};
        assertRefused(
                () -> TransientRun.run(
                        small, OccupancyHistogram.empty(2), times, 1 << 30, new RandomStreams(1), Execution.threads(1)),
                "MiB");
    }

    @Test
    void stepsAllocateNothing() {
        RoutingPolicy[] policies = {
            new RoutingPolicy.Random(),
            new RoutingPolicy.PowerOfD(2),
            new RoutingPolicy.PowerOfD(5),
            new RoutingPolicy.BatchSampling(5, 3),
            new RoutingPolicy.JoinShortestQueue(),
            new RoutingPolicy.JoinIdleQueue(),
            new RoutingPolicy.Centralized(0.1)
        };
        for (RoutingPolicy policy : policies) {
            SamplePath path =
                    OccupancySystem.of(OccupancyModel.of(policy, 100, 0.8)).path(new RandomStreams(1), 0);
            DownloadRecorder recorder = new DownloadRecorder(1);
            path.advance(100_000, recorder);
            recorder.startMeasuring();
            long few = Allocations.bytes(() -> path.advance(10_000, recorder));
            long many = Allocations.bytes(() -> path.advance(100_000, recorder));
            assertThat(many).as(policy.spec()).isLessThanOrEqualTo(few + 64);
        }
    }
}
