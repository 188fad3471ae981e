package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.fetchlab.model.result.QueueTails;

/** How many of n servers have how many jobs, the one in service included: the state of a system of equal servers. */
public final class OccupancyHistogram {
    private final int[] counts;
    private final int servers;

    private OccupancyHistogram(int[] counts, int servers) {
        this.counts = counts;
        this.servers = servers;
    }

    /**
     * All servers empty.
     *
     * @param servers n, at least 1
     * @return the histogram
     * @throws IllegalArgumentException if n is below 1
     */
    public static OccupancyHistogram empty(int servers) {
        return constant(servers, 0);
    }

    /**
     * The same number of jobs at every server.
     *
     * @param servers n, at least 1
     * @param jobs jobs at each server, in [0, 1000000]
     * @return the histogram
     * @throws IllegalArgumentException if n is below 1 or jobs is out of range
     */
    public static OccupancyHistogram constant(int servers, int jobs) {
        if (jobs < 0 || jobs > 1_000_000) {
            throw new IllegalArgumentException("initial jobs per server " + jobs + " must lie in [0, 1000000]");
        }
        int[] counts = new int[jobs + 1];
        counts[jobs] = servers;
        return of(servers, counts);
    }

    /**
     * A given histogram.
     *
     * @param servers n, at least 1
     * @param counts {@code counts[j]}: the number of servers with exactly j jobs; not negative, summing to n
     * @return the histogram
     * @throws IllegalArgumentException if n is below 1, a count is negative, or the counts do not sum to n
     */
    public static OccupancyHistogram of(int servers, int... counts) {
        if (servers < 1) {
            throw new IllegalArgumentException("the number of servers " + servers + " must be at least 1");
        }
        long sum = 0;
        for (int j = 0; j < counts.length; j++) {
            if (counts[j] < 0) {
                throw new IllegalArgumentException("initial histogram: the number of servers with " + j + " jobs is "
                        + counts[j] + "; it must be at least 0");
            }
            sum += counts[j];
        }
        if (sum != servers) {
            throw new IllegalArgumentException(
                    "initial histogram counts " + sum + " servers; it must sum to n = " + servers);
        }
        return new OccupancyHistogram(counts.clone(), servers);
    }

    /**
     * The number of servers.
     *
     * @return n, at least 1
     */
    public int servers() {
        return servers;
    }

    /**
     * The number of stored levels.
     *
     * @return one more than the largest stored number of jobs
     */
    public int levels() {
        return counts.length;
    }

    /**
     * One count.
     *
     * @param jobs j, at least 0
     * @return the number of servers with exactly j jobs
     */
    public int serversWith(int jobs) {
        return jobs < counts.length ? counts[jobs] : 0;
    }

    /**
     * The fractions of servers with at least j jobs.
     *
     * @return the tails s_0 = 1, s_1, …
     */
    public QueueTails tails() {
        double[] tails = new double[counts.length];
        int atLeast = 0;
        for (int j = counts.length - 1; j >= 0; j--) {
            atLeast += counts[j];
            tails[j] = (double) atLeast / servers;
        }
        return QueueTails.of(tails);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OccupancyHistogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "OccupancyHistogram" + Arrays.toString(counts);
    }
}
