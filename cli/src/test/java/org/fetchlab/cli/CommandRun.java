package org.fetchlab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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

    /** The lines on standard error. */
    List<String> errors() {
        return err.lines().toList();
    }

    /** The JSON on standard output. */
    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }
}
