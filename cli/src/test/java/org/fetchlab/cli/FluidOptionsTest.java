package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid}: what its options ask for, and what they refuse. */
final class FluidOptionsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void onlyFieldsThatWereAskedForArePrinted() {
        JsonNode limit = FluidRun.fluid("--policy", "power-of-d(2)", "--arrival-rate", "0.7");
        assertThat(limit.propertyNames())
                .containsExactly(
                        "command",
                        "version",
                        "seed",
                        "conventions",
                        "policy",
                        "arrival_rate",
                        "status",
                        "fixed_point",
                        "covariance",
                        "download");
        JsonNode path = FluidRun.fluid("--time", "2", "--functional", "tail(1),weighted(1,-1)", "--servers", "20");
        assertThat(path.has("fixed_point")).isFalse();
        assertThat(path.has("download")).isFalse();
        assertThat(FluidRun.last(path).get("half_width_95").propertyNames())
                .containsExactly("mean_queue", "tail(1)", "weighted(1,-1)");
        JsonNode both = FluidRun.fluid("--time", "2", "--steady");
        assertThat(both.has("trajectory")).isTrue();
        assertThat(both.has("fixed_point")).isTrue();
        assertThat(both.has("refined")).isFalse();
    }

    @Test
    void aNegativeNumberOfJobsIsCalledThat() {
        CommandRun run = CommandRun.of("fluid", "--time", "1", "--initial", "-2");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--initial: '-2' is a negative number of jobs");
        assertThat(run.errors()).hasSize(1);
    }

    @Test
    void anInitialStateIsReadAsFractionsCountsOrTails() throws IOException {
        String fractions = startingAt("0.5,0.25,0.25\n");
        assertThat(startingAt("tails\n1\n0.5\n0.25\n")).isEqualTo(fractions);
        assertThat(startingAt("1\n0.5\n0.25\n")).isEqualTo(fractions);
        assertThat(startingAt("2\n1\n1\n")).isEqualTo(fractions);
    }

    private String startingAt(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("state.csv"), content);
        return FluidRun.fluid("--time", "1", "--servers", "4", "--initial", file.toString())
                .get("trajectory")
                .toString();
    }

    @Test
    void csvHoldsTheTrajectoryOneLinePerTime() {
        List<String> lines = CommandRun.of("fluid", "--time", "2", "--servers", "9", "--format", "csv")
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(102);
        assertThat(lines.get(0)).startsWith("time,mean_queue,").contains("tails.0", "half_width_95.mean_queue");
    }

    @ParameterizedTest
    @ValueSource(strings = {"svg", "png"})
    void theChartShowsTheTrajectory(String format) throws IOException {
        Path file = folder.resolve("path." + format);
        FluidRun.fluid("--time", "2", "--servers", "9", "--chart", file.toString());
        assertThat(file).isNotEmptyFile();
        if (format.equals("svg")) {
            assertThat(Files.readString(file, StandardCharsets.UTF_8)).contains("power-of-d(2)", "<polygon");
        }
    }

    @Test
    void theTableNamesItsConventions() {
        assertThat(CommandRun.of("fluid", "--time", "2", "--servers", "9", "--steady")
                        .out())
                .contains("distinct", "broken at random", "queue length: counts the job", "at stationarity");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--policy=batch-sampling(3,5)",
                "--policy=centralized(1.5)",
                "--policy=centralized(-0.1)",
                "--policy=centralised(0.1)",
                "--policy=power-of-d(0)",
                "--policy=power-of-d(200)",
                "--policy=redundant-killing(200,4)",
                "--arrival-rate=0",
                "--arrival-rate=-1",
                "--arrival-rate=NaN",
                "--arrival-rate=0.9/s,1",
                "--servers=1",
                "--servers=0",
                "--servers=1e12",
                "--time=0",
                "--time=-1",
                "--time=5s",
                "--sampling=sometimes",
                "--functional=tail(0)",
                "--functional=tale(1)",
                "--functional=level(0.9)",
                "--paths=10",
                "--initial=nowhere.csv",
                "--chart=x.svg"
            })
    void anOptionOutOfRangeIsRefusedWithOneSentence(String option) {
        CommandRun run = CommandRun.of("fluid", option);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).hasSize(1);
        assertThat(run.errors().get(0)).startsWith("fetchlab: ").contains(option.substring(0, option.indexOf('=')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5,0.4", "1,1,1", "tails\n1\n0.5\n0.6", "0.5,-0.5,1", "0.5,half", "tails", "1,2\n3,4"})
    void anInitialStateThatIsNoDistributionIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("state.csv"), content + "\n");
        CommandRun run = CommandRun.of("fluid", "--time", "1", "--initial", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.errors().get(0)).contains("--initial: ");
    }

    @Test
    void redundantRequestsSayHowCopiesAreServedAndWhenTheyAreKilled() {
        JsonNode fluid = FluidRun.fluid("--policy", "redundant-killing(3,2)").get("conventions");
        assertThat(fluid.get("cancel").asString()).isEqualTo("on-complete");
        assertThat(fluid.get("service").asString()).endsWith("each piece or copy is served at rate 2");
        CommandRun simulated = CommandRun.of(
                "simulate",
                "--policy",
                "redundant-killing(3,2)",
                "--servers",
                "9",
                "--requests",
                "2000",
                "--format",
                "json");
        assertThat(simulated.json().get("conventions").get("cancel").asString()).isEqualTo("on-complete");
        assertThat(FluidRun.fluid("--policy", "power-of-d(3)")
                        .get("conventions")
                        .has("cancel"))
                .isFalse();
    }

    @Test
    void aLoadJustBelowOneIsNotRoundedToOne() {
        assertThat(CommandRun.of("fluid", "--arrival-rate", "0.999999999999").out())
                .contains("at 0.999999999999 requests per server: stable");
    }
}
