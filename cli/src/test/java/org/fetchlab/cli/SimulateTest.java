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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code fetchlab simulate}: its fields, and its values against exact ones. Seeds are fixed; where a value is compared within
 * 2.5 half-widths, a correct program would fail for one seed in a million.
 */
final class SimulateTest {
    private static final double WIDENING = 2.5;

    @TempDir
    Path folder = Path.of("");

    private static CommandRun run(String... options) {
        List<String> args = new ArrayList<>(List.of("simulate", "--format", "json"));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static JsonNode simulate(String... options) {
        CommandRun run = run(options);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json();
    }

    private static void covers(JsonNode estimate, double exact) {
        assertThat(estimate.get("value").asDouble())
                .isCloseTo(
                        exact, within(WIDENING * estimate.get("half_width_95").asDouble()));
    }

    static Stream<ReferenceTable.Row> codes() {
        return ReferenceTable.read("fork_join_fixed_arrival.csv")
                .rows()
                .filter(row -> row.number("gamma") == 1 && row.number("mu") == 1 && row.number("lambda") == 0.5);
    }

    @ParameterizedTest
    @MethodSource("codes")
    void anAvailabilityCodeHasTheExactMeanAndTypeFractions(ReferenceTable.Row row) {
        JsonNode result = simulate(
                "--policy",
                "fork-join(availability(" + row.text("r") + "," + row.text("t") + "))",
                "--arrival-rate",
                row.text("lambda"),
                "--decoding",
                "groups",
                "--requests",
                "100000");
        covers(result.get("download").get("mean"), row.number("mean_lower"));
        double p99 =
                result.get("download").get("percentiles").get("99").get("value").asDouble();
        assertThat(p99).isCloseTo(row.number("p99"), within(0.08 * p99));
        double[] types = row.numbers("type_fractions");
        assertThat(result.get("type_fractions").size()).isEqualTo(types.length);
        for (int i = 0; i < types.length; i++) {
            double halfWidth =
                    result.get("half_width_95").get("type_fractions").get(i).asDouble();
            assertThat(result.get("type_fractions").get(i).asDouble())
                    .isCloseTo(types[i], within(WIDENING * halfWidth + 1e-4));
        }
    }

    @Test
    void aCodeHasTheFieldsOfACodeAndNoQueues() {
        JsonNode result = simulate("--policy", "fork-join(mds(3,2))", "--arrival-rate", "0.5", "--requests", "5000");
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
                        "download",
                        "utilization",
                        "server_utilization",
                        "won_by_systematic",
                        "wasted_work_fraction",
                        "half_width_95",
                        "warm_up",
                        "events",
                        "replications");
        assertThat(result.get("server_utilization").size()).isEqualTo(3);
        assertThat(result.get("events").asLong()).isGreaterThanOrEqualTo(5000);
    }

    @Test
    void routingHasTheFieldsOfQueues() {
        JsonNode result = simulate("--policy", "jsq", "--servers", "10", "--requests", "5000");
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
    void centralizationNeedsServiceWithoutMemory() {
        CommandRun run = run("--policy", "centralized(0.1)", "--service", "erlang(2,2)");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.err()).contains("--service: centralized(0.1)", "exponential service only", "erlang(2");
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
        assertThat(lines.get(0)).startsWith("time,mean_queue.value,mean_queue.half_width_95,tails.0.value");
        assertThat(lines.get(1)).startsWith("0.0,0.0,0.0,1.0,");
    }

    @Test
    void aTransientStartsWhereTheFileSays() throws IOException {
        Path state = Files.writeString(folder.resolve("state.csv"), "5,3,2\n");
        Path path = folder.resolve("path.csv");
        simulate("--servers", "10", "--time", "1", "--initial", state.toString(), "--trajectory", path.toString());
        assertThat(Files.readAllLines(path).get(1)).startsWith("0.0,0.7,0.0,1.0,0.0,0.5,0.0,0.2,0.0");
    }

    @Test
    void aHedgeWithoutDelayIsForkAllAndALateOneSavesWork() {
        String[] options = {"--policy", "fork-join(rep(2))", "--arrival-rate", "0.5", "--requests", "40000", "--access"
        };
        JsonNode all = with(options, "fork-all");
        JsonNode atOnce = with(options, "hedge(0)");
        JsonNode late = with(options, "hedge(2)");
        covers(atOnce.get("download").get("mean"), 1 / (2 - 0.5));
        covers(all.get("download").get("mean"), 1 / (2 - 0.5));
        assertThat(late.get("wasted_work_fraction").asDouble())
                .isLessThan(atOnce.get("wasted_work_fraction").asDouble());
    }

