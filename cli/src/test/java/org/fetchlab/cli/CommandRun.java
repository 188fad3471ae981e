package org.fetchlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.cli.command.FetchlabCommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run of the command line inside the test. */
record CommandRun(int exitCode, String out, String err) {
    /** Runs the command line. */
    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = FetchlabCommandLine.run(args, new PrintWriter(out), new PrintWriter(err, true));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Runs a command that prints JSON. */
    static CommandRun inJson(String command, String... options) {
        return of(Stream.concat(Stream.of(command, "--format", "json"), Stream.of(options))
                .toArray(String[]::new));
    }

    /** The JSON of a run that ends well, without a word on standard error. */
    static JsonNode answered(String command, String... options) {
        CommandRun run = inJson(command, options);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run.json();
    }

    /** Checks that the input was refused, with one sentence that holds some words, and nothing computed. */
    void isRefused(String... words) {
        assertThat(exitCode).as(err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(errors()).hasSize(1);
        assertThat(errors().get(0)).startsWith("fetchlab: ").doesNotContain("Exception", "\tat ");
        for (String word : words) {
            assertThat(errors().get(0)).contains(word);
        }
    }

    /** The lines on standard error. */
    List<String> errors() {
        return err.lines().toList();
    }

    /** The JSON on standard output. */
    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }
}
