package org.fetchlab.cli.command;

import java.util.List;
import java.util.Optional;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Problems;
import picocli.CommandLine.Option;

/** Which percentiles of the download time to report. */
final class PercentilesOption {
    @Option(
            names = "--percentiles",
            paramLabel = "LIST",
            order = 42,
            description = "Percentiles of the download time (default: 50,99,99.9).")
    String text = "50,99,99.9";

    /** What the option says. */
    Optional<List<String>> read(Problems problems) {
        return problems.read("--percentiles", text, Grids::percentiles);
    }
}
