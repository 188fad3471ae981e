package org.fetchlab.sim.experiment;

import java.util.function.BooleanSupplier;

/**
 * How to run an experiment; it never changes the result.
 *
 * @param threads how many threads simulate, at least 1
 * @param progress is told how far the experiment is; called by any thread, one at a time
 * @param cancelled is asked every few thousand requests, changes of a server's speed, or events of a chain of queue
 *     lengths, whether to give up; called by any thread
 */
public record Execution(int threads, Progress progress, BooleanSupplier cancelled) {
    /**
     * Checks the number of threads.
     *
     * @param threads how many threads simulate
     * @param progress is told how far the experiment is
     * @param cancelled is asked whether to give up
     * @throws IllegalArgumentException if there is no thread
     */
    public Execution {
        if (threads < 1) {
            throw new IllegalArgumentException("number of threads " + threads + " must be at least 1");
        }
    }

    /**
     * Silent and not cancellable.
     *
     * @param threads how many threads simulate, at least 1
     * @return the execution
     * @throws IllegalArgumentException if there is no thread
     */
    public static Execution threads(int threads) {
        return new Execution(threads, (done, planned) -> {}, () -> false);
    }

    /** Hears of the progress of an experiment. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Some more requests are simulated.
         *
         * @param done how many requests are simulated, warm-up included
         * @param planned how many are planned at present, at least {@code done}; a precision goal can raise it
         */
        void update(long done, long planned);
    }
}
