package org.fetchlab.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A stream for the result, in UTF-8, that remembers why it could not be written. */
public final class StandardOutput {
    private final PrintWriter writer;
    private @Nullable IOException failure;

    /**
     * An output.
     *
     * @param target takes the bytes
     */
    public StandardOutput(OutputStream target) {
        writer = new PrintWriter(new Remembering(target), false, StandardCharsets.UTF_8);
    }

    /**
     * Where to print.
     *
     * @return a writer that never throws
     */
    public PrintWriter writer() {
        return writer;
    }

    /**
     * The exit code of a process that has printed its result: that of its command, unless the result was lost. A reader that
     * has seen enough and closes its pipe loses nothing.
     *
     * @param command the exit code of the command
     * @param err is told in one sentence why the result was lost
     * @return the exit code of the process
     */
    public int exitCode(int command, PrintWriter err) {
        writer.flush();
        if (failure == null || isEnoughForTheReader(failure)) {
            return command;
        }
        err.println("fetchlab: standard output cannot be written: " + failure.getMessage());
        return command == ExitCodes.UNEXPECTED ? command : ExitCodes.BAD_INPUT;
    }

    private static boolean isEnoughForTheReader(IOException failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    private final class Remembering extends OutputStream {
        private final OutputStream target;

        Remembering(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                target.write(bytes, from, count);
            } catch (IOException lost) {
                failure = failure == null ? lost : failure;
                throw lost;
            }
        }

        @Override
        public void flush() throws IOException {
            target.flush();
        }
    }
}
