package org.fetchlab.sim.recursion;

import java.util.Arrays;

/**
 * How busy the servers were, and for nothing: work is wasted on a copy that has not finished when its request completes.
 * Not thread-safe.
 */
final class ServerWork {
    private final double[] busy;
    private double wasted;

    ServerWork(int servers) {
        busy = new double[servers];
    }

    /** One copy held its server for {@code time}, of which {@code lost} did not lead to a copy in time. */
    void add(int server, double time, double lost) {
        busy[server] += time;
        wasted += lost;
    }

    void reset() {
        Arrays.fill(busy, 0);
        wasted = 0;
    }

    /** The wasted fraction of all work; 0 when there was no work. */
    double wastedFraction() {
        double total = Arrays.stream(busy).sum();
        return total > 0 ? wasted / total : 0;
    }

    /** The busy fraction of each server over some time; zeros when no time has passed. */
    double[] utilizations(double elapsed) {
        return Arrays.stream(busy).map(time -> elapsed > 0 ? time / elapsed : 0).toArray();
    }
}
