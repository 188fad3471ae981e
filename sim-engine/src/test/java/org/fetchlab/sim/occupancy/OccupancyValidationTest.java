package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the reference tables of queue lengths. */
@Tag("slow")
class OccupancyValidationTest {
    /**
     * Queues relax in the time 1/((1-λ)p) at most: 11 to 200 up to λ = 0.9, but 20 000 at λ = 0.999, where the test is only that
     * the mean stays while the queues of a server are renewed. {@link CentralizationNearCapacityTest} starts elsewhere.
     */
    private static final double[] LATER =
            IntStream.rangeClosed(20, 100).mapToDouble(i -> 10.0 * i).toArray();

    static Stream<ReferenceTable.Row> transients() {
        return ReferenceTable.read("batch_sampling_transient_from_empty.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("transients")
    void meansAndCovariancesFromEmptyAreThoseOfTheLimits(ReferenceTable.Row row) {
        LimitChecks.transientFromEmpty(row, 8000, 0.1);
    }

    static Stream<ReferenceTable.Row> fluctuations() {
        return ReferenceTable.read("batch_sampling_stationary_fluctuation.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fluctuations")
    void smallSystemsHaveTheRefinedMeanQueueAndTheVarianceOfTheLimit(ReferenceTable.Row row) {
        OccupancyStatistics fifty = LimitChecks.refinedMean(row, 50, 20_000_000);
        OccupancyStatistics hundred = LimitChecks.refinedMean(row, 100, 20_000_000);
        LimitChecks.assertMeansTendToTheFixedPoint(row, 50, fifty.meanQueue(), hundred.meanQueue());
        // At 50 servers the variance is up to 30 % larger than in the limit, at 100 servers up to 14 %.
        LimitChecks.assertTendsTo(
                row.number("variance_total_queue_over_n"),
                LimitChecks.variance(fifty),
                LimitChecks.variance(hundred),
                16,
                0.1);
    }

    @ParameterizedTest
    @MethodSource("fluctuations")
    void fluctuationsOfSmallSystemsTendToThoseOfTheDiffusionLimit(ReferenceTable.Row row) {
        double time = 1000 / (1 - row.number("lambda"));
        StationaryTails fifty = StationaryTails.of(LimitChecks.model(row, 50), time);
        StationaryTails hundred = StationaryTails.of(LimitChecks.model(row, 100), time);
        assertTendsTo(row.number("var_s1"), fifty, hundred, 1, 1);
        assertTendsTo(row.number("var_s2"), fifty, hundred, 2, 2);
        assertTendsTo(row.number("cov_s1_s2"), fifty, hundred, 2, 1);
    }

    /** At 50 servers these moments are off by up to 6 % from the limit, at 100 servers by up to 4 %. */
    private static void assertTendsTo(double limit, StationaryTails fifty, StationaryTails hundred, int i, int j) {
        LimitChecks.assertTendsTo(limit, fifty.scaledCovariance(i, j), hundred.scaledCovariance(i, j), 4, 0.04);
    }

    @ParameterizedTest
    @MethodSource("fluctuations")
    void fluctuationsOfAThousandServersAreThoseOfTheDiffusionLimit(ReferenceTable.Row row) {
        Estimate variance = LimitChecks.variance(LimitChecks.stationary(LimitChecks.model(row, 1000), 30_000_000));
        // The finite-size excess at n = 1000 is a few per cent.
        LimitChecks.assertRatio(variance.value(), row.number("variance_total_queue_over_n"), 0.1);
    }

    static Stream<ReferenceTable.Row> centralizations() {
        return ReferenceTable.read("centralization_fixed_point.csv").rows();
    }

    /** From empty, load 0.9 needs the long replications of the test of download times; loads beyond start in the state below. */
    static Stream<ReferenceTable.Row> moderateCentralizations() {
        return centralizations().filter(row -> row.number("lambda") <= 0.7);
    }

    @ParameterizedTest
    @MethodSource("moderateCentralizations")
    void aLittleCentralizationReachesTheInvariantStateOfItsFluid(ReferenceTable.Row row) {
        RoutingPolicy policy = new RoutingPolicy.Centralized(row.number("p"));
        OccupancyModel model = OccupancyModel.of(policy, 10_000, row.number("lambda"));
        OccupancyStatistics result = LimitChecks.stationary(model, 40_000_000);
        Estimate queue = result.meanQueue();
        LimitChecks.assertWithinOnePercent(queue.value(), row.number("mean_queue"));
        LimitChecks.assertWithinOnePercent(result.tails().get(1).value(), row.number("s1"));
    }

    static Stream<ReferenceTable.Row> aHeavyCentralization() {
        return centralizations().filter(row -> row.number("lambda") == 0.99 && row.number("p") == 0.05);
    }

    /**
     * Paths with common random numbers from empty and from twice the queues of the invariant state, which stay in their order:
     * after five relaxation times of 2000 they differ by less than 1 %, and after one they did not. Each alone fluctuates by
     * 2 % (a random walk of 2 steps per server and unit time, with that relaxation time).
     */
    @ParameterizedTest
    @MethodSource("aHeavyCentralization")
    void aLittleCentralizationForgetsWhereItStarted(ReferenceTable.Row row) {
        int n = 10_000;
        double share = row.number("p");
        double relaxation = 1 / ((1 - row.number("lambda")) * share);
        double[] times =
                IntStream.rangeClosed(1, 5).mapToDouble(i -> i * relaxation).toArray();
        OccupancyHistogram twice = invariantState(n, row.number("lambda"), share, 2);
        TrajectoryEnsemble below = centralized(row, OccupancyHistogram.empty(n), times, 2);
        TrajectoryEnsemble above = centralized(row, twice, times, 2);
        double limit = row.number("mean_queue");
        assertThat(twice.tails().meanQueue()).isGreaterThan(1.9 * limit);
        for (int replication = 0; replication < 2; replication++) {
            for (int time = 0; time < times.length; time++) {
                assertThat(distance(below, above, replication, time)).isNotNegative();
            }
            assertThat(distance(below, above, replication, 0)).isGreaterThan(0.01 * limit);
            assertThat(distance(below, above, replication, 4)).isLessThan(0.01 * limit);
            assertThat(below.tails(replication, 4).meanQueue()).isCloseTo(limit, within(0.08 * limit));
        }
    }

    private static double distance(TrajectoryEnsemble below, TrajectoryEnsemble above, int replication, int time) {
        return above.tails(replication, time).meanQueue()
                - below.tails(replication, time).meanQueue();
    }

    private static TrajectoryEnsemble centralized(
            ReferenceTable.Row row, OccupancyHistogram initial, double[] times, int replications) {
        RoutingPolicy policy = new RoutingPolicy.Centralized(row.number("p"));
        return TransientRun.run(
                OccupancyModel.of(policy, initial.servers(), row.number("lambda")),
                initial,
                times,
                replications,
                new RandomStreams(1),
                Execution.threads(1));
    }

    @ParameterizedTest
    @MethodSource("centralizations")
    void aLittleCentralizationStaysInTheInvariantStateOfItsFluid(ReferenceTable.Row row) {
        OccupancyHistogram state = invariantState(10_000, row.number("lambda"), row.number("p"), 1);
        TrajectoryEnsemble ensemble = centralized(row, state, LATER, ExperimentPlan.REPLICATIONS);
        LimitChecks.assertWithinOnePercent(ensemble, QueueTails::meanQueue, row.number("mean_queue"));
        LimitChecks.assertWithinOnePercent(ensemble, tails -> tails.tail(1), row.number("s1"));
    }

    /** s_i = max(0, (λ s_{i-1} - p) / (1 - p)), rounded to whole servers, with queues that are so many times as long. */
    private static OccupancyHistogram invariantState(int n, double load, double share, int times) {
        int[] counts = new int[400];
        double tail = 1;
        int atLeast = n;
        for (int level = 0; level < counts.length; level += times) {
            tail = Math.max(0, (load * tail - share) / (1 - share));
            int above = (int) Math.round(tail * n);
            counts[level] = atLeast - above;
            atLeast = above;
        }
        return OccupancyHistogram.of(n, counts);
    }
}
