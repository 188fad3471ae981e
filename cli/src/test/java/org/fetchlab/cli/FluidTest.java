package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** {@code fetchlab fluid}: its fields and its values against the reference tables. */
final class FluidTest {
    @TempDir
    Path folder = Path.of("");

    private static JsonNode fluid(String... options) {
        List<String> args = new ArrayList<>(List.of("fluid", "--format", "json"));
        args.addAll(List.of(options));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json();
    }

    private static String batch(ReferenceTable.Row row) {
        return "batch-sampling(" + row.text("L") + "," + row.text("k") + ")";
    }

    private static JsonNode last(JsonNode result) {
        JsonNode trajectory = result.get("trajectory");
        return trajectory.get(trajectory.size() - 1);
    }

    static Stream<ReferenceTable.Row> fixedPoints() {
        return ReferenceTable.read("batch_sampling_fixed_point.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fixedPoints")
    void theFixedPointOfBatchSamplingIsThatOfTheTable(ReferenceTable.Row row) {
        JsonNode fixedPoint = fluid("--policy", batch(row), "--arrival-rate", row.text("lambda"))
                .get("fixed_point");
        assertThat(fixedPoint.get("mean_queue").asDouble()).isCloseTo(row.number("mean_queue"), within(1e-9));
        assertThat(fixedPoint.get("tails").get(0).asDouble()).isEqualTo(1);
        assertThat(fixedPoint.get("tails").get(2).asDouble()).isCloseTo(row.number("s2"), within(1e-10));
    }

    static Stream<ReferenceTable.Row> fluctuations() {
        return ReferenceTable.read("batch_sampling_stationary_fluctuation.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fluctuations")
    void fluctuationsAndRefinementAtStationarityAreThoseOfTheTable(ReferenceTable.Row row) {
        String[] options = {
            "--policy", batch(row), "--arrival-rate", row.text("lambda"), "--servers", "100", "--sampling"
        };
        JsonNode distinct =
                fluid(Stream.concat(Stream.of(options), Stream.of("distinct")).toArray(String[]::new));
        JsonNode repeated = fluid(
                Stream.concat(Stream.of(options), Stream.of("with-replacement")).toArray(String[]::new));
        assertThat(correction(distinct))
                .isCloseTo(row.number("refined_mean_queue_times_n_distinct_servers"), within(1e-5));
        assertThat(correction(repeated))
                .isCloseTo(row.number("refined_mean_queue_times_n_with_replacement"), within(1e-5));
        assertThat(distinct.get("covariance").get(0).get(1).asDouble())
                .isCloseTo(row.number("cov_s1_s2"), within(1e-6));
        double halfWidth = distinct.get("fixed_point")
                .get("half_width_95")
                .get("mean_queue")
                .asDouble();
        double variance = row.number("variance_total_queue_over_n");
        assertThat(halfWidth).isCloseTo(1.959964 * Math.sqrt(variance / 100), within(1e-5));
    }

    private static double correction(JsonNode result) {
        double refined = result.get("refined").get("mean_queue").asDouble();
        return 100 * (refined - result.get("fixed_point").get("mean_queue").asDouble());
    }

    static Stream<ReferenceTable.Row> transients() {
        return ReferenceTable.read("batch_sampling_transient_from_empty.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("transients")
    void theTransientFromEmptyIsThatOfTheTable(ReferenceTable.Row row) {
        JsonNode result = fluid(
                "--policy",
                batch(row),
                "--arrival-rate",
                row.text("lambda"),
                "--time",
                row.text("time"),
                "--servers",
                "50");
        JsonNode last = last(result);
        assertThat(last.get("time").asDouble()).isEqualTo(row.number("time"));
        assertThat(last.get("mean_queue").asDouble()).isCloseTo(row.number("mean_queue"), within(1e-6));
        assertThat(last.get("tails").get(2).asDouble()).isCloseTo(row.number("s2"), within(1e-6));
        double correction = row.number("refined_mean_queue_times_n_distinct_servers") / 50;
        double refined = row.number("mean_queue") + correction;
        assertThat(last.get("refined_mean_queue").asDouble()).isCloseTo(refined, within(1e-6));
        assertThat(result.get("refined").get("mean_queue").asDouble()).isCloseTo(refined, within(1e-6));
        assertThat(result.get("covariance").get(0).get(0).asDouble()).isCloseTo(row.number("var_s1"), within(1e-6));
        double variance = row.number("variance_total_queue_over_n");
        assertThat(last.get("half_width_95").get("mean_queue").asDouble())
                .isCloseTo(1.959964 * Math.sqrt(variance / 50), within(1e-5));
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
        String policy = isBatch ? batch(row) : "redundant-killing(" + row.text("L") + "," + row.text("k") + ")";
        JsonNode download =
                fluid("--policy", policy, "--arrival-rate", row.text("lambda")).get("download");
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
        JsonNode last = last(fluid(
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
        JsonNode result = fluid("--policy", "centralized(" + row.text("p") + ")", "--arrival-rate", row.text("lambda"));
        assertThat(result.get("fixed_point").get("mean_queue").asDouble())
                .isCloseTo(row.number("mean_queue"), within(1e-9));
        assertThat(result.get("missing").get("covariance").asString()).contains("Gaussian");
    }

    /** M/M/1: mean queue λ/(1-λ), download time exponential of mean 1/(1-λ). */
    @Test
    void randomRoutingIsASetOfSingleServerQueues() {
        JsonNode result = fluid("--policy", "random", "--arrival-rate", "0.75");
        assertThat(result.get("fixed_point").get("mean_queue").asDouble()).isCloseTo(3, within(1e-9));
        assertThat(result.get("download").get("mean").asDouble()).isCloseTo(4, within(1e-9));
        assertThat(result.get("download").get("p99").asDouble()).isCloseTo(4 * Math.log(100), within(1e-8));
    }

    /** 500 paths: the mean lies within 4.9 of its standard errors but for one seed in a million. */
    @Test
    void pathsOfTheDiffusionAgreeWithTheBandAndTheSeedDecidesThem() {
        String[] options = {
            "--time", "3", "--servers", "100", "--paths", "500", "--functional", "tail(1),level(0.99)", "--seed"
        };
        JsonNode result =
                fluid(Stream.concat(Stream.of(options), Stream.of("1")).toArray(String[]::new));
        JsonNode other = fluid(Stream.concat(Stream.of(options), Stream.of("2")).toArray(String[]::new));
        JsonNode spread = result.get("paths").get("functionals").get("mean_queue");
        JsonNode mean = spread.get("mean");
        assertThat(mean.get("value").asDouble())
                .isCloseTo(
                        last(result).get("mean_queue").asDouble(),
                        within(2.5 * mean.get("half_width_95").asDouble()));
        double width =
                spread.get("upper_95").asDouble() - spread.get("lower_95").asDouble();
        double band = 2 * last(result).get("half_width_95").get("mean_queue").asDouble();
        assertThat(width).isCloseTo(band, within(0.25 * band));
        assertThat(result.get("paths").get("functionals").propertyNames())
                .containsExactly("mean_queue", "tail(1)", "level(0.99)");
        assertThat(other.get("paths")).isNotEqualTo(result.get("paths"));
        assertThat(CommandRun.of("fluid", "--time", "3", "--servers", "9", "--paths", "5")
                        .out())
                .contains("5 paths");
    }

    @Test
    void onlyFieldsThatWereAskedForArePrinted() {
        JsonNode limit = fluid("--policy", "power-of-d(2)", "--arrival-rate", "0.7");
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
        JsonNode path = fluid("--time", "2", "--functional", "tail(1),weighted(1,-1)", "--servers", "20");
        assertThat(path.has("fixed_point")).isFalse();
        assertThat(path.has("download")).isFalse();
        assertThat(last(path).get("half_width_95").propertyNames())
                .containsExactly("mean_queue", "tail(1)", "weighted(1,-1)");
        JsonNode both = fluid("--time", "2", "--steady");
        assertThat(both.has("trajectory")).isTrue();
        assertThat(both.has("fixed_point")).isTrue();
        assertThat(both.has("refined")).isFalse();
    }

    @Test
    void anOverloadedSystemHasATrajectoryButNoFixedPoint() {
        assertThat(fluid("--arrival-rate", "1.5", "--time", "3").get("status").asString())
                .isEqualTo("unstable");
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

    private static CommandRun unanswered(String... options) {
        List<String> args = new ArrayList<>(List.of("fluid", "--format", "json"));
        args.addAll(List.of(options));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        return run;
    }

    @Test
    void aRefinementThatIsNoDistributionIsWithheldWithItsReason() {
        JsonNode result =
                unanswered("--arrival-rate", "0.999999", "--servers", "10").json();
        assertThat(result.has("refined")).isFalse();
        assertThat(result.get("missing").get("refined").asString()).contains("does not hold for n = 10");
        assertThat(result.get("fixed_point").get("half_width_95").has("mean_queue"))
                .isTrue();
    }

    @Test
    void aLargeCorrectionThatIsADistributionIsGivenWithAWarning() {
        JsonNode result = fluid("--arrival-rate", "0.9", "--servers", "10");
        assertThat(result.get("warnings").get(0).asString()).contains("1/n correction");
        double above = 1;
        for (JsonNode tail : result.get("refined").get("tails")) {
            assertThat(tail.asDouble()).isBetween(0.0, above);
            above = tail.asDouble();
        }
    }

    @Test
    void aBandThatDoesNotExistIsNoAnswerAndTheTrajectoryIsPrinted() {
        JsonNode result = unanswered("--policy", "jsq", "--functional", "tail(2)", "--servers", "100", "--time", "3")
                .json();
        assertThat(result.has("trajectory")).isTrue();
        assertThat(result.get("missing").has("covariance")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsq", "jiq"})
    void withoutAGaussianLimitThereIsNoRefinedMeanQueueAndNoBandIsDrawn(String policy) throws IOException {
        Path chart = folder.resolve("path.svg");
        String[] options = {"--policy", policy, "--servers", "100", "--time", "3", "--chart", chart.toString()};
        JsonNode result = unanswered(options).json();
        assertThat(last(result).has("refined_mean_queue")).isFalse();
        assertThat(result.get("missing").get("refined").asString()).contains("Gaussian");
        assertThat(Files.readString(chart, StandardCharsets.UTF_8))
                .contains(policy)
                .doesNotContain("Shaded", "<polygon");
        String table = CommandRun.of("fluid", "--policy", policy, "--servers", "100", "--time", "3")
                .out();
        assertThat(table).contains("Queues over time", "Not available").doesNotContain("to order 1/n");
    }

    /** The expansion holds at first, and fails as the queues grow: the band stays around the limit all the time. */
    @Test
    void aRefinedMeanQueueThatFailsOnTheWayLeavesTheBandAroundTheLimit() throws IOException {
        Path chart = folder.resolve("path.svg");
        String[] options = {"--arrival-rate", "0.999999", "--servers", "10", "--time", "5000"};
        JsonNode result = unanswered(Stream.concat(Stream.of(options), Stream.of("--chart", chart.toString()))
                        .toArray(String[]::new))
                .json();
        assertThat(result.get("trajectory").get(0).has("refined_mean_queue")).isTrue();
        assertThat(last(result).has("refined_mean_queue")).isFalse();
        assertThat(last(result).get("half_width_95").has("mean_queue")).isTrue();
        assertThat(result.get("missing").get("refined_mean_queue").asString()).contains("n = 10");
        assertThat(Files.readString(chart, StandardCharsets.UTF_8)).contains("Shaded", "<polygon");
    }

    @Test
    void aTrajectoryThatDoesNotExistIsNoAnswerAndTheDownloadTimeIsPrinted() {
        JsonNode result = unanswered("--policy", "redundant-killing(5,3)", "--time", "5", "--arrival-rate", "0.3")
                .json();
        assertThat(result.has("download")).isTrue();
        assertThat(result.get("missing").has("trajectory")).isTrue();
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
        return fluid("--time", "1", "--servers", "4", "--initial", file.toString())
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
        assertThat(lines.get(0)).startsWith("time,tails.0,").contains("mean_queue", "half_width_95.mean_queue");
    }

    @ParameterizedTest
    @ValueSource(strings = {"svg", "png"})
    void theChartShowsTheTrajectory(String format) throws IOException {
        Path file = folder.resolve("path." + format);
        fluid("--time", "2", "--servers", "9", "--chart", file.toString());
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
}
