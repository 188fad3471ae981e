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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab fluid --servers}: bands, 1/n terms and paths of the diffusion. */
final class FluidBandsTest {
    @TempDir
    Path folder = Path.of("");

    static Stream<ReferenceTable.Row> fluctuations() {
        return ReferenceTable.read("batch_sampling_stationary_fluctuation.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("fluctuations")
    void fluctuationsAndRefinementAtStationarityAreThoseOfTheTable(ReferenceTable.Row row) {
        String[] options = {
            "--policy", FluidRun.batch(row), "--arrival-rate", row.text("lambda"), "--servers", "100", "--sampling"
        };
        JsonNode distinct = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("distinct")).toArray(String[]::new));
        JsonNode repeated = FluidRun.fluid(
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
        JsonNode result = FluidRun.fluid(
                "--policy",
                FluidRun.batch(row),
                "--arrival-rate",
                row.text("lambda"),
                "--time",
                row.text("time"),
                "--servers",
                "50");
        JsonNode last = FluidRun.last(result);
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

    /** 500 paths: the mean lies within 4.9 of its standard errors but for one seed in a million. */
    @Test
    void pathsOfTheDiffusionAgreeWithTheBandAndTheSeedDecidesThem() {
        String[] options = {
            "--time", "3", "--servers", "100", "--paths", "500", "--functional", "tail(1),level(0.99)", "--seed"
        };
        JsonNode result =
                FluidRun.fluid(Stream.concat(Stream.of(options), Stream.of("1")).toArray(String[]::new));
        JsonNode other =
                FluidRun.fluid(Stream.concat(Stream.of(options), Stream.of("2")).toArray(String[]::new));
        JsonNode spread = result.get("paths").get("functionals").get("mean_queue");
        JsonNode mean = spread.get("mean");
        assertThat(mean.get("value").asDouble())
                .isCloseTo(
                        FluidRun.last(result).get("mean_queue").asDouble(),
                        within(2.5 * mean.get("half_width_95").asDouble()));
        double width =
                spread.get("upper_95").asDouble() - spread.get("lower_95").asDouble();
        double band =
                2 * FluidRun.last(result).get("half_width_95").get("mean_queue").asDouble();
        assertThat(width).isCloseTo(band, within(0.25 * band));
        assertThat(result.get("paths").get("functionals").propertyNames())
                .containsExactly("mean_queue", "tail(1)", "level(0.99)");
        assertThat(other.get("paths")).isNotEqualTo(result.get("paths"));
        assertThat(CommandRun.of("fluid", "--time", "3", "--servers", "9", "--paths", "5")
                        .out())
                .contains("5 paths");
    }

    @Test
    void aRefinementThatIsNoDistributionIsWithheldWithItsReason() {
        JsonNode result = FluidRun.fluid("--arrival-rate", "0.999999", "--servers", "10");
        assertThat(result.has("refined")).isFalse();
        assertThat(result.get("missing").get("refined").asString()).contains("does not hold for n = 10");
        assertThat(result.get("fixed_point").get("half_width_95").has("mean_queue"))
                .isTrue();
    }

    @Test
    void aLargeCorrectionThatIsADistributionIsGivenWithAWarning() {
        JsonNode result = FluidRun.fluid("--arrival-rate", "0.9", "--servers", "10");
        assertThat(result.get("warnings").get(0).asString()).contains("1/n correction");
        double above = 1;
        for (JsonNode tail : result.get("refined").get("tails")) {
            assertThat(tail.asDouble()).isBetween(0.0, above);
            above = tail.asDouble();
        }
    }

    /** The expansion holds at first, and fails as the queues grow: the band stays around the limit all the time. */
    @Test
    void aRefinedMeanQueueThatFailsOnTheWayLeavesTheBandAroundTheLimit() throws IOException {
        Path chart = folder.resolve("path.svg");
        String[] options = {"--arrival-rate", "0.999999", "--servers", "10", "--time", "5000"};
        JsonNode result = FluidRun.fluid(Stream.concat(Stream.of(options), Stream.of("--chart", chart.toString()))
                .toArray(String[]::new));
        assertThat(result.get("trajectory").get(0).has("refined_mean_queue")).isTrue();
        assertThat(FluidRun.last(result).has("refined_mean_queue")).isFalse();
        assertThat(FluidRun.last(result).get("half_width_95").has("mean_queue")).isTrue();
        assertThat(result.get("missing").get("refined_mean_queue").asString()).contains("n = 10");
        assertThat(Files.readString(chart, StandardCharsets.UTF_8)).contains("Shaded", "<polygon");
    }

    /** Until they come off a surface paths have a refined mean; after that bands are drawn around the limit. */
    @ParameterizedTest
    @CsvSource({"jsq,30", "jiq,30", "centralized(0.2),4"})
    void switchingPoliciesHaveBandsAndSayWhereARefinedMeanEnds(String policy, String time) throws IOException {
        Path chart = folder.resolve("path.svg");
        String[] options = {"--policy", policy, "--servers", "1000", "--initial", "3", "--time", time};
        JsonNode result = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("--functional", "tail(3)", "--chart", chart.toString()))
                        .toArray(String[]::new));
        assertThat(result.has("covariance")).isTrue();
        assertThat(result.get("trajectory").get(1).has("refined_mean_queue")).isTrue();
        JsonNode last = FluidRun.last(result);
        assertThat(last.get("half_width_95").get("mean_queue").asDouble()).isBetween(0.05, 0.5);
        assertThat(last.get("half_width_95").get("tail(3)").asDouble()).isPositive();
        assertThat(last.has("refined_mean_queue")).isFalse();
        assertThat(result.has("refined")).isFalse();
        assertThat(result.get("missing").propertyNames()).containsExactly("refined_mean_queue", "refined");
        assertThat(result.get("missing").get("refined").asString()).contains("come off a surface");
        assertThat(Files.readString(chart, StandardCharsets.UTF_8)).contains(policy, "Shaded", "<polygon");
        List<String> args = new ArrayList<>(List.of("fluid"));
        args.addAll(List.of(options));
        assertThat(CommandRun.of(args.toArray(String[]::new)).out())
                .contains("±95 %", "Not available: there is no 1/n term once", "to order 1/n");
    }

