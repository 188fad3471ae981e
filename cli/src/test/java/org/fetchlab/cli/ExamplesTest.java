package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every scenario in {@code examples} runs as its comment says. */
final class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    static Stream<Path> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void theScenarioRunsAndEveryStableRowHasAMean(Path scenario) throws IOException {
        String command = Files.readAllLines(scenario).stream()
                .filter(line -> line.startsWith("#   fetchlab "))
                .map(line -> line.substring("#   fetchlab ".length()).split(" ", 2)[0])
                .findFirst()
                .orElseThrow();
        CommandRun run = CommandRun.of(command, "-f", scenario.toString(), "--format", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        for (JsonNode row : run.json().get("results")) {
            assertThat(row.get("status").asString()).isEqualTo("stable");
            JsonNode simulation = row.get("simulation");
            double margin = 1.5 * simulation.get("half_width_95").asDouble();
            assertThat(simulation.get("mean").asDouble())
                    .isBetween(
                            row.get("bounds").get("lower").asDouble() - margin,
                            row.get("bounds").get("upper").asDouble() + margin);
            assertPercentilesIncrease(simulation.get("percentiles"));
        }
    }

    private static void assertPercentilesIncrease(JsonNode percentiles) {
        assertThat(percentiles.has("50") && percentiles.has("99")).isTrue();
        double before = 0;
        for (JsonNode percentile : percentiles) {
            if (percentile.has("value")) {
                double value = percentile.get("value").asDouble();
                assertThat(value)
                        .isBetween(
                                percentile.get("lower_95").asDouble(),
                                percentile.get("upper_95").asDouble());
                assertThat(value).isGreaterThan(before);
                before = value;
            }
        }
    }

    /** The limit of 60 ms lies far outside of every interval but the last, which holds it. */
    @Test
    void theObjectStoreIsToldWhichCodesKeepItsServiceLevelAndUpToWhichLoad() {
        JsonNode results = CommandRun.answered(
                        "compare", "-f", EXAMPLES.resolve("object-store.yaml").toString())
                .get("results");
        Map<String, List<String>> answers = new LinkedHashMap<>();
        for (JsonNode row : results) {
            assertThat(row.get("slo").get("target").asString()).startsWith("p99<");
            answers.computeIfAbsent(row.get("code").asString(), code -> new ArrayList<>())
                    .add(row.get("slo").get("met").asString());
        }
        assertThat(answers)
                .containsEntry("6*rep(3)", List.of("yes", "yes", "yes"))
                .containsEntry("mds(9,6)", List.of("yes", "yes", "no"))
                .containsEntry("lrc(6,2,2)", List.of("yes", "yes", "unclear"));
    }
}
