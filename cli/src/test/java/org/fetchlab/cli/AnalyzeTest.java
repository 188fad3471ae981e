package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab analyze}, from arguments to result. */
final class AnalyzeTest {
    private static JsonNode analyze(String... options) {
        return CommandRun.answered("analyze", options);
    }

    static Stream<ReferenceTable.Row> smallAvailabilityCodes() {
        return ReferenceTable.read("fork_join_fixed_arrival.csv").rows().filter(row -> row.integer("t") == 1);
    }

    @ParameterizedTest
    @MethodSource("smallAvailabilityCodes")
    void theExactBracketOverlapsTheReferenceBracket(ReferenceTable.Row row) {
        JsonNode result = analyze(
                "availability(" + row.text("r") + "," + row.text("t") + ")",
                "--gamma",
                row.text("gamma"),
                "--mu",
                row.text("mu"),
                "--arrival-rate",
                row.text("lambda"),
                "--tolerance",
                "1e-5");
        JsonNode exact = result.get("exact");
        double rounding = 1e-9 * row.number("mean_upper");
        assertThat(exact.get("mean_lower").asDouble()).isLessThanOrEqualTo(row.number("mean_upper") + rounding);
        assertThat(exact.get("mean_upper").asDouble()).isGreaterThanOrEqualTo(row.number("mean_lower") - rounding);
        assertThat(result.get("fast_split_merge").get("mean").asDouble())
                .isLessThanOrEqualTo(exact.get("mean_upper").asDouble() + rounding);
    }

    /** Published and independently computed: the (3,2) fork-join system with whole-file requests. */
    @Test
    void theSaturatedSystemBoundsEveryLoad() {
        JsonNode result = analyze(
                "availability(2,1)", "--gamma", "1", "--alpha", "1000000", "--beta", "1", "--arrival-rate", "0.5");
        assertThat(result.get("low_traffic").get("mean").doubleValue()).isCloseTo(0.5, within(1e-6));
        assertThat(result.get("capacity").get("upper").doubleValue()).isEqualTo(2);
        assertThat(result.get("saturation").get("won_by_systematic").doubleValue())
                .isEqualTo(0.5);
        assertThat(result.get("saturation").get("no_lead").doubleValue()).isZero();
        result = analyze("mds(3,2)", "--arrival-rate", "1");
        assertThat(result.get("saturation").get("type_fractions").get(0).doubleValue())
                .isEqualTo(0.6);
        assertThat(analyze("mds(4,2)", "--arrival-rate", "1").has("saturation")).isFalse();
    }

    @Test
    void theWholeFileOfAThreeTwoCodeTakesTheKnownMean() {
        JsonNode exact = analyze("mds(3,2)", "--request", "whole-file", "--arrival-rate", "0.5", "--tolerance", "1e-8")
                .get("exact");
        assertThat(exact.get("mean_lower").asDouble()).isCloseTo(1.1469623532, within(1e-6));
        assertThat(exact.get("mean_upper").asDouble()).isCloseTo(1.1469623532, within(1e-6));
    }

    @Test
    void unequalRatesOfAGroupChangeTheAnswer() {
        double equal = mean("--mu", "1");
        double unequal = mean("--alpha", "1.5", "--beta", "0.5");
        double faster = mean("--mu", "1", "--gamma", "2");
        assertThat(unequal).isGreaterThan(equal);
        assertThat(faster).isLessThan(equal);
    }

    private static double mean(String... rates) {
        List<String> args = new ArrayList<>(List.of("availability(2,1)", "--arrival-rate", "1"));
        args.addAll(List.of(rates));
        return analyze(args.toArray(String[]::new)).get("bounds").get("lower").asDouble();
    }

