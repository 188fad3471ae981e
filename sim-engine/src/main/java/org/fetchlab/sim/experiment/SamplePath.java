package org.fetchlab.sim.experiment;

import org.fetchlab.sim.observe.DownloadRecorder;

/** One sample path of a {@link SimulatedSystem}: the mutable run. Not thread-safe; owned by one replication. */
public interface SamplePath {
    /**
     * Simulates further requests. Allocates nothing per request.
     *
     * @param requests how many requests, at least 0
     * @param recorder takes the download time of each
     */
    void advance(long requests, DownloadRecorder recorder);

    /**
     * Sets a check that the path makes while it advances, every few thousand events that complete no request. Paths without
     * such events ignore it.
     *
     * @param check runs on the thread that advances the path; an exception ends the advance
     */
    default void checkBetweenRequests(Runnable check) {}

    /** Ends the warm-up: the {@link #statistics()} forget what they saw; the state of the system stays. */
    void startMeasuring();

    /**
     * Further statistics of the path since {@link #startMeasuring()}, such as the share of work wasted or the utilisation
     * of each server.
     *
     * @return finite numbers, in an order and number that the system fixes; empty if there are none
     */
    double[] statistics();

    /**
     * How well the path has seen, since its start, the service times on which the mean download time rests: their mean over
     * that of their law.
     *
     * @return about 1 when the law is sampled well, much less while most of its mean lies in times too rare to be drawn; 1
     *     where there is nothing to compare with
     */
    default double sampledMean() {
        return 1;
    }

    /**
     * How loaded the system is, as far as the path has seen since its start or since {@link #startMeasuring()}.
     *
     * @return the largest fraction of time for which a server has had work, in [0, 1], which tends to 1 as the arrival rate
     *     tends to the capacity; 0 where the path does not keep count, because the capacity of its system is known or
     *     estimated otherwise
     */
    default double load() {
        return 0;
    }
}