    private static JsonNode with(String[] options, String last) {
        return simulate(Stream.concat(Stream.of(options), Stream.of(last)).toArray(String[]::new));
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

    /** M/G/1 processor sharing: mean E[S]/(1-ρ) for every law. */
    @Test
    void aServerThatSharesHasTheMeanOfProcessorSharing() {
        JsonNode result = simulate(
                "--policy",
                "fork-join(rep(1))",
                "--arrival-rate",
                "0.5",
                "--service",
                "det(1)",
                "--discipline",
                "processor-sharing",
                "--requests",
                "60000");
        covers(result.get("download").get("mean"), 2);
    }

    @Test
    void failuresAndLateCancellationsSlowDownloads() {
        String[] options = {"--policy=fork-join(rep(2))", "--arrival-rate=0.8", "--requests=40000", "--quiet"};
        double plain = meanDownload(with(options, "--seed=1"));
        String[] failing = Stream.concat(Stream.of(options), Stream.of("--up-time=exp(0.1)", "--slow-speed=0.1"))
                .toArray(String[]::new);
        double degraded = meanDownload(with(failing, "--down-time=exp(0.5)"));
        double late = meanDownload(with(options, "--cancel-delay=det(0.5)"));
        assertThat(degraded).isGreaterThan(1.05 * plain);
        assertThat(late).isGreaterThan(1.05 * plain);
    }

    /** One copy, on either of two servers that are down half of the time: better on one that is up. */
    @Test
    void degradedReadsAvoidServersThatAreDown() {
        String[] options = {
            "--policy=fork-join(rep(2))",
            "--access=fork(1)",
            "--arrival-rate=0.2",
            "--requests=40000",
            "--up-time=exp(0.1)"
        };
        JsonNode waiting = with(options, "--down-time=exp(0.1)");
        JsonNode degraded =
                simulate(Stream.concat(Stream.of(options), Stream.of("--down-time=exp(0.1)", "--degraded-reads"))
                        .toArray(String[]::new));
        assertThat(waiting.get("conventions").get("degraded_reads").asBoolean()).isFalse();
        assertThat(degraded.get("conventions").get("degraded_reads").asBoolean())
                .isTrue();
        assertThat(meanDownload(degraded)).isLessThan(0.8 * meanDownload(waiting));
    }

    private static double meanDownload(JsonNode result) {
        return result.get("download").get("mean").get("value").asDouble();
    }

    @Test
    void aPlacementTableSaysWhichServersAFileAsks() throws IOException {
        Path table = Files.writeString(folder.resolve("place.csv"), "0.5,0,1\n0.5,2,3\n");
        JsonNode result = simulate(
                "--placement", table.toString(), "--servers", "4", "--arrival-rate", "0.7", "--precision", "0.01");
        // Two independent pairs of servers, each joining the shorter queue: the exact mean of the pair at load 0.7.
        covers(result.get("download").get("mean"), 2.1081972740);
    }

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

    @Test
    @Tag("slow")
    void aPrecisionThatIsNotReachedHasItsOwnExitCode() {
        CommandRun run = run("--policy", "fork-join(rep(1))", "--arrival-rate", "0.5", "--precision", "0.00002");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("warnings").get(0).asString()).contains("budget");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--policy=batch-sampling(5,3)",
                "--policy=redundant-killing(5,3)",
                "--policy=centralized(0.2)",
                "--policy=fork-join(simplex(2))",
                "--time=2"
            })
    void theResultDoesNotDependOnTheNumberOfThreads(String option) {
        String[] options =
                option.startsWith("--time") ? new String[] {option} : new String[] {option, "--requests=4000"};
        String one = with(options, "--threads=1").toString();
        assertThat(with(options, "--threads=2").toString()).isEqualTo(one);
        assertThat(with(options, "--seed=2").toString()).isNotEqualTo(one);
        assertThat(with(options, "--replications=8").toString()).isNotEqualTo(one);
    }

    @Test
    void timesWithAUnitAreInSeconds() {
        JsonNode result = simulate(
                "--policy",
                "fork-join(rep(2))",
                "--arrival-rate",
                "50/s",
                "--service",
                "exp(mean=10ms)",
                "--requests",
                "20000");
        covers(result.get("download").get("mean"), 1.0 / (200 - 50));
        assertThat(result.get("conventions").get("time_unit").asString()).isEqualTo("s");
        assertThat(CommandRun.of(
                                "simulate",
                                "--policy",
                                "fork-join(rep(2))",
                                "--arrival-rate",
                                "50/s",
                                "--service",
                                "exp(mean=10ms)",
                                "--requests",
                                "2000")
                        .out())
                .contains("(ms)");
    }

    @Test
    void tooManyServersAreBlamedOnTheirNumber() {
        CommandRun run = run("--policy", "jsq", "--servers", "2000000000", "--arrival-rate", "0.5", "--time", "2");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.err()).contains("--servers: ");
    }

    @Test
    void moreCopiesThanUsefulServersAreRefused() {
        CommandRun one = run("--policy", "fork-join(mds(9,6))", "--access", "fork(10)");
        CommandRun two = CommandRun.of("compare", "mds(9,6)", "rep(12)", "--access", "fork(10)");
        for (CommandRun run : List.of(one, two)) {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.errors()).hasSize(1);
            assertThat(run.err()).contains("--access: fork(10)", "the 9 servers", "mds(9,6)");
        }
    }

    static Stream<List<String>> refusals() {
        return Stream.of(
                List.of("--servers", "1"),
                List.of("--servers", "0"),
                List.of("--servers", "1e9"),
                List.of("--policy", "batch-sampling(3,5)"),
                List.of("--policy", "centralized(2)"),
                List.of("--policy", "fork-join(mds(6,9))"),
                List.of("--policy", "fork-join(mds(9,6)"),
                List.of("--policy", "fork-join()"),
                List.of("--policy", "fork-join(mds(9,6))", "--servers", "8"),
                List.of("--policy", "fork-join(mds(9,6))", "--time", "3"),
                List.of("--policy", "fork-join(mds(9,6))", "--sampling", "distinct"),
                List.of("--policy", "fork-join(mds(9,6))", "--access", "hedge(-1)"),
                List.of("--policy", "redundant-killing(2,1)", "--time", "3"),
                List.of("--policy", "centralized(0.1)", "--service", "det(1)"),
                List.of("--access", "fork(2)"),
                List.of("--discipline", "processor-sharing"),
                List.of("--policy", "fork-join(rep(2))", "--discipline", "random"),
                List.of("--policy", "fork-join(rep(2))", "--up-time", "exp(1)"),
                List.of("--policy", "fork-join(rep(2))", "--up-time", "exp(1)", "--down-time", "x"),
                List.of("--policy", "fork-join(rep(2))", "--up-time=exp(1)", "--down-time=exp(1)", "--slow-speed=1"),
                List.of("--policy", "fork-join(rep(2))", "--degraded-reads"),
                List.of("--policy", "fork-join(rep(3))", "--access", "split-merge", "--cancel-delay", "det(1)"),
                List.of("--cancel", "none"),
                List.of("--queues-only", "--service", "det(1)"),
                List.of("--queues-only", "--time", "3"),
                List.of("--queues-only", "--percentiles", "99"),
                List.of("--queues-only", "--policy", "redundant-killing(2,1)"),
                List.of("--queues-only", "--policy", "fork-join(rep(2))"),
                List.of("--arrival-rate", "-0.5"),
                List.of("--arrival-rate", "0"),
                List.of("--service", "exp(0)"),
                List.of("--service", "exp(mean=10ms)"),
                List.of("--time", "0"),
                List.of("--time", "3", "--requests", "10"),
                List.of("--time", "3", "--precision", "0.1"),
                List.of("--time", "3", "--service", "det(1)"),
                List.of("--time", "3", "--initial", "nowhere.csv"),
                List.of("--initial", "2"),
                List.of("--trajectory", "x.csv"),
                List.of("--replications", "1"),
                List.of("--requests", "0"),
                List.of("--precision", "2"),
                List.of("--placement", "nowhere.csv"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void inputThatCannotBeUsedIsRefusedWithOneSentence(List<String> options) {
        CommandRun run = run(options.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).hasSize(1);
        assertThat(run.errors().get(0)).startsWith("fetchlab: ").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5,3,3", "0.55,0.45", "0.5,0.4", "-1,11"})
    void anInitialHistogramThatIsNoneOfTheServersIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("state.csv"), content + "\n");
        CommandRun run = run("--servers", "10", "--time", "1", "--initial", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.errors().get(0)).contains("--initial: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5,0\n0.5,1\n", "0.5,0,1\n0.6,2,3\n", "0.5,0,1\n0.5,2,9\n", "half,0,1\n", "1,0,x\n"})
    void aPlacementThatIsNoneIsRefused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("place.csv"), content);
        CommandRun run = run("--servers", "4", "--placement", file.toString());
        assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
    }
}