    @Test
    void publishedFormulasNameTheirKindAndSource() {
        JsonNode literature = analyze("mds(2,2)", "--request", "whole-file", "--arrival-rate", "0.5")
                .get("literature");
        List<String> names = new ArrayList<>();
        literature.forEach(one -> {
            names.add(one.get("name").asString());
            assertThat(one.get("kind").asString()).isIn("exact", "lower", "upper", "approximation");
            assertThat(one.get("source").asString()).isNotEmpty();
        });
        assertThat(names).contains("Flatto-Hahn");
    }

    /** The budget of phases ends before the bracket is as narrow as the default tolerance. */
    @ParameterizedTest
    @CsvSource({
        "'availability(2,3)', --decoding=groups, 2",
        "'mds(200,100)', --decoding=linear, 0.5",
        "'mds(3,3)', --request=whole-file, 0.9999999"
    })
    void aBracketWiderThanTheToleranceSaysSo(String code, String option, String rate) {
        CommandRun run = CommandRun.of("analyze", code, option, "--arrival-rate", rate, "--format", "json");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("exact").get("tolerance_reached").asBoolean()).isFalse();
        assertThat(run.json().get("notes").toString()).contains("Tolerance 1.0E-6 not reached");
    }

    @Test
    void sharesAreCertifiedTypeFractionsCarryTheirSpreadAndTheChainsTheirResidual() {
        CommandRun run = CommandRun.of(
                "analyze", "availability(2,1)", "--arrival-rate", "1.5", "--max-lead", "3", "--format", "json");
        JsonNode exact = run.json().get("exact");
        assertThat(exact.get("utilization").get("lower").asDouble()).isLessThan(0.891803);
        assertThat(exact.get("utilization").get("upper").asDouble()).isGreaterThan(0.891803);
        assertThat(exact.get("won_by_systematic").get("lower").asDouble()).isLessThan(0.608197);
        assertThat(exact.get("won_by_systematic").get("upper").asDouble()).isGreaterThan(0.608197);
        assertThat(exact.get("type_fractions_spread").asDouble()).isBetween(0.001, 0.1);
        assertThat(exact.get("residual").asDouble()).isBetween(0.0, 1e-12);
        assertThat(run.json().get("conventions").get("max_lead").asString()).isEqualTo("3");
    }

    @Test
    void aNarrowBracketReachesTheTolerance() {
        JsonNode result = analyze("availability(2,1)", "--arrival-rate", "1");
        assertThat(result.get("exact").get("tolerance_reached").asBoolean()).isTrue();
        assertThat(result.has("notes")).isFalse();
    }

    /** At this load the chain has no upper end, but the mean is known in closed form, (12 - λ) / (8 (1 - λ)): it answers. */
    @Test
    void anExactFormulaGivesBothEndsOfTheMean() {
        CommandRun run = CommandRun.of(
                "analyze", "mds(2,2)", "--request=whole-file", "--arrival-rate=0.9999999", "--format=json");
        double exact = (12 - 0.9999999) / (8 * (1 - 0.9999999));
        assertThat(run.exitCode()).isZero();
        JsonNode bounds = run.json().get("bounds");
        assertThat(bounds.get("lower").asDouble()).isCloseTo(exact, withinPercentage(1e-6));
        assertThat(bounds.get("upper").asDouble()).isCloseTo(exact, withinPercentage(1e-6));
        assertThat(bounds.get("lower_method").asString()).isEqualTo("Flatto-Hahn");
        assertThat(run.json().get("exact").get("tolerance_reached").asBoolean()).isFalse();
        assertThat(run.json().get("exact").get("percentiles").get("99").size()).isZero();
        assertThat(run.json().get("notes").toString()).contains("not reached", "Flatto-Hahn gives the mean exactly");
    }

    @Test
    void theTableShowsAllDigitsOfTheRateAndClaimsNoMissingEnd() {
        CommandRun run = CommandRun.of("analyze", "mds(2,2)", "--request=whole-file", "--arrival-rate=0.9999999");
        assertThat(run.out()).contains("at 0.9999999 requests", "not reached").doesNotContain("both ends");
    }

    /** The capacity is 5/3: the mean is about 15000, and the law would take more than 1e12 updates. */
    @Test
    void closeToCapacityPercentilesAreNotComputed() {
        CommandRun run = CommandRun.of(
                "analyze", "availability(2,1)", "--arrival-rate=1.6666", "--tolerance=0.01", "--format=json");
        assertThat(run.json().get("notes").toString()).contains("not computed", "budget");
        assertThat(run.json().get("exact").get("percentiles").get("99").size()).isZero();
    }

    /** The download time of replicas is exponential with rate 3 - λ. */
    @Test
    void percentilesOfReplicasAreExactUpToCapacity() {
        JsonNode result = analyze("rep(3)", "--arrival-rate=2.9999");
        JsonNode p99 = result.get("exact").get("percentiles").get("99");
        assertThat(p99.get("lower").asDouble()).isCloseTo(Math.log(100) / (3 - 2.9999), withinPercentage(1e-7));
        assertThat(p99.get("upper").asDouble()).isCloseTo(Math.log(100) / (3 - 2.9999), withinPercentage(1e-7));
        assertThat(result.has("notes")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"availability(2,1)", "mds(3,2)", "simplex(3)"})
    void everyFormulaIsListedOnceWithItsSource(String code) {
        CommandRun run = CommandRun.of("analyze", code, "--arrival-rate=0.5", "--tolerance=0.1");
        for (String name : List.of("split-merge ", "fast split-merge ")) {
            List<String> rows = run.out()
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith(name))
                    .toList();
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0)).contains("Soljanin");
        }
    }

    @Test
    void generalArrivalsHaveBoundsButNoExactChain() {
        JsonNode result = analyze("mds(3,2)", "--arrivals", "general", "--arrival-rate", "0.5");
        assertThat(result.has("exact")).isFalse();
        assertThat(result.get("bounds").get("lower").asDouble())
                .isLessThan(result.get("bounds").get("upper").asDouble());
    }

    @Test
    void atCapacityTheSystemIsUnstable() {
        CommandRun run = CommandRun.of("analyze", "rep(3)", "--arrival-rate", "3", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("status").asString()).isEqualTo("unstable");
        assertThat(run.json().has("bounds")).isFalse();
        assertThat(run.json().has("exact")).isFalse();
    }

    @Test
    void tablesFitHundredColumns() {
        for (String code : List.of("availability(2,3)", "mds(4,2)")) {
            CommandRun run = CommandRun.of("analyze", code, "--arrival-rate", "0.7", "--tolerance", "1e-3");
            assertThat(run.out().lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
            assertThat(run.out()).contains("split-merge", "p99");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--arrival-rate=0",
                "--arrival-rate=NaN",
                "--request=everything",
                "--arrivals=random",
                "--mu=-1",
                "--gamma=0",
                "--alpha=1",
                "--tolerance=0",
                "--max-lead=0",
                "--percentiles=100",
                "--decoding=magic"
            })
    void anOptionOutOfRangeIsRefused(String option) {
        String rate = option.startsWith("--arrival-rate") ? "--seed=1" : "--arrival-rate=0.5";
        CommandRun run = CommandRun.of("analyze", "mds(3,2)", rate, option);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.err()).contains(option.substring(0, option.indexOf('=')));
    }

    @Test
    void aCodeAndAnArrivalRateAreNeeded() {
        CommandRun run = CommandRun.of("analyze");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(2);
        assertThat(run.err()).contains("--arrival-rate is required");
        assertThat(CommandRun.of("analyze", "--help").out()).contains("(required)");
    }

    @Test
    void contradictionsAreRefused() {
        assertThat(CommandRun.of("analyze", "mds(3,2)", "--arrival-rate=1", "--arrivals=general", "--gamma=2")
                        .err())
                .contains("--arrivals general");
    }
}
