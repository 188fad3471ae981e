package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Runs of {@code fetchlab simulate --format json}, and what their results hold. Seeds are fixed; where a value is compared
 * within {@link #WIDENING} half-widths, a correct program would fail for one seed in a million.
 */
final class SimulateRun {
    /** How many 95 % half-widths an exact value may be away from its estimate. */
    static final double WIDENING = 2.5;

    private SimulateRun() {}

    /** Any run. */
    static CommandRun run(String... options) {
        return CommandRun.inJson("simulate", options);
    }

    /** The result of a simulation that has its answer. */
    static JsonNode simulate(String... options) {
        return CommandRun.answered("simulate", options);
    }

    /** The result of a simulation with one option more. */
    static JsonNode with(String[] options, String last) {
        return simulate(Stream.concat(Stream.of(options), Stream.of(last)).toArray(String[]::new));
    }

    /** Checks an estimate against an exact value. */
    static void covers(JsonNode estimate, double exact) {
        assertThat(estimate.get("value").asDouble())
                .isCloseTo(
                        exact, within(WIDENING * estimate.get("half_width_95").asDouble()));
    }

    /** The mean download time of a result. */
    static double meanDownload(JsonNode result) {
        return result.get("download").get("mean").get("value").asDouble();
    }
}
