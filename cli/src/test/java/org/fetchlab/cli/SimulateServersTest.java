package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.cli.SimulateRun.WIDENING;
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

/** {@code fetchlab simulate} on a code: what its servers do and what its requests ask for, against exact values. */
final class SimulateServersTest {
    /** Copies to one of two servers at random: each is an M/M/1 queue of half the load. */
    @Test
    void aHedgeThatNeverComesIsTheFirstCopiesAlone() {
        String[] options = {"--policy=fork-join(rep(2))", "--arrival-rate=0.8", "--requests=60000"};
        JsonNode alone = with(options, "--access=hedge(inf)");
        covers(alone.get("download").get("mean"), 1 / (1 - 0.4));
        assertThat(alone.get("wasted_work_fraction").asDouble()).isZero();
        assertThat(alone.get("conventions").get("access").asString()).isEqualTo("hedge(inf)");
        assertThat(meanDownload(with(options, "--access=hedge(0.5)"))).isLessThan(0.8 * meanDownload(alone));
    }

    /** M/M/1 with the rate of the first of t + 1, or n - k + 1, copies; of one law with the mean of the least. */
    @ParameterizedTest
    @CsvSource({
        "'availability(2,3)', exp(1), 2, 0.5",
        "'mds(4,2)', exp(1), 1.5, 2",
        "'simplex(2)', exp(2), 1, 0.3333333333333333",
        "'rep(2)', det(0.5), 1, 0.75"
    })
    void fastSplitMergeIsServedByTheFirstOfTheLastCopies(String code, String service, double rate, double mean) {
        JsonNode result = simulate(
                "--policy=fast-split-merge(" + code + ")",
                "--service=" + service,
                "--arrival-rate=" + rate,
                code.startsWith("mds") ? "--request=whole-file" : "--decoding=groups",
                "--requests=100000");
        double exact = code.startsWith("mds") ? 1 / (3 - rate) : mean;
        covers(result.get("download").get("mean"), exact);
        assertThat(result.get("policy").asString()).isEqualTo("fast-split-merge(" + code + ")");
        assertThat(result.has("utilization")).isFalse();
    }

    @Test
    void fastSplitMergeBoundsForkJoinFromBelow() {
        String[] options = {"--arrival-rate=1", "--requests=40000"};
        double fast = meanDownload(with(options, "--policy=fast-split-merge(availability(2,2))"));
        assertThat(fast).isLessThan(0.9 * meanDownload(with(options, "--policy=fork-join(availability(2,2))")));
    }

    @Test
    void aRequestForTheWholeFileTakesTheTimeThatTheExactChainGives() {
        JsonNode exact = CommandRun.answered("analyze", "mds(3,2)", "--request=whole-file", "--arrival-rate=0.6")
                .get("exact");
        JsonNode file = simulate(
                "--policy=fork-join(mds(3,2))", "--request=whole-file", "--arrival-rate=0.6", "--requests=100000");
        covers(file.get("download").get("mean"), exact.get("mean_lower").asDouble());
        assertThat(file.get("conventions").get("request").asString()).isEqualTo("whole-file");
        assertThat(file.has("won_by_systematic")).isFalse();
    }

    /** Copies at all servers until the first is done: one server of all rates together, and its busy fraction. */
    @ParameterizedTest
    @CsvSource({"'rep(2)', '3,1'", "'rep(3)', '0.5,1,2.5'"})
    void serversOfDifferentSpeedsWorkAsFastAsTheyShould(String code, String speeds) {
        JsonNode result = simulate(
                "--policy=fork-join(" + code + ")", "--speeds=" + speeds, "--arrival-rate=2", "--requests=60000");
        covers(result.get("download").get("mean"), 1 / (4.0 - 2));
        double halfWidth =
                result.get("half_width_95").get("server_utilization").get(1).asDouble();
        assertThat(result.get("server_utilization").get(1).asDouble()).isCloseTo(0.5, within(WIDENING * halfWidth));
        assertThat(result.get("conventions").get("speeds").get(0).asDouble())
                .isEqualTo(Double.parseDouble(speeds.split(",", -1)[0]));
    }

    /** M/M/1 processor sharing at twice the speed, by the other engine. */
    @Test
    void speedsGoWithSharing() {
        JsonNode result = simulate(
                "--policy=fork-join(rep(1))",
                "--speeds=2",
                "--discipline=processor-sharing",
                "--arrival-rate=1",
                "--requests=60000");
        covers(result.get("download").get("mean"), 1);
    }

    @Test
    void theSharesWonByTheServerAndByTheGroupsAreAll() {
        JsonNode result = simulate(
                "--policy=fork-join(availability(2,2))", "--arrival-rate=0.5", "--decoding=groups", "--requests=20000");
        double won = result.get("won_by_systematic").asDouble();
        assertThat(won + result.get("won_by_recovery").asDouble()).isCloseTo(1, within(1e-12));
        assertThat(result.get("half_width_95").get("won_by_recovery").asDouble())
                .isEqualTo(result.get("half_width_95").get("won_by_systematic").asDouble());
    }

    static Stream<List<String>> refusals() {
        return Stream.of(
                List.of("--policy=fork-join(rep(2))", "--speeds=1"),
                List.of("--policy=fork-join(rep(2))", "--cancel=none", "--cancel-delay=det(1)"),
                List.of("--policy=fork-join(rep(2))", "--speeds=1,0"),
                List.of("--policy=fork-join(rep(2))", "--speeds=1,x"),
                List.of("--policy=fork-join(rep(2))", "--access=hedge(infinite)"),
                List.of("--policy=fork-join(mds(3,2))", "--request=some"),
                List.of("--policy=fork-join(mds(3,2))", "--request=whole-file", "--popularity=1,0"),
                List.of("--policy=fork-join(mds(3,2))", "--request=whole-file", "--decoding=groups"),
                List.of("--policy=fast-split-merge(rep(2))", "--cancel=none"),
                List.of("--policy=fast-split-merge(rep(2))", "--access=split-merge"),
                List.of("--policy=fast-split-merge(rep(2))", "--speeds=1,2"),
                List.of("--policy=fast-split-merge(rep(2)+rep(3))"),
                List.of("--policy=fast-split-merge(rep(2)"),
                List.of("--request=whole-file"),
                List.of("--speeds=1,2"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatDoesNotFitIsRefusedWithOneSentence(List<String> options) {
        run(options.toArray(String[]::new)).isRefused();
    }
}
