package org.fetchlab.sim.experiment;

import org.fetchlab.model.random.RandomStreams;

/** A sample path that counts the requests in the system, so that their growth can decide stability. */
public interface CountingPath extends SamplePath {
    /**
     * How many requests are in the system now.
     *
     * @return at least 0
     */
    long backlog();

    /** Makes the counting paths of a system. */
    @FunctionalInterface
    interface Factory {
        /**
         * A new path that starts from the empty system.
         *
         * @param streams the family of random streams
         * @param replication the index of the replication
         * @return the path
         */
        CountingPath start(RandomStreams streams, long replication);
    }
}
