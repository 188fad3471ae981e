package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.cli.SimulateRun.covers;
import static org.fetchlab.cli.SimulateRun.meanDownload;
import static org.fetchlab.cli.SimulateRun.run;
import static org.fetchlab.cli.SimulateRun.simulate;
import static org.fetchlab.cli.SimulateRun.with;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab simulate --against}: two systems on the same random numbers. */
final class SimulateAgainstTest {
    /** M/M/1 against the shorter of two queues; redundancy of two against one of three; a code against its lower bound. */
    @ParameterizedTest
    @CsvSource({
        "random, power-of-d(2), --servers=2, 0.5, -0.5736792488",
        "fork-join(rep(2)), fork-join(rep(3)), --cancel=on-complete, 1, -0.5",
        "fork-join(rep(2)), hedge(inf), --cancel=on-complete, 0.8, 0.8333333333333",
        "fork-join(rep(3)), fast-split-merge(rep(3)), --cancel=on-complete, 1, 0"
    })
    void theDifferenceIsTheExactOne(String policy, String against, String option, String rate, double difference) {
        JsonNode both = simulate(
                "--policy=" + policy, "--against=" + against, option, "--arrival-rate=" + rate, "--requests=100000");
        covers(both.get("difference"), difference);
        double found = meanDownload(both.get("against")) - meanDownload(both);
        assertThat(both.get("difference").get("value").asDouble()).isCloseTo(found, within(1e-9));
        assertThat(both.get("against").get("events").asLong())
                .isEqualTo(both.get("events").asLong());
        assertThat(both.get("against").get("warm_up").asLong())
                .isEqualTo(both.get("warm_up").asLong());
    }

    @Test
    void pairingNarrowsTheInterval() {
        JsonNode both = simulate(
                "--policy=random", "--against=power-of-d(2)", "--servers=2", "--arrival-rate=0.5", "--requests=100000");
        double apart = Math.hypot(halfWidth(both), halfWidth(both.get("against")));
        assertThat(both.get("difference").get("half_width_95").asDouble()).isLessThan(0.8 * apart);
    }

    private static double halfWidth(JsonNode result) {
        return result.get("download").get("mean").get("half_width_95").asDouble();
    }

    @Test
    void theSecondSystemIsNamedWithWhatSetsItApart() {
        String[] options = {"--policy=fork-join(rep(3))", "--arrival-rate=0.5", "--requests=4000"};
        JsonNode hedged = with(options, "--against=hedge(0.5,1)");
        assertThat(hedged.get("against").get("policy").asString()).isEqualTo("fork-join(rep(3)), hedge(0.5,1)");
        assertThat(hedged.get("conventions").get("against").get("access").asString())
                .isEqualTo("hedge(0.5,1)");
        assertThat(hedged.get("conventions").get("access").asString()).isEqualTo("fork-all");
        JsonNode other = with(options, "--against=fork-join(rep(2))");
        assertThat(other.get("against").get("servers").asInt()).isEqualTo(2);
        assertThat(other.get("conventions").get("against").size()).isEqualTo(1);
    }

    @Test
    void queuesAreComparedByTheirMean() {
        JsonNode both = simulate(
                "--queues-only",
                "--policy=random",
                "--against=jsq",
                "--servers=2",
                "--arrival-rate=0.5",
                "--requests=200000");
        covers(both.get("difference"), 0.5 * (1.4263207512 - 2));
    }

    @Test
    void aSystemWithoutMeanHasNoDifferenceAndExitCode3() {
        CommandRun run = run(
                "--policy=fork-join(rep(3))", "--against=fork-join(rep(2))", "--arrival-rate=2.5", "--requests=100000");
        assertThat(run.exitCode()).isEqualTo(3);
        JsonNode difference = run.json().get("difference");
        assertThat(difference.has("value")).isFalse();
        assertThat(difference.get("reason").asString()).contains("second system", "unstable");
        assertThat(meanDownload(run.json())).isPositive();
    }

    @Test
    void theTableEndsWithTheDifference() {
        CommandRun run = CommandRun.of(
                "simulate", "--policy=fork-join(rep(2))", "--against=fork(1)", "--arrival-rate=0.5", "--requests=4000");
        assertThat(run.out()).contains("fork-join(rep(2)), fork(1) minus fork-join(rep(2))", "same random numbers");
    }

    static Stream<List<String>> refusals() {
        return Stream.of(
                List.of("--against=nowhere"),
                List.of("--against=fork-join(rep(2))"),
                List.of("--policy=fork-join(rep(2))", "--against=jsq"),
                List.of("--policy=fork-join(rep(2))", "--against=fork(3)"),
                List.of("--policy=fork-join(rep(2))", "--against=fork-join(rep(2)"),
                List.of("--policy=fork-join(rep(2))", "--against=split-merge", "--cancel-delay=det(1)"),
                List.of("--policy=jsq", "--against=random", "--time=3"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatCannotBeComparedIsRefusedWithOneSentence(List<String> options) {
        run(options.toArray(String[]::new)).isRefused();
    }
}
