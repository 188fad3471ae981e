package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.experiment.Execution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trajectories of queue lengths against their fluid and diffusion limits. */
class TransientOccupancyTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);
    private static final Execution ONE_THREAD = Execution.threads(1);

    static Stream<ReferenceTable.Row> someTransients() {
        return ReferenceTable.read("batch_sampling_transient_from_empty.csv")
                .rows()
                .filter(row -> row.number("time") == 5)
                .filter(row -> row.integer("L") == 3);
    }

    @ParameterizedTest
    @MethodSource("someTransients")
    void meansAndCovariancesFromEmptyAreThoseOfTheLimits(ReferenceTable.Row row) {
        // 4000 replications: a covariance has a relative standard error of 2.2 % and a finite-size bias of 1 %.
        LimitChecks.transientFromEmpty(row, 4000, 0.1);
    }

    @Test
    void aTrajectoryIsCancelledBetweenTwoTimesOfItsGrid() {
        AtomicInteger asked = new AtomicInteger();
        Execution impatient = new Execution(1, (done, planned) -> {}, () -> asked.incrementAndGet() > 5);
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 100, 0.9);
        assertThatThrownBy(() -> TransientRun.run(
                        model, OccupancyHistogram.empty(100), new double[] {1e9}, 2, STREAMS, impatient))
                .isInstanceOf(CancellationException.class);
    }

    static Stream<ReferenceTable.Row> switchingFluid() {
        return ReferenceTable.read("switching_fluid.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("switchingFluid")
    void policiesThatLookAtAllServersFollowTheirSwitchingFluid(ReferenceTable.Row row) {
        int n = 10_000;
        int replications = 4;
        double time = row.number("time");
        TrajectoryEnsemble ensemble = TransientRun.run(
                OccupancyModel.of(policy(row), n, row.number("lambda")),
                OccupancyHistogram.constant(n, row.integer("initial_jobs_per_server")),
                new double[] {time},
                replications,
                STREAMS,
                ONE_THREAD);
        // Arrivals minus services fluctuate like a walk of 1.9 n steps per unit time: at most this standard error.
        double standardError = Math.sqrt(1.9 * time / (n * replications));
        assertThat(ensemble.meanQueue(0).value()).isCloseTo(row.number("mean_queue"), within(4 * standardError));
        for (int level : new int[] {1, 2, 5}) {
            assertThat(ensemble.tail(0, level).value()).isCloseTo(row.number("s" + level), within(4 * standardError));
        }
    }

    private static RoutingPolicy policy(ReferenceTable.Row row) {
        return switch (row.text("policy")) {
            case "jsq" -> new RoutingPolicy.JoinShortestQueue();
            case "jiq" -> new RoutingPolicy.JoinIdleQueue();
            default -> new RoutingPolicy.Centralized(row.number("p"));
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 300})
    void jobsAreConserved(int initialJobs) {
        // Arrivals minus departures: with a negligible service rate the mean queue grows like λt, whatever the policy.
        int n = 50;
        for (RoutingPolicy policy : new RoutingPolicy[] {
            new RoutingPolicy.Random(),
            new RoutingPolicy.PowerOfD(2),
            new RoutingPolicy.PowerOfD(3),
            new RoutingPolicy.JoinShortestQueue(),
            new RoutingPolicy.JoinIdleQueue(),
            new RoutingPolicy.Centralized(0.5)
        }) {
            OccupancyModel model =
                    new OccupancyModel(policy, OccupancyModel.of(policy, n, 1).placement(), n, 2, 1e-9);
            TrajectoryEnsemble ensemble = TransientRun.run(
                    model, OccupancyHistogram.constant(n, initialJobs), new double[] {5, 10}, 50, STREAMS, ONE_THREAD);
            assertCovers(ensemble.meanQueue(0), initialJobs + 10, 0.1, RARE);
            assertCovers(ensemble.meanQueue(1), initialJobs + 20, 0.1, RARE);
        }
    }

    @Test
    void anUnstableSystemHasATrajectory() {
        TrajectoryEnsemble ensemble = TransientRun.run(
                OccupancyModel.of(new RoutingPolicy.JoinShortestQueue(), 1000, 2),
                OccupancyHistogram.constant(1000, 5),
                new double[] {10},
                10,
                STREAMS,
                ONE_THREAD);
        assertCovers(ensemble.meanQueue(0), 15, 0.01, RARE);
    }

    @Test
    void threadsDoNotChangeTrajectories() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.BatchSampling(5, 3), 100, 0.9);
        double[] times = {1, 2, 3};
        TrajectoryEnsemble one =
                TransientRun.run(model, OccupancyHistogram.empty(100), times, 8, STREAMS, Execution.threads(1));
        TrajectoryEnsemble two =
                TransientRun.run(model, OccupancyHistogram.empty(100), times, 8, STREAMS, Execution.threads(2));
        for (int r = 0; r < 8; r++) {
            assertThat(one.tails(r, 2)).isEqualTo(two.tails(r, 2));
        }
        assertThat(one.tails(0, 2)).isNotEqualTo(one.tails(1, 2));
        assertThat(one.replications()).isEqualTo(8);
        assertThat(one.times()).containsExactly(times);
    }

    @Test
    void badInputIsRefusedInOneSentence() {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.PowerOfD(2), 10, 0.9);
        OccupancyHistogram empty = OccupancyHistogram.empty(10);
        assertRefused(model, empty, new double[] {0}, 2, "time 0.0");
        assertRefused(model, empty, new double[] {1, 1}, 2, "exceed the one before");
        assertRefused(model, empty, new double[] {Double.NaN}, 2, "time NaN");
        assertRefused(model, empty, new double[] {}, 2, "at least one time");
        assertRefused(model, empty, new double[] {1}, 1, "at least 2");
        assertRefused(model, OccupancyHistogram.empty(9), new double[] {1}, 2, "9 servers");
    }

    private static void assertRefused(
            OccupancyModel model, OccupancyHistogram initial, double[] times, int replications, String message) {
        assertThatThrownBy(() -> TransientRun.run(model, initial, times, replications, STREAMS, ONE_THREAD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
