package org.fetchlab.sim.recursion;

import java.util.stream.DoubleStream;
import org.fetchlab.model.random.RandomStreams;

/** The download times of single requests, for tests of other engines. */
public final class RecursionDownloads {
    private RecursionDownloads() {}

    /**
     * Runs the recursion.
     *
     * @param system what to simulate
     * @param streams the random streams
     * @param requests how many
     * @return their download times in the order of arrivals
     */
    public static double[] of(ForkJoinSystem system, RandomStreams streams, int requests) {
        ForkJoinPath path = (ForkJoinPath) system.path(streams, 0);
        return DoubleStream.generate(path::next).limit(requests).toArray();
    }
}
