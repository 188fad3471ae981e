package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FluidAnalysisTest {
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
        assertThat(tails.meanQueue()).isCloseTo(row.number("mean_queue"), within(1e-11));
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

    @Test
    void anOverloadedSystemHasATrajectoryButNoFixedPoint() {
        FluidAnalysis overloaded = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 1.2);
        assertThat(overloaded.verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(overloaded.fixedPoint()).isInstanceOf(Outcome.None.class);
        QueueTails late = known(overloaded.trajectory(100)).points().get(0).tails();
        assertThat(late.meanQueue()).isGreaterThan(19);
    }

    @Test
    void loadsThatAreNoPositiveNumbersAreRefused() {
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FluidAnalysis.of(new RoutingPolicy.Random(), rate))
                    .withMessageContaining("arrival rate");
        }
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

    private static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }
}
