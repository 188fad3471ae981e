package org.fetchlab.cli.command;

/** The exit codes that scripts rely on. */
final class ExitCodes {
    /** The result was computed. */
    static final int DONE = 0;
    /** A bug. */
    static final int UNEXPECTED = 1;
    /** The input cannot be used, or the output not be written. */
    static final int BAD_INPUT = 2;
    /** Computed, but the question has no answer as asked; the output says why. */
    static final int NO_ANSWER = 3;

    private ExitCodes() {}
}
