package org.fetchlab.sim.experiment;

import org.fetchlab.model.random.RandomStreams;

/**
 * A sample path of a system whose requests have all been waiting since time 0.
 *
 * <p>By the saturation rule of Baccelli and Foss (J. Appl. Prob. 32, 1995) the system is stable if and only if the arrival
 * rate is below the limit of N / X_N, where X_N is the time at which N such requests are finished.
 */
@FunctionalInterface
public interface SaturatedPath {
    /**
     * Serves further requests.
     *
     * @param requests how many, at least 1
     * @return the time at which all requests served so far are finished
     */
    double advance(long requests);

    /**
     * How well the path has seen its service times so far: their mean over that of their law.
     *
     * @return about 1 when the law is sampled well, much less while most of its mean lies in times too rare to be drawn; 1
     *     where there is nothing to compare with
     */
    default double sampledMean() {
        return 1;
    }

    /** Makes the saturated paths of one part of a system. */
    @FunctionalInterface
    interface Factory {
        /**
         * A new path that has served no request.
         *
         * @param streams the family of random streams
         * @param replication the index of the replication
         * @return the path
         */
        SaturatedPath start(RandomStreams streams, long replication);
    }
}
