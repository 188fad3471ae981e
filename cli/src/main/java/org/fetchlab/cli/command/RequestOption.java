package org.fetchlab.cli.command;

import java.util.Optional;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.RequestKind;
import picocli.CommandLine.Option;

/** What a request asks for. */
final class RequestOption {
    @Option(
            names = "--request",
            paramLabel = "WHAT",
            order = 23,
            description = "What a request asks a code for: one-object or whole-file (default: one-object).")
    String text = "one-object";

    /** What the option says. */
    Optional<RequestKind> read(Problems problems) {
        return problems.read("--request", text, Choice.of(RequestKind.class));
    }
}
