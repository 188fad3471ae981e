package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid}: fixed points, trajectories and download times against the reference tables. */
final class FluidLimitsTest {
    static Stream<ReferenceTable.Row> fixedPoints() {
        return ReferenceTable.read("batch_sampling_fixed_point.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fixedPoints")
    void theFixedPointOfBatchSamplingIsThatOfTheTable(ReferenceTable.Row row) {
        JsonNode fixedPoint = FluidRun.fluid("--policy", FluidRun.batch(row), "--arrival-rate", row.text("lambda"))
                .get("fixed_point");
        assertThat(fixedPoint.get("mean_queue").asDouble()).isCloseTo(row.number("mean_queue"), within(1e-9));
        assertThat(fixedPoint.get("tails").get(0).asDouble()).isEqualTo(1);
        assertThat(fixedPoint.get("tails").get(2).asDouble()).isCloseTo(row.number("s2"), within(1e-10));
    }

    static Stream<ReferenceTable.Row> downloads() {
        return Stream.concat(
                ReferenceTable.read("batch_sampling_download.csv").rows(),
                ReferenceTable.read("redundant_request_killing.csv").rows());
    }

    @ParameterizedTest
    @MethodSource("downloads")
    void downloadTimesAreThoseOfTheTables(ReferenceTable.Row row) {
        boolean isBatch = downloadsOfBatchSampling().anyMatch(row::equals);
        String policy =
                isBatch ? FluidRun.batch(row) : "redundant-killing(" + row.text("L") + "," + row.text("k") + ")";
        JsonNode download = FluidRun.fluid("--policy", policy, "--arrival-rate", row.text("lambda"))
                .get("download");
        for (String field : List.of("mean", "p50", "p99")) {
            assertThat(download.get(field).asDouble()).as(field).isCloseTo(row.number(field), within(1e-6));
        }
    }

    private static Stream<ReferenceTable.Row> downloadsOfBatchSampling() {
        return ReferenceTable.read("batch_sampling_download.csv").rows();
    }

    static Stream<ReferenceTable.Row> switchingPaths() {
        return ReferenceTable.read("switching_fluid.csv").rows().filter(row -> row.number("time") <= 10);
    }

    @ParameterizedTest
    @MethodSource("switchingPaths")
    void pathsOfSwitchingPoliciesAreThoseOfTheTable(ReferenceTable.Row row) {
        String policy = row.text("policy") + (row.has("p") ? "(" + row.text("p") + ")" : "");
        JsonNode last = FluidRun.last(FluidRun.fluid(
                "--policy",
                policy,
                "--arrival-rate",
                row.text("lambda"),
                "--initial",
                row.text("initial_jobs_per_server"),
                "--time",
                row.text("time")));
        assertThat(last.get("mean_queue").asDouble()).isCloseTo(row.number("mean_queue"), within(1e-4));
        assertThat(last.has("half_width_95")).isFalse();
    }

    static Stream<ReferenceTable.Row> centralizations() {
        return ReferenceTable.read("centralization_fixed_point.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("centralizations")
    void theFixedPointOfCentralizationIsThatOfTheTable(ReferenceTable.Row row) {
        JsonNode result =
                FluidRun.fluid("--policy", "centralized(" + row.text("p") + ")", "--arrival-rate", row.text("lambda"));
        assertThat(result.get("fixed_point").get("mean_queue").asDouble())
                .isCloseTo(row.number("mean_queue"), within(1e-9));
        // with p = 1 − λ the longest queues of the fixed point are just as many as the central server can keep from
        // growing
        boolean switchesThere = row.number("p") == 0.01 && row.number("lambda") == 0.99;
        assertThat(result.has("covariance")).isNotEqualTo(switchesThere);
    }

    /** M/M/1: mean queue λ/(1-λ), download time exponential of mean 1/(1-λ). */
    @Test
    void randomRoutingIsASetOfSingleServerQueues() {
        JsonNode result = FluidRun.fluid("--policy", "random", "--arrival-rate", "0.75");
        assertThat(result.get("fixed_point").get("mean_queue").asDouble()).isCloseTo(3, within(1e-9));
        assertThat(result.get("download").get("mean").asDouble()).isCloseTo(4, within(1e-9));
        assertThat(result.get("download").get("p99").asDouble()).isCloseTo(4 * Math.log(100), within(1e-8));
    }

    @Test
    void anOverloadedSystemHasATrajectoryButNoFixedPoint() {
        assertThat(FluidRun.fluid("--arrival-rate", "1.5", "--time", "3")
                        .get("status")
                        .asString())
                .isEqualTo("unstable");
        JsonNode late = FluidRun.last(FluidRun.fluid("--policy", "random", "--arrival-rate", "1.5", "--time", "60"));
        // a queue that arrivals outrun: 30 jobs more, and those for which it was idle at first
        assertThat(late.get("mean_queue").asDouble()).isBetween(30.0, 34.0);
        CommandRun steady = CommandRun.of("fluid", "--arrival-rate", "1", "--format", "json");
        assertThat(steady.exitCode()).isEqualTo(3);
        assertThat(steady.json().get("missing").get("fixed_point").asString()).startsWith("no fixed point");
        assertThat(steady.json().has("fixed_point")).isFalse();
        assertThat(steady.json().has("download")).isFalse();
        assertThat(CommandRun.of("fluid", "--arrival-rate", "1").out()).contains("unstable", "no fixed point");
    }

    @Test
    void redundantKillingHasNoTrajectoryOfQueueLengths() {
        CommandRun run =
                CommandRun.of("fluid", "--policy", "redundant-killing(3,2)", "--time", "2", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("missing").has("trajectory")).isTrue();
    }

    @Test
    void aTrajectoryThatDoesNotExistIsNoAnswerAndTheDownloadTimeIsPrinted() {
        JsonNode result =
                FluidRun.unanswered("--policy", "redundant-killing(5,3)", "--time", "5", "--arrival-rate", "0.3");
        assertThat(result.has("download")).isTrue();
        assertThat(result.get("missing").has("trajectory")).isTrue();
    }
}
