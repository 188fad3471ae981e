package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.cli.SimulateRun.WIDENING;
import static org.fetchlab.cli.SimulateRun.covers;
import static org.fetchlab.cli.SimulateRun.meanDownload;
import static org.fetchlab.cli.SimulateRun.simulate;
import static org.fetchlab.cli.SimulateRun.with;

import java.util.stream.Stream;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code fetchlab simulate --policy fork-join(CODE)}: its fields, and its values against exact ones. */
final class SimulateCodesTest {
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
                        "won_by_recovery",
                        "wasted_work_fraction",
                        "half_width_95",
                        "warm_up",
                        "events",
                        "replications");
        assertThat(result.get("server_utilization").size()).isEqualTo(3);
        assertThat(result.get("events").asLong()).isGreaterThanOrEqualTo(5000);
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
}
