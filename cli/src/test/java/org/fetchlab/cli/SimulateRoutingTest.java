package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.cli.SimulateRun.covers;
import static org.fetchlab.cli.SimulateRun.meanDownload;
import static org.fetchlab.cli.SimulateRun.run;
import static org.fetchlab.cli.SimulateRun.simulate;
import static org.fetchlab.cli.SimulateRun.with;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab simulate} under routing policies: its fields, and its values against exact ones. */
final class SimulateRoutingTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void routingHasTheFieldsOfQueues() {
        JsonNode result = simulate("--policy", "jsq", "--servers", "10", "--requests", "200000");
        assertThat(result.propertyNames())
                .containsExactly(
                        "command",
                        "version",
                        "seed",
                        "conventions",
                        "policy",
                        "servers",
                        "arrival_rate",
                        "status",
                        "capacity",
                        "mean_queue",
                        "tails",
                        "download",
                        "utilization",
                        "half_width_95",
                        "warm_up",
                        "events",
                        "replications");
        assertThat(result.get("tails").get(0).get("value").asDouble()).isEqualTo(1);
    }

    /** The published supermarket table: with replacement, d = 2, mean queue. */
    @ParameterizedTest
    @CsvSource({"10,0.9,2.8003", "20,0.9,2.5662", "10,0.7,1.2193", "20,0.7,1.1737"})
    void powerOfTwoHasThePublishedMeanQueue(String servers, String load, double exact) {
        JsonNode result = simulate(
                "--servers", servers, "--arrival-rate", load, "--sampling", "with-replacement", "--precision", "0.02");
        covers(result.get("mean_queue"), exact);
    }

    @Test
    void randomRoutingWithDeterministicServiceIsASetOfSingleServerQueues() {
        JsonNode result = simulate(
                "--policy",
                "random",
                "--servers",
                "4",
                "--arrival-rate",
                "0.5",
                "--service",
                "det(1)",
                "--precision",
                "0.01");
        covers(result.get("download").get("mean"), 1.5);
        assertThat(result.get("utilization").asDouble()).isCloseTo(0.5, within(0.01));
    }

    @Test
    void redundantKillingComesNearItsLimit() {
        ReferenceTable.Row row = ReferenceTable.read("redundant_request_killing.csv")
                .rows()
                .filter(each -> each.text("L").equals("2") && each.number("lambda") == 0.7)
                .findFirst()
                .orElseThrow();
        JsonNode result = simulate(
                "--policy",
                "redundant-killing(2,1)",
                "--servers",
                "400",
                "--arrival-rate",
                "0.7",
                "--precision",
                "0.02");
        double mean = result.get("download").get("mean").get("value").asDouble();
        assertThat(mean).isCloseTo(row.number("mean"), within(0.04 * mean));
        assertThat(result.has("mean_queue")).isFalse();
        assertThat(result.has("wasted_work_fraction")).isTrue();
    }

    @Test
    void centralizationComesNearItsFixedPoint() {
        JsonNode result = simulate(
                "--policy", "centralized(0.1)", "--servers", "1000", "--arrival-rate", "0.8", "--precision", "0.02");
        double exact = CommandRun.of(
                        "fluid", "--policy", "centralized(0.1)", "--arrival-rate", "0.8", "--format", "json")
                .json()
                .get("fixed_point")
                .get("mean_queue")
                .asDouble();
        assertThat(result.get("mean_queue").get("value").asDouble()).isCloseTo(exact, within(0.05 * exact));
        assertThat(meanDownload(result)).isCloseTo(exact / 0.8, within(0.05 * exact / 0.8));
        assertThat(result.get("conventions").get("central_service").asString()).contains("oldest", "longest queue");
    }

    @Test
    void aTransientHasTheRefinedMeanOfTheFluidLimit() throws IOException {
        Path path = folder.resolve("path.csv");
        JsonNode result =
                simulate("--servers", "50", "--time", "5", "--replications", "200", "--trajectory", path.toString());
        double refined = CommandRun.of("fluid", "--servers", "50", "--time", "5", "--format", "json")
                .json()
                .get("refined")
                .get("mean_queue")
                .asDouble();
        covers(result.get("mean_queue"), refined);
        assertThat(result.get("time").asDouble()).isEqualTo(5);
        List<String> lines = Files.readAllLines(path);
        assertThat(lines).hasSize(102);
        assertThat(lines.get(0))
                .startsWith("time,mean_queue.value,mean_queue.half_width_95,"
                        + "scaled_variance.value,\"scaled_variance.half_width_95\",tails.0.value");
        assertThat(lines.get(1)).startsWith("0.0,0.0,0.0,0.0,0.0,1.0,");
    }

    @Test
    void aTransientStartsWhereTheFileSays() throws IOException {
        Path state = Files.writeString(folder.resolve("state.csv"), "5,3,2\n");
        Path path = folder.resolve("path.csv");
        simulate("--servers", "10", "--time", "1", "--initial", state.toString(), "--trajectory", path.toString());
        assertThat(Files.readAllLines(path).get(1)).startsWith("0.0,0.7,0.0,0.0,0.0,1.0,0.0,0.5,0.0,0.2,0.0");
    }

    /** Two servers: E[T] = 2.1081972740 at load 0.7 (join the shorter queue), and by Little's law a mean queue of 0.7 E[T]. */
    @Test
    void queuesAloneHaveTheExactMeanAndNoDownload() {
        JsonNode result = simulate(
                "--servers",
                "2",
                "--arrival-rate",
                "0.7",
                "--queues-only",
                "--precision",
                "0.01",
                "--replications",
                "16");
        covers(result.get("mean_queue"), 2.1081972740 * 0.7);
        covers(result.get("tails").get(1), 0.7);
        assertThat(result.get("utilization").asDouble()).isCloseTo(0.7, within(0.02));
        assertThat(result.get("scaled_variance").get("value").asDouble()).isPositive();
        assertThat(result.has("download")).isFalse();
        assertThat(result.get("replications").asInt()).isEqualTo(16);
        assertThat(run("--servers=2", "--queues-only", "--arrival-rate=1").exitCode())
                .isEqualTo(3);
    }

    /** At load 0.5 a mean takes 2 800 requests and a variance 11 200. */
    @Test
    void aRunThatIsTooShortForAVarianceHasItsMeanAndSaysSo() {
        JsonNode result = simulate(
                "--policy",
                "random",
                "--servers",
                "20",
                "--arrival-rate",
                "0.5",
                "--queues-only",
                "--requests",
                "6000");
        assertThat(result.get("mean_queue").get("value").asDouble()).isPositive();
        assertThat(result.has("scaled_variance")).isFalse();
        assertThat(result.get("warnings").get(0).asString()).startsWith("run too short for a variance");
    }

    @Test
    void aPlacementTableSaysWhichServersAFileAsks() throws IOException {
        Path table = Files.writeString(folder.resolve("place.csv"), "0.5,0,1\n0.5,2,3\n");
        JsonNode result = simulate(
                "--placement", table.toString(), "--servers", "4", "--arrival-rate", "0.7", "--precision", "0.01");
        // Two independent pairs of servers, each joining the shorter queue: the exact mean of the pair at load 0.7.
        covers(result.get("download").get("mean"), 2.1081972740);
    }

    /** Three quarters of the requests ask the shorter of two queues, the others M/M/1; and replicas that files share. */
    @Test
    void filesOfAPlacementTableHaveAsManyServersAsTheyLike() throws IOException {
        Path table = Files.writeString(folder.resolve("cluster.csv"), "0.75,0,1\n0.25,2\n");
        for (String policy : List.of("jsq", "power-of-d(2)", "power-of-d(3)")) {
            JsonNode result = simulate(
                    "--policy=" + policy,
                    "--placement=" + table,
                    "--servers=3",
                    "--arrival-rate=0.4444444444",
                    "--precision=0.01");
            covers(result.get("download").get("mean"), 0.75 * 1.4263207512 + 0.25 * 1.5);
        }
        Path replicas = Files.writeString(folder.resolve("replicas.csv"), "0.5,0,1,2\n0.5,1,2,3\n");
        for (String policy : List.of("power-of-d(2)", "random", "jsq", "jiq", "redundant-killing(2,1)")) {
            simulate(
                    "--policy=" + policy,
                    "--placement=" + replicas,
                    "--servers=4",
                    "--arrival-rate=0.3",
                    "--requests=20000");
        }
    }

    /** Four fifths of the requests go to two of three servers: the capacity is 2 / (3 · 0.8) = 5/6 per server. */
    @Test
    void nearTheCapacityOfAPlacementARunIsTooShortAndAboveItUnstable() throws IOException {
        Path table = Files.writeString(folder.resolve("hot.csv"), "0.8,0,1\n0.2,1,2\n");
        String[] options = {"--placement=" + table, "--servers=3", "--requests=20000"};
        JsonNode easy = with(options, "--arrival-rate=0.5");
        assertThat(easy.get("capacity").get("lower").asDouble()).isCloseTo(5 / 6.0, within(1e-9));
        assertThat(easy.get("capacity").get("upper").asDouble()).isCloseTo(5 / 6.0, within(1e-9));
        for (String queues : List.of("--quiet", "--queues-only")) {
            CommandRun close = run(options[0], options[1], options[2], queues, "--arrival-rate=0.825");
            assertThat(close.exitCode()).isEqualTo(3);
            assertThat(close.json().get("status").asString()).isEqualTo("stable");
            assertThat(close.json().get("warnings").get(0).asString()).startsWith("run too short");
            CommandRun above = run(options[0], options[1], options[2], queues, "--arrival-rate=0.84");
            assertThat(above.exitCode()).isEqualTo(3);
            assertThat(above.json().get("status").asString()).isEqualTo("unstable");
        }
    }

    /** Long after the start the queues of random routing are independent M/M/1 queues: n times the variance is ρ/(1-ρ)². */
    @Test
    void aTransientHasTheVarianceOfTheMeanQueueOverItsReplications() {
        JsonNode result =
                simulate("--policy=random", "--servers=50", "--arrival-rate=0.5", "--time=60", "--replications=400");
        covers(result.get("scaled_variance"), 2);
        assertThat(result.get("scaled_variance").get("half_width_95").asDouble())
                .isLessThan(0.4);
    }
}
