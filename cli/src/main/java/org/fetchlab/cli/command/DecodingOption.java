package org.fetchlab.cli.command;

import java.util.Optional;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.model.code.Decoding;
import picocli.CommandLine.Option;

/** Which copies recover an object. */
final class DecodingOption {
    @Option(
            names = "--decoding",
            paramLabel = "HOW",
            order = 23,
            description = {
                "Which copies recover an object (default: linear):",
                "  linear        any from which it can be computed",
                "  groups        its own server, or one whole recovery group"
            })
    String text = "linear";

    /** What the option says. */
    Optional<Decoding> read(Problems problems) {
        return problems.read("--decoding", text, Choice.of(Decoding.class));
    }
}
