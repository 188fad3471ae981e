package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.cli.CompareRun.compare;
import static org.fetchlab.cli.CompareRun.one;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab compare}: the forms of its result, and what decides its bytes. */
final class CompareOutputTest {
    private static final String[] FOUR = {"6*rep(3)", "mds(9,6)", "lrc(6,2,2)", "2*simplex(3)"};

    @Test
    void theTableFitsHundredColumnsAndEndsWithItsSettings() {
        CommandRun run = CommandRun.of("compare", "--precision", "0.1");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(run.out())
                .contains(FOUR)
                .contains("seed: 1", "decoding: linear")
                .endsWith("\n");
    }

    @Test
    void aTableTooWideForALineGoesOnBelow() {
        CommandRun run = CommandRun.of(
                "codes",
                "availability(12,12)",
                "2*availability(2,3)+lrc(12,2,2)+simplex(4)",
                "--mtbf=1e6h",
                "--mttr=24h",
                "--service=exp(mean=10ms)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("data loss");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void csvHasOneLinePerResultAndTheSameNumbersAsJson() {
        String[] args = {"compare", "rep(3)", "mds(3,2)", "--arrival-rates", "0.2,0.4", "--requests", "2000", "--format"
        };
        List<String> lines = CommandRun.of(
                        Stream.concat(Stream.of(args), Stream.of("csv")).toArray(String[]::new))
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0))
                .startsWith("code,servers,objects,storage_overhead")
                .contains("simulation.mean");
        JsonNode json = CommandRun.of(
                        Stream.concat(Stream.of(args), Stream.of("json")).toArray(String[]::new))
                .json();
        assertThat(lines.get(1))
                .contains(
                        json.get("results").get(0).get("simulation").get("mean").asString());
        assertThat(lines.get(3)).startsWith("\"mds(3,2)\",3,2,");
    }

    @Test
    void theOutputFileIsWrittenWhole(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("result.json");
        Files.writeString(file, "old");
        CommandRun run = CommandRun.of(
                "compare",
                "rep(2)",
                "--arrival-rates",
                "0.2",
                "--requests",
                "1000",
                "--format",
                "json",
                "--output",
                file.toString());
        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(file)).startsWith("{").endsWith("}\n");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void theChartIsAPictureOfEveryCode(@TempDir Path folder) throws IOException {
        Path svg = folder.resolve("chart.svg");
        Path png = folder.resolve("chart.png");
        CommandRun.of("compare", "--precision", "0.05", "--chart", svg.toString());
        CommandRun.of("compare", "--precision", "0.05", "--chart", png.toString());
        assertThat(Files.readString(svg)).startsWith("<svg").contains(FOUR).contains("arrival rate");
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
        assertThat(CommandRun.of("compare", "rep(1)", "--arrival-rates", "2", "--chart", svg.toString())
                        .err())
                .contains("nothing to draw");
    }

    @Test
    void theResultDoesNotDependOnTheNumberOfThreads() {
        String[] args = {
            "compare", "--format", "json", "mds(9,6)", "rep(3)", "--arrival-rates", "0.5,1.2", "--precision", "0.03"
        };
        assertThat(withThreads(args, "1")).isEqualTo(withThreads(args, "2")).isEqualTo(withThreads(args, "3"));
    }

    private static String withThreads(String[] args, String threads) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--threads", threads));
        return CommandRun.of(all.toArray(String[]::new)).out();
    }

    @Test
    void theSeedDecidesTheResult() {
        String[] args = {"compare", "rep(3)", "--arrival-rates", "1", "--requests", "5000", "--format", "json", "--seed"
        };
        String first = CommandRun.of(
                        Stream.concat(Stream.of(args), Stream.of("5")).toArray(String[]::new))
                .out();
        String again = CommandRun.of(
                        Stream.concat(Stream.of(args), Stream.of("5")).toArray(String[]::new))
                .out();
        String other = CommandRun.of(
                        Stream.concat(Stream.of(args), Stream.of("6")).toArray(String[]::new))
                .out();
        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
    }

    @Test
    void optionsWinOverTheScenario(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("s.yaml"),
                "codes: [rep(2), rep(3)]\narrival-rates: [0.2, 0.4]\nrequests: 1000\nseed: 9\npercentiles: [50, 90]\n");
        JsonNode result = compare("-f", file.toString());
        assertThat(result.get("seed").asLong()).isEqualTo(9);
        assertThat(result.get("results").size()).isEqualTo(4);
        JsonNode won = compare("rep(1)", "-f", file.toString(), "--arrival-rates", "0.3", "--seed", "10");
        assertThat(won.get("seed").asLong()).isEqualTo(10);
        assertThat(won.get("results").size()).isEqualTo(1);
        assertThat(won.get("results")
                        .get(0)
                        .get("simulation")
                        .get("percentiles")
                        .has("90"))
                .isTrue();
    }

    @Test
    void filesOfAScenarioAreFoundBesideIt(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("times.csv"), "time\n1\n2\n3\n");
        Files.writeString(folder.resolve("g.csv"), "1,0,1\n0,1,1\n");
        Path file = Files.writeString(
                folder.resolve("s.yaml"),
                "codes: matrix(g.csv)\nservice: empirical(times.csv)\narrival-rates: 0.1\nrequests: 1000\n");
        assertThat(one("-f", file.toString()).get("servers").asInt()).isEqualTo(3);
    }

    @Test
    void progressGoesToStandardErrorOnly() {
        CommandRun run = CommandRun.of(
                "compare",
                "rep(2)",
                "--arrival-rates",
                "0.2",
                "--requests",
                "1000",
                "--progress",
                "always",
                "--format",
                "json");
        assertThat(run.err()).contains("Simulating");
        assertThat(run.json().get("results").size()).isEqualTo(1);
    }
}
