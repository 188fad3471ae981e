package org.fetchlab.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.fetchlab.cli.command.FetchlabCommandLine;
import org.fetchlab.cli.command.StandardOutput;

/** The process: standard streams in UTF-8, arguments in, exit code out. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the arguments as the shell gave them
     */
    public static void main(String[] args) {
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = out.exitCode(FetchlabCommandLine.run(args, out.writer(), err), err);
        err.flush();
        System.exit(exitCode);
    }
}
