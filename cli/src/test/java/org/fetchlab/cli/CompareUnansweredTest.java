package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.cli.CompareRun.one;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab compare} where there is no number to give: what it says instead. */
final class CompareUnansweredTest {
    @ParameterizedTest
    @CsvSource({
        "rep(1), 'pareto(1,1.05)', 0.055",
        "rep(1), 'lognormal(0,5)', 1e-5",
        "rep(1), 'pareto(1,0.9)', 1e-6",
        "rep(3), 'pareto(1,0.3)', 1e-6",
        "rep(1), 'weibull(0.1,1)', 3e-7",
        "'availability(2,1)', exp(1), 1.6666666666666667",
        "'mds(3,2)', 'weibull(0.02,1)', 0.1",
        "'mds(3,2)', 'lognormal(0,28)', 0.1",
        "'mds(3,2)', 'pareto(1,0.17)', 1e-3"
    })
    void overloadedSystemsAreCalledUnstableUnderEveryServiceLaw(String code, String service, String rate) {
        CommandRun run = CommandRun.of(
                "compare",
                code,
                "--service",
                service,
                "--arrival-rates",
                rate,
                "--requests",
                "2000",
                "--format",
                "json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        JsonNode row = run.json().get("results").get(0);
        assertThat(row.get("status").asString()).isEqualTo("unstable");
        assertThat(row.get("capacity").get("upper").asDouble()).isLessThanOrEqualTo(Double.parseDouble(rate));
    }

    @Test
    void whereNoTheoremHoldsTheFieldsThatAreNotThereHaveReasons() {
        CommandRun run = CommandRun.of(
                "compare",
                "rep(3)",
                "--access",
                "hedge(0.5)",
                "--arrival-rates",
                "0.5",
                "--requests",
                "20000",
                "--format",
                "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode row = run.json().get("results").get(0);
        for (String field : List.of("capacity", "bounds", "low_traffic_mean")) {
            assertThat(row.has(field)).as(field).isFalse();
            assertThat(row.get("missing").get(field).asString()).as(field).isNotBlank();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rep(3)@3", "rep(3)@3.5", "6*rep(3)@18", "2*rep(2)@4", "mds(4,1)@4", "rep(1)@1", "mds(9,6)@9"})
    void atAndBeyondCapacityThereIsNoMean(String system) {
        String[] parts = system.split("@", -1);
        CommandRun run = CommandRun.of("compare", "--format", "json", parts[0], "--arrival-rates", parts[1]);
        assertThat(run.exitCode()).isEqualTo(3);
        JsonNode row = run.json().get("results").get(0);
        assertThat(row.get("status").asString()).isEqualTo("unstable");
        assertThat(row.has("simulation")).isFalse();
        assertThat(row.has("bounds")).isFalse();
        assertThat(CommandRun.of("compare", parts[0], "--arrival-rates", parts[1])
                        .out())
                .contains("unstable");
    }

    @ParameterizedTest
    @CsvSource({
        "rep(2), 'pareto(1,0.5)', on-complete, 'infinite'",
        "rep(2), exp(1), on-start, 'no copy is cancelled on start'"
    })
    void theMeanOfALoneRequestThatIsNotThereSaysWhy(String code, String service, String cancel, String reason) {
        String[] question = {
            code, "--service", service, "--cancel", cancel, "--arrival-rates", "0.1", "--requests", "2000"
        };
        JsonNode row =
                CommandRun.inJson("compare", question).json().get("results").get(0);
        assertThat(row.has("low_traffic_mean")).isFalse();
        assertThat(row.get("missing").get("low_traffic_mean").asString()).contains(reason);
        String[] table =
                Stream.concat(Stream.of("compare"), Stream.of(question)).toArray(String[]::new);
        assertThat(CommandRun.of(table).out()).contains("Caution, " + code + ":");
    }

    @Test
    void theFaultToleranceOfALargeMatrixSaysWhyItIsNotThere(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("g.csv"), "1" + ",1".repeat(24) + "\n");
        JsonNode row = one("matrix(" + file + ")", "--arrival-rates", "0.1", "--requests", "2000");
        assertThat(row.has("fault_tolerance")).isFalse();
        assertThat(row.get("missing").get("fault_tolerance").asString()).contains("25 servers", "not enumerated");
        assertThat(one("rep(2)", "--arrival-rates", "0.1", "--requests", "2000").has("missing"))
                .isFalse();
    }

    @Test
    void anExactPercentileThatIsNotComputedSaysWhy() {
        String[] run = {"--requests", "2000", "--arrival-rates"};
        JsonNode far = one("availability(2,1)", run[0], run[1], run[2], "0.5").get("exact");
        JsonNode near =
                one("availability(2,1)", run[0], run[1], run[2], "1.6666").get("exact");
        assertThat(far.has("p99")).isTrue();
        assertThat(far.has("reason")).isFalse();
        assertThat(near.has("p99")).isFalse();
        assertThat(near.get("reason").asString()).contains("not computed", "budget");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rep(1)", "mds(3,3)"})
    void aLawWhoseMeanIsNotDrawnIsNamedAsTheCause(String code) {
        CommandRun run = CommandRun.of(
                "compare",
                code,
                "--service",
                "hyperexp(0.999999:1e9,0.000001:1)",
                "--arrival-rates",
                "100",
                "--requests",
                "2000");
        assertThat(run.out()).contains("law too skewed", "too rare to be drawn").doesNotContain("run too short");
    }

    @Test
    void aRunTooShortForItsLoadShowsNoMean() {
        String[] question = {"compare", "rep(2)", "--arrival-rates", "1.99", "--requests", "20000"};
        CommandRun table = CommandRun.of(question);
        assertThat(table.exitCode()).as("the exact chain answers").isZero();
        assertThat(table.out()).contains("run too short").contains("simulate more requests");
        List<String> json = new ArrayList<>(List.of(question));
        json.addAll(List.of("--format", "json"));
        JsonNode simulation = CommandRun.of(json.toArray(String[]::new))
                .json()
                .get("results")
                .get(0)
                .get("simulation");
        assertThat(simulation.get("requests").asLong()).isEqualTo(20000);
        assertThat(simulation.get("warnings").size()).isEqualTo(1);
        assertThat(simulation.path("mean").isNumber()).isFalse();
    }

    /** No chain answers for these codes, and no run is long enough, wide enough or even enough for a mean. */
    @ParameterizedTest
    @CsvSource({
        "rep(2), det(1), 0.995, run too short",
        "'mds(3,3)', 'hyperexp(0.999999:1e9,0.000001:1)', 100, law too skewed",
        "'mds(9,6)', exp(1), 1e-90, clock too coarse"
    })
    void withEveryMeanWithheldTheExitCodeIs3AndTheReasonIsThere(
            String code, String service, String rate, String reason) {
        CommandRun run =
                CommandRun.of("compare", code, "--service", service, "--arrival-rates", rate, "--requests", "2000");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.out()).contains(reason, "Caution");
        assertThat(run.out()).as("no mean is called infinite").doesNotContain("infinite  ");
    }

    @ParameterizedTest
    @CsvSource({
        "rep(2), exp(1), on-complete, 1e-12, clock_too_coarse",
        "rep(1), 'pareto(1,1.9)', on-complete, 0.1, infinite",
        "rep(2), 'pareto(1,1.4)', none, 1e-3, maybe_infinite",
        "rep(2), exp(1), on-complete, 1.99, run_too_short",
    })
    void theCellOfAMeanThatIsWithheldAndItsFieldNameOneCause(
            String code, String service, String cancel, String rate, String cause) {
        String[] question = {
            "compare", code, "--service", service, "--cancel", cancel, "--arrival-rates", rate, "--requests", "2000"
        };
        assertThat(CommandRun.of(question).out()).contains(cause.replace('_', ' ') + "  ");
        List<String> json = new ArrayList<>(List.of(question));
        json.addAll(List.of("--format", "json"));
        JsonNode row =
                CommandRun.of(json.toArray(String[]::new)).json().get("results").get(0);
        assertThat(row.get("status").asString()).isEqualTo("stable");
        assertThat(row.get("simulation").get("withheld").asString()).isEqualTo(cause);
        assertThat(row.get("simulation").has("mean")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "rep(2), on-start, 0.1", // M/G/2 with servers to spare
        "'lrc(24,2,2)', on-complete, 0.01", // four slow copies block a request
    })
    void heavyTailsThatLeaveAFiniteMeanHaveOne(String code, String cancel, String rate) {
        JsonNode row = one(
                code, "--service", "pareto(1,1.9)", "--cancel", cancel, "--arrival-rates", rate, "--requests", "2000");
        assertThat(row.get("status").asString()).isEqualTo("stable");
        assertThat(row.get("simulation").get("mean").asDouble()).isPositive();
        assertThat(row.get("simulation").has("withheld")).isFalse();
    }

    @Test
    void aRateThatIsLostInAPopularityIsNamedWithIt() {
        CommandRun run =
                CommandRun.of("compare", "rep(2)+rep(3)", "--popularity", "1e-30,1", "--arrival-rates", "1e-90");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("arrival rate 1.0E-90 times the popularity 1.0E-30");
    }
}
