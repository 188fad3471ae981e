package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid}, from arguments to result. */
final class FluidTest {
    private static final double REFERENCE_ACCURACY = 1e-7;

    private static JsonNode fluid(String... args) {
        List<String> all = new ArrayList<>(List.of("fluid", "--format", "json"));
        all.addAll(List.of(args));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json();
    }

    private static String policy(ReferenceTable.Row row) {
        return "batch-sampling(" + row.text("L") + "," + row.text("k") + ")";
    }

    static Stream<ReferenceTable.Row> transients() {
        return ReferenceTable.read("batch_sampling_transient_from_empty.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("transients")
    void theTrajectoryFromEmptyHasTheReferenceMeansAndBands(ReferenceTable.Row row) {
        int servers = 100;
        JsonNode result = fluid(
                "--policy",
                policy(row),
                "--arrival-rate",
                row.text("lambda"),
                "--time",
                row.text("time"),
                "--servers",
                Integer.toString(servers),
                "--functional",
                "mean-queue,tail(1)");
        JsonNode last = result.get("trajectory").get(20);
        assertThat(last.get("mean_queue").asDouble()).isCloseTo(row.number("mean_queue"), within(REFERENCE_ACCURACY));
        assertThat(last.get("tails").get(1).asDouble()).isCloseTo(row.number("s1"), within(REFERENCE_ACCURACY));
        assertThat(last.get("half_width_95").get("mean-queue").asDouble())
                .isCloseTo(1.959964 * Math.sqrt(row.number("variance_total_queue_over_n") / servers), within(1e-6));
        assertThat(last.get("half_width_95").get("tail(1)").asDouble())
                .isCloseTo(1.959964 * Math.sqrt(row.number("var_s1") / servers), within(1e-6));
        double correction = row.number("refined_mean_queue_times_n_distinct_servers") / servers;
        assertThat(last.get("refined_mean_queue").asDouble())
                .isCloseTo(row.number("mean_queue") + correction, within(REFERENCE_ACCURACY));
    }

    static Stream<ReferenceTable.Row> stationary() {
        return ReferenceTable.read("batch_sampling_stationary_fluctuation.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("stationary")
    void theStationaryFluctuationsAreTheReferenceValuesUnderBothWaysOfSampling(ReferenceTable.Row row) {
        int servers = 1000;
        for (String sampling : List.of("distinct", "with-replacement")) {
            JsonNode result = fluid(
                    "--policy",
                    policy(row),
                    "--arrival-rate",
                    row.text("lambda"),
                    "--servers",
                    Integer.toString(servers),
                    "--sampling",
                    sampling);
            String column = "refined_mean_queue_times_n_"
                    + (sampling.equals("distinct") ? "distinct_servers" : "with_replacement");
            double correction = result.get("refined").get("mean_queue").asDouble()
                    - result.get("fixed_point").get("mean_queue").asDouble();
            assertThat(servers * correction).isCloseTo(row.number(column), within(1e-6 * row.number(column) + 1e-6));
            assertThat(result.get("covariance").get(0).get(1).asDouble())
                    .isCloseTo(row.number("cov_s1_s2"), within(1e-7));
        }
    }

    /** Pollaczek-Khinchine for M/M/1: mean queue λ/(1-λ), download time exponential of mean 1/(1-λ). */
    @Test
    void randomRoutingIsASetOfSingleServerQueues() {
        JsonNode result = fluid("--policy", "random", "--arrival-rate", "0.75");
        assertThat(result.get("fixed_point").get("mean_queue").asDouble()).isCloseTo(3, within(1e-9));
        assertThat(result.get("download").get("mean").asDouble()).isCloseTo(4, within(1e-9));
        assertThat(result.get("download").get("p99").asDouble()).isCloseTo(4 * Math.log(100), within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsq", "jiq", "centralized(0.1)"})
    void aSwitchingPolicyHasATrajectoryButNoBand(String policy) {
        JsonNode result =
                fluid("--policy", policy, "--arrival-rate", "0.9", "--time", "4", "--initial", "3", "--servers", "50");
        JsonNode first = result.get("trajectory").get(0);
        assertThat(first.get("mean_queue").asDouble()).isEqualTo(3);
        assertThat(first.has("half_width_95")).isFalse();
        assertThat(result.get("notes").get(0).asString()).contains("Gaussian");
    }

    @Test
    void anUnstableLoadHasATrajectoryButNoStationaryRegime() {
        CommandRun run = CommandRun.of("fluid", "--arrival-rate", "1.2", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("status").asString()).isEqualTo("unstable");
        assertThat(run.json().has("fixed_point")).isFalse();
        assertThat(fluid("--arrival-rate", "1.2", "--time", "3")
                        .get("trajectory")
                        .size())
                .isEqualTo(21);
    }

    @Test
    void theInitialStateMayComeFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("tails.csv"), "1\n0.5\n0.25\n");
        JsonNode first = fluid("--time", "1", "--initial", file.toString())
                .get("trajectory")
                .get(0);
        assertThat(first.get("mean_queue").asDouble()).isEqualTo(0.75);
        Files.writeString(file, "1\n0.5\n0.75\n");
        assertThat(CommandRun.of("fluid", "--time", "1", "--initial", file.toString())
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void tablesAndChartsShowTheBand(@TempDir Path folder) throws IOException {
        Path chart = folder.resolve("path.svg");
        CommandRun run = CommandRun.of(
                "fluid",
                "--policy",
                "batch-sampling(5,3)",
                "--servers",
                "100",
                "--time",
                "5",
                "--steady",
                "--chart",
                chart.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Queues over time", "Queues at stationarity", "n = 100");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(Files.readString(chart)).contains("<polygon", "jobs per server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--policy=batch-sampling(3,5)",
                "--policy=power-of-d(0)",
                "--policy=centralized(1.5)",
                "--policy=best",
                "--arrival-rate=0",
                "--arrival-rate=NaN",
                "--servers=1",
                "--servers=0",
                "--time=0",
                "--time=-1",
                "--sampling=sometimes",
                "--functional=tail(0)",
                "--functional=variance",
                "--initial=nowhere.csv",
                "--chart=path.svg"
            })
    void anOptionOutOfRangeIsRefused(String option) {
        CommandRun run = CommandRun.of("fluid", option);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.err()).contains(option.substring(0, option.indexOf('=')));
    }
}
