package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.fluid.FluidAnalysisTest.known;
import static org.fetchlab.model.testing.Tolerances.mixed;

import java.util.Arrays;
import java.util.stream.Stream;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FluidReferenceTest {
    private static final LinearFunctional MEAN_QUEUE = LinearFunctional.meanQueue();

    /** The reference values are printed to 2e-5, near a switching instant to 1e-4. */
    private static final double SWITCHING = 2e-5;

    private static final double NEAR_SWITCH = 1e-4;

    static Stream<ReferenceTable.Row> fixedPoints() {
        return ReferenceTable.read("batch_sampling_fixed_point.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fixedPoints")
    void fixedPointOfBatchSamplingIsTheReference(ReferenceTable.Row row) {
        QueueTails tails = known(batchSampling(row).fixedPoint());
        assertThat(tails.meanQueue()).isCloseTo(row.number("mean_queue"), within(1e-11));
        for (int j = 1; j <= 8; j++) {
            assertThat(tails.tail(j)).as("s_%d", j).isCloseTo(row.number("s" + j), within(1e-11));
        }
    }

    static Stream<ReferenceTable.Row> centralized() {
        return ReferenceTable.read("centralization_fixed_point.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("centralized")
    void fixedPointOfCentralizationIsTheReference(ReferenceTable.Row row) {
        QueueTails tails = known(FluidAnalysis.of(new RoutingPolicy.Centralized(row.number("p")), row.number("lambda"))
                .fixedPoint());
        assertThat(tails.levels() - 1).isEqualTo(row.integer("top_level"));
        assertThat(tails.meanQueue()).isCloseTo(row.number("mean_queue"), within(1e-12));
        assertThat(tails.tail(1)).isCloseTo(row.number("s1"), within(1e-12));
    }

    static Stream<ReferenceTable.Row> switching() {
        return ReferenceTable.read("switching_fluid.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("switching")
    void slidingSolutionsAreTheReference(ReferenceTable.Row row) {
        double[] ones = new double[row.integer("initial_jobs_per_server") + 1];
        Arrays.fill(ones, 1);
        double time = row.number("time");
        SampledTrajectory path = known(FluidAnalysis.of(policy(row), row.number("lambda"))
                .startingAt(QueueTails.of(ones))
                .trajectory(time));
        boolean nearSwitch = path.switches().stream().anyMatch(s -> Math.abs(s.time() - time) < 0.5);
        double tolerance = nearSwitch ? NEAR_SWITCH : SWITCHING;
        QueueTails tails = path.points().get(0).tails();
        assertThat(tails.meanQueue()).isCloseTo(row.number("mean_queue"), within(tolerance));
        for (int j : new int[] {1, 2, 5}) {
            assertThat(tails.tail(j)).as("s_%d", j).isCloseTo(row.number("s" + j), within(tolerance));
        }
    }

    static Stream<ReferenceTable.Row> transients() {
        return ReferenceTable.read("batch_sampling_transient_from_empty.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("transients")
    void trajectoryOfBatchSamplingIsTheReference(ReferenceTable.Row row) {
        QueueTails tails = known(batchSampling(row).trajectory(row.number("time")))
                .points()
                .get(0)
                .tails();
        assertThat(tails.meanQueue()).isCloseTo(row.number("mean_queue"), within(1e-7));
        for (int j = 1; j <= 3; j++) {
            assertThat(tails.tail(j)).as("s_%d", j).isCloseTo(row.number("s" + j), within(1e-7));
        }
    }

    @ParameterizedTest
    @MethodSource("transients")
    void momentsOverTimeAreTheReference(ReferenceTable.Row row) {
        Moments distinct = known(batchSampling(row).fluctuations(row.number("time")))
                .get(0)
                .moments()
                .value()
                .orElseThrow();
        assertThat(distinct.variance(MEAN_QUEUE)).isCloseTo(row.number("variance_total_queue_over_n"), within(1e-7));
        assertCovariances(row, distinct, 1e-7);
        assertThat(MEAN_QUEUE.of(known(distinct.correction())))
                .isCloseTo(row.number("refined_mean_queue_times_n_distinct_servers"), within(1e-7));
        Moments replaced = known(batchSampling(row)
                        .withSampling(Sampling.WITH_REPLACEMENT)
                        .fluctuations(row.number("time")))
                .get(0)
                .moments()
                .value()
                .orElseThrow();
        assertThat(MEAN_QUEUE.of(known(replaced.correction())))
                .isCloseTo(row.number("refined_mean_queue_times_n_with_replacement"), within(1e-7));
    }

    static Stream<ReferenceTable.Row> stationary() {
        return ReferenceTable.read("batch_sampling_stationary_fluctuation.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("stationary")
    void stationaryMomentsAreTheReference(ReferenceTable.Row row) {
        Moments distinct = known(batchSampling(row).stationaryFluctuations());
        double variance = row.number("variance_total_queue_over_n");
        assertThat(distinct.variance(MEAN_QUEUE)).isCloseTo(variance, mixed(variance, 1e-8));
        assertCovariances(row, distinct, 1e-8);
        double refined = row.number("refined_mean_queue_times_n_distinct_servers");
        assertThat(MEAN_QUEUE.of(known(distinct.correction()))).isCloseTo(refined, mixed(refined, 1e-8));
        Moments replaced =
                known(batchSampling(row).withSampling(Sampling.WITH_REPLACEMENT).stationaryFluctuations());
        double other = row.number("refined_mean_queue_times_n_with_replacement");
        assertThat(MEAN_QUEUE.of(known(replaced.correction()))).isCloseTo(other, mixed(other, 1e-8));
    }

    private static void assertCovariances(ReferenceTable.Row row, Moments moments, double tolerance) {
        assertThat(moments.covariance(0, 0)).isCloseTo(row.number("var_s1"), within(tolerance));
        assertThat(moments.covariance(1, 1)).isCloseTo(row.number("var_s2"), within(tolerance));
        assertThat(moments.covariance(0, 1)).isCloseTo(row.number("cov_s1_s2"), within(tolerance));
    }

    /** Gast and Van Houdt, SIGMETRICS 2018, supermarket model with d = 2 and load 0.9, printed to four decimals. */
    @ParameterizedTest
    @CsvSource({"10, 2.7513", "20, 2.5520", "30, 2.4855", "50, 2.4324", "100, 2.3925"})
    void refinedMeanQueuesArePublished(int servers, double published) {
        Moments moments = known(FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9)
                .withSampling(Sampling.WITH_REPLACEMENT)
                .stationaryFluctuations());
        RefinedValue refined = known(moments.refined(MEAN_QUEUE, servers));
        assertThat(refined.value()).isCloseTo(published, within(5e-5));
        assertThat(refined.isLarge()).isEqualTo(servers == 10);
        assertThat(refined.warning("mean_queue").isPresent()).isEqualTo(refined.isLarge());
    }

    private static FluidAnalysis batchSampling(ReferenceTable.Row row) {
        return FluidAnalysis.of(
                new RoutingPolicy.BatchSampling(row.integer("L"), row.integer("k")), row.number("lambda"));
    }

    private static RoutingPolicy policy(ReferenceTable.Row row) {
        return switch (row.text("policy")) {
            case "jsq" -> new RoutingPolicy.JoinShortestQueue();
            case "jiq" -> new RoutingPolicy.JoinIdleQueue();
            default -> new RoutingPolicy.Centralized(row.number("p"));
        };
    }
}
