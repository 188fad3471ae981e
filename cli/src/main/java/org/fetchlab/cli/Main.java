package org.fetchlab.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.fetchlab.cli.command.FetchlabCommandLine;

/** The process: standard streams in UTF-8, arguments in, exit code out. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the arguments as the shell gave them
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = FetchlabCommandLine.run(args, out, err);
        out.flush();
        if (out.checkError() && exitCode == 0) {
            err.println("fetchlab: standard output cannot be written");
            exitCode = 1;
        }
        err.flush();
        System.exit(exitCode);
    }
}
