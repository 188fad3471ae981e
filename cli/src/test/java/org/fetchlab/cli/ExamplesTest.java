package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
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
            if (row.get("status").asString().equals("stable")) {
                assertThat(row.get("simulation").get("mean").asDouble())
                        .isGreaterThanOrEqualTo(row.get("low_traffic_mean").asDouble() * 0.95);
            }
        }
    }
}
