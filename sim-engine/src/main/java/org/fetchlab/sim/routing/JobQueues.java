package org.fetchlab.sim.routing;

import java.util.Arrays;

/**
 * The jobs of n first come first served queues, each known by its arrival time: one linked list per queue through a common
 * pool. Not thread-safe; allocates only when more jobs are present than ever before.
 */
final class JobQueues {
    private static final int NONE = -1;

    private final int[] oldest;
    private final int[] latest;
    private double[] arrivals = new double[64];
    /** The next younger job of the same queue, or the next unused entry of the pool. */
    private int[] next = new int[64];

    private int unused = NONE;
    private int known;
    private long size;

    /** All queues empty. */
    JobQueues(int queues) {
        oldest = new int[queues];
        latest = new int[queues];
        Arrays.fill(oldest, NONE);
    }

    /** The number of jobs in all queues. */
    long size() {
        return size;
    }

    /** A job that arrives at a time joins the end of a queue. */
    void add(int queue, double arrival) {
        int job = claim();
        arrivals[job] = arrival;
        next[job] = NONE;
        if (oldest[queue] == NONE) {
            oldest[queue] = job;
        } else {
            next[latest[queue]] = job;
        }
        latest[queue] = job;
        size++;
    }

    /** Removes the oldest job of a queue that is not empty, and returns its arrival time. */
    double removeOldest(int queue) {
        int job = oldest[queue];
        oldest[queue] = next[job];
        next[job] = unused;
        unused = job;
        size--;
        return arrivals[job];
    }

    private int claim() {
        if (unused != NONE) {
            int job = unused;
            unused = next[job];
            return job;
        }
        if (known == next.length) {
            arrivals = Arrays.copyOf(arrivals, 2 * known);
            next = Arrays.copyOf(next, 2 * known);
        }
        return known++;
    }
}
