package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.fetchlab.model.testing.ReferenceTable;
import tools.jackson.databind.JsonNode;

/** Runs of {@code fetchlab fluid --format json}, and what their results hold. */
final class FluidRun {
    private FluidRun() {}

    /** The result of a question that has its answer. */
    static JsonNode fluid(String... options) {
        return run(0, options);
    }

    /** The result of a question that has no answer as asked. */
    static JsonNode unanswered(String... options) {
        return run(3, options);
    }

    private static JsonNode run(int exitCode, String... options) {
        CommandRun run = CommandRun.of(Stream.concat(Stream.of("fluid", "--format", "json"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return run.json();
    }

    /** The policy of a row of the reference tables of batch sampling. */
    static String batch(ReferenceTable.Row row) {
        return "batch-sampling(" + row.text("L") + "," + row.text("k") + ")";
    }

    /** The last point of a trajectory. */
    static JsonNode last(JsonNode result) {
        JsonNode trajectory = result.get("trajectory");
        return trajectory.get(trajectory.size() - 1);
    }
}
