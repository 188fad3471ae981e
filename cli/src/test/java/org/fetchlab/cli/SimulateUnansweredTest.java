package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.cli.SimulateRun.run;
import static org.fetchlab.cli.SimulateRun.with;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab simulate} where there is no number to give, or none as precise as asked. */
final class SimulateUnansweredTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"power-of-d(2)", "redundant-killing(3,2)", "centralized(0.1)", "jiq"})
    void anOverloadedPolicyHasAStatusAndNoMean(String policy) {
        CommandRun run = run("--policy", policy, "--servers", "20", "--arrival-rate", "1");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("status").asString()).isEqualTo("unstable");
        for (String field : List.of("mean_queue", "tails", "download", "utilization", "events", "warm_up")) {
            assertThat(run.json().has(field)).as(field).isFalse();
        }
        assertThat(CommandRun.of("simulate", "--policy", policy, "--arrival-rate", "1")
                        .out())
                .contains("unstable");
    }

    @Test
    void anOverloadedTransientHasATrajectoryOnly() throws IOException {
        Path path = folder.resolve("path.csv");
        String[] options = {"--arrival-rate", "1.5", "--servers", "20", "--time", "2"};
        assertThat(run(options).exitCode()).isEqualTo(3);
        JsonNode result = with(options, "--trajectory=" + path);
        assertThat(result.get("status").asString()).isEqualTo("unstable");
        assertThat(result.has("mean_queue")).isFalse();
        assertThat(path).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exp(1)", "pareto(0.0001,0.9)"})
    void aMeanThatIsWithheldHasItsOwnExitCode(String service) {
        String rate = service.startsWith("exp") ? "0.999999" : "0.001";
        CommandRun run = run(
                "--policy",
                "random",
                "--servers",
                "3",
                "--arrival-rate",
                rate,
                "--service",
                service,
                "--requests",
                "2000");
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @Test
    void anUndeterminedSystemSaysWhy() {
        String[] options = {
            "--policy",
            "redundant-killing(3,2)",
            "--servers",
            "4",
            "--service",
            "pareto(1,1.5)",
            "--arrival-rate",
            "0.01"
        };
        CommandRun run = run(options);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("status").asString()).isEqualTo("undetermined");
        assertThat(run.json().get("warnings").get(0).asString())
                .startsWith("undetermined: ")
                .contains("variance");
        assertThat(table(options)).contains("Caution: undetermined: ");
    }

    @Test
    void aPercentileWithoutLimitsSaysWhy() {
        String[] options = {
            "--policy", "fork-join(rep(1))", "--arrival-rate", "0.8", "--requests", "50000", "--percentiles", "50,99.9"
        };
        JsonNode percentiles = run(options).json().get("download").get("percentiles");
        assertThat(percentiles.get("50").get("value").asDouble()).isBetween(2.8, 4.2);
        assertThat(percentiles.get("99.9").get("reason").asString()).contains("too few independent excursions");
        assertThat(table(options)).contains("p99.9: percentile 99.9 cannot be bounded from 50000 requests");
    }

    private static String table(String... options) {
        return CommandRun.of(
                        Stream.concat(Stream.of("simulate"), Stream.of(options)).toArray(String[]::new))
                .out();
    }

    @Test
    void queuesOfHardlyAnyArrivalsAreRefused() {
        run("--policy", "jsq", "--queues-only", "--arrival-rate", "1e-9")
                .isRefused("--arrival-rate: ", "download times");
    }

    @Test
    void copiesOfOneRequestAtOneServerAreRefused() {
        CommandRun run = run("--policy", "redundant-killing(2,1)", "--sampling", "with-replacement");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--sampling").contains("distinct servers");
    }

    @Test
    void anEstimatedCapacityHasBothEnds() {
        assertThat(CommandRun.of(
                                "simulate",
                                "--policy",
                                "fork-join(availability(2,3))",
                                "--arrival-rate",
                                "0.5",
                                "--requests",
                                "2000")
                        .out())
                .containsPattern("stable up to arrival rate +[0-9.]+[0-9]\\.\\.[0-9]");
    }

    @Test
    @Tag("slow")
    void aPrecisionThatIsNotReachedHasItsOwnExitCode() {
        CommandRun run = run("--policy", "fork-join(rep(1))", "--arrival-rate", "0.5", "--precision", "0.00002");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("warnings").get(0).asString()).contains("budget");
    }
}
