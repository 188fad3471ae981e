package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/** Runs of {@code fetchlab compare --format json}, and what their results hold. */
final class CompareRun {
    private CompareRun() {}

    /** The result of a comparison that has its answer, without a word on standard error. */
    static JsonNode compare(String... options) {
        return CommandRun.answered("compare", options);
    }

    /** The only row of a comparison. */
    static JsonNode one(String... options) {
        JsonNode results = compare(options).get("results");
        assertThat(results.size()).isEqualTo(1);
        return results.get(0);
    }

    /** The simulated mean of a row. */
    static double mean(JsonNode row) {
        return row.get("simulation").get("mean").asDouble();
    }
}