    /** Three queue lengths are in use; servers with four jobs are few: ρ/(1 − ρ) = 0.871 with ρ = λ s_3/p. */
    @Test
    void theRefinedMeanUnderCentralizationCountsTheServersJustAboveTheLongestQueue() {
        String[] options = {"--policy", "centralized(0.25)", "--arrival-rate", "0.8", "--servers"};
        JsonNode result = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("1000")).toArray(String[]::new));
        double fluid = result.get("fixed_point").get("mean_queue").asDouble();
        double load = 0.8 * result.get("fixed_point").get("tails").get(3).asDouble() / 0.25;
        JsonNode refined = result.get("refined");
        assertThat(refined.get("tails").get(4).asDouble()).isCloseTo(load / (1 - load) / 1000, within(1e-12));
        assertThat(refined.get("mean_queue").asDouble() - fluid).isCloseTo(load / (1 - load) / 1000, within(1e-12));
        assertThat(result.has("warnings")).isFalse();
        JsonNode few = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("400")).toArray(String[]::new));
        assertThat(few.get("warnings").toString()).contains("400 servers stray far", "terms beyond 1/n");
    }

    /** From empty, and at stationarity, every job finds an idle server: the number of jobs is that of M/M/∞. */
    @ParameterizedTest
    @ValueSource(strings = {"jsq", "jiq"})
    void idleServersMakeTheNumberOfJobsThatOfInfinitelyManyServers(String policy) {
        JsonNode result = FluidRun.fluid(
                "--policy", policy, "--arrival-rate", "0.8", "--servers", "100", "--time", "3", "--steady");
        JsonNode last = FluidRun.last(result);
        double mean = 0.8 * -Math.expm1(-3);
        assertThat(last.get("mean_queue").asDouble()).isCloseTo(mean, within(1e-9));
        assertThat(last.get("refined_mean_queue").asDouble()).isCloseTo(mean, within(1e-9));
        assertThat(last.get("half_width_95").get("mean_queue").asDouble())
                .isCloseTo(1.959964 * Math.sqrt(mean / 100), within(1e-6));
        assertThat(result.get("covariance").get(0).get(0).asDouble()).isCloseTo(0.8, within(1e-9));
        assertThat(result.get("refined").get("mean_queue").asDouble()).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void aBandThatReachesOverASwitchingSurfaceIsCalledRough() {
        String[] options = {"--policy", "jsq", "--arrival-rate", "0.9", "--time", "10", "--steady", "--servers"};
        JsonNode few = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("100")).toArray(String[]::new));
        assertThat(few.get("warnings").get(0).asString())
                .contains("band of 100 servers reaches over a surface", "of 101 times between", "and 10.00");
        assertThat(few.get("warnings").get(1).asString()).contains("at stationarity");
        JsonNode many = FluidRun.fluid(
                Stream.concat(Stream.of(options), Stream.of("1000")).toArray(String[]::new));
        assertThat(many.has("warnings")).isFalse();
    }

    @Test
    void aFixedPointWhereTheDriftSwitchesHasNoBandAndSaysWhy() {
        JsonNode result =
                FluidRun.unanswered("--policy", "centralized(0.5)", "--arrival-rate", "0.5", "--servers", "100");
        assertThat(result.has("covariance")).isFalse();
        assertThat(result.get("fixed_point").has("half_width_95")).isFalse();
        assertThat(result.get("missing").get("covariance").asString())
                .contains("the drift switches at the fixed point");
    }

    @Test
    void endsOfPathsOfSwitchingPoliciesAreDrawnFromTheirGaussianLaw() {
        JsonNode spread = FluidRun.fluid(
                        "--policy", "jsq", "--servers", "400", "--initial", "3", "--time", "4", "--paths", "500")
                .get("paths")
                .get("functionals")
                .get("mean_queue");
        assertThat(spread.get("lower_95").asDouble())
                .isLessThan(spread.get("mean").get("value").asDouble());
    }

    @Test
    void aBandThatDoesNotExistIsNoAnswerAndTheTrajectoryIsPrinted() {
        JsonNode result = FluidRun.unanswered(
                "--policy", "jsq", "--arrival-rate", "1", "--initial", "2", "--servers", "100", "--time", "3");
        assertThat(result.has("trajectory")).isTrue();
        assertThat(FluidRun.last(result).has("half_width_95")).isFalse();
        assertThat(result.get("missing").get("covariance").asString()).contains("touches a surface");
    }

    /** At load 1 the idle servers die out like e^{−t}, and are lost in rounding from t = 36 on. */
    @Test
    void aPathThatTouchesASurfaceHasBandsUntilThen() throws IOException {
        Path chart = folder.resolve("path.svg");
        String[] options = {"--policy", "jsq", "--arrival-rate", "1", "--servers", "100", "--time", "60"};
        JsonNode result = FluidRun.unanswered(Stream.concat(Stream.of(options), Stream.of("--chart", chart.toString()))
                .toArray(String[]::new));
        JsonNode before = result.get("trajectory").get(50);
        assertThat(before.get("time").asDouble()).isEqualTo(30);
        // still M/M/∞: a Poisson number of jobs of mean 1
        assertThat(before.get("half_width_95").get("mean_queue").asDouble()).isCloseTo(0.1959964, within(1e-6));
        assertThat(FluidRun.last(result).has("half_width_95")).isFalse();
        assertThat(result.has("covariance")).isFalse();
        assertThat(result.get("missing").get("half_width_95").asString()).contains("at time 3", "from then on");
        assertThat(Files.readString(chart, StandardCharsets.UTF_8)).contains("Shaded", "<polygon");
        List<String> args = new ArrayList<>(List.of("fluid"));
        args.addAll(List.of(options));
        assertThat(CommandRun.of(args.toArray(String[]::new)).out())
                .contains("±95 %", "Not available: the path touches");
    }

    /** M/M/1 queues with 1134 lengths in use: the band is in closed form, and a missing stationary answer is no answer. */
    @Test
    void randomRoutingHasBandsAtHighLoads() {
        JsonNode result = FluidRun.fluid("--policy", "random", "--arrival-rate", "0.97", "--servers", "100");
        assertThat(result.get("fixed_point")
                        .get("half_width_95")
                        .get("mean_queue")
                        .asDouble())
                .isCloseTo(1.959964 * Math.sqrt(0.97 / 0.03 / 0.03 / 100), within(1e-5));
        assertThat(result.get("missing").get("covariance").asString()).contains("not printed");
        JsonNode extreme = FluidRun.unanswered("--policy", "random", "--arrival-rate", "0.9999999", "--servers", "100");
        assertThat(extreme.get("fixed_point").get("mean_queue").asDouble()).isCloseTo(9999999, within(0.1));
    }
}
