package org.fetchlab.sim.routing;

import java.util.Arrays;

/**
 * What a path without redundancy remembers besides download times. The values, in this order: the mean queue length per
 * server, by Little's law from the sojourn times of the pieces; the utilisation of a server; and the fractions of the
 * queues seen by arrivals, which on the symmetric placement are the fractions of time (Poisson arrivals see time averages),
 * with at least 1, 2, …, {@link #LEVELS} pieces.
 */
final class QueueStatistics {
    /** Tails are kept for so many levels. */
    static final int LEVELS = 20;

    private final int servers;
    private final long[] seen = new long[LEVELS + 1];
    private double work;
    private double sojourn;

    QueueStatistics(int servers) {
        this.servers = servers;
    }

    /** An arrival saw a queue of this length. */
    void sawLength(int length) {
        seen[Math.min(length, LEVELS)]++;
    }

    /** An arrival saw all queues. */
    void sawAll(ServersByLength queues) {
        int longest = queues.longest();
        for (int length = queues.shortest(); length <= longest; length++) {
            seen[Math.min(length, LEVELS)] += queues.count(length);
        }
    }

    /** A piece with this service time spends this time at its server. */
    void servedPiece(double service, double sojourn) {
        work += service;
        this.sojourn += sojourn;
    }

    void reset() {
        Arrays.fill(seen, 0);
        work = 0;
        sojourn = 0;
    }

    double[] values(double time) {
        double[] values = new double[2 + LEVELS];
        double serverTime = servers * time;
        values[0] = serverTime > 0 ? sojourn / serverTime : 0;
        values[1] = serverTime > 0 ? work / serverTime : 0;
        long all = Arrays.stream(seen).sum();
        long atLeast = 0;
        for (int level = LEVELS; level >= 1; level--) {
            atLeast += seen[level];
            values[1 + level] = all > 0 ? (double) atLeast / all : 0;
        }
        return values;
    }
}
