package org.fetchlab.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * The threads of one experiment. Tasks are handed out one at a time, so that no thread waits while another has work left;
 * as every task owns its state, the hand-out never changes a result.
 */
public final class Workers implements AutoCloseable {
    private final Execution execution;
    private final ExecutorService threads;
    private long done;
    private long planned;

    /**
     * Starts the threads of an experiment.
     *
     * @param execution threads, progress and cancellation
     */
    public Workers(Execution execution) {
        this.execution = execution;
        threads = Executors.newFixedThreadPool(execution.threads(), task -> {
            Thread thread = new Thread(task, "fetchlab-simulation");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Runs tasks and waits for all of them; the first failure is thrown.
     *
     * @param count how many tasks, at least 0
     * @param task is called with 0, …, count - 1
     * @throws CancellationException if the experiment is cancelled or the thread interrupted
     */
    public void forEach(int count, IntConsumer task) {
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            futures.add(threads.submit(() -> task.accept(index)));
        }
        for (Future<?> future : futures) {
            await(future);
        }
    }

    private void await(Future<?> future) {
        try {
            future.get();
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            throw interrupted();
        } catch (ExecutionException e) {
            threads.shutdownNow();
            throw unwrapped(e);
        }
    }

    private static RuntimeException unwrapped(ExecutionException failure) {
        if (failure.getCause() instanceof CancellationException) {
            return interrupted();
        }
        if (failure.getCause() instanceof RuntimeException cause) {
            return cause;
        }
        if (failure.getCause() instanceof Error cause) {
            throw cause;
        }
        return new IllegalStateException(failure);
    }

    private static CancellationException interrupted() {
        return new CancellationException("the experiment was cancelled");
    }

    /**
     * Announces further requests.
     *
     * @param requests how many, at least 0
     */
    public synchronized void plan(long requests) {
        planned += requests;
    }

    /**
     * Reports progress, and gives up if the experiment was cancelled.
     *
     * @param requests how many requests were simulated since the last report
     * @throws CancellationException if the experiment is cancelled
     */
    public synchronized void simulated(long requests) {
        done += requests;
        checkCancelled();
        execution.progress().update(done, Math.max(done, planned));
    }

    /**
     * Gives up if the experiment was cancelled, without progress to report.
     *
     * @throws CancellationException if the experiment is cancelled
     */
    public void checkCancelled() {
        if (execution.cancelled().getAsBoolean()) {
            throw interrupted();
        }
    }

    /** Stops the threads. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
