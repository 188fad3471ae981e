package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.sim.routing.RandomIndex;

/**
 * The lumped chain of the histogram alone, for policies that look at all servers: exact because servers are exchangeable,
 * in time and memory that do not depend on n.
 *
 * <p>Servers are thought of as numbered by decreasing queue length, so that server u has the length of the largest j with
 * {@code u < tails[j]}.
 */
final class HistogramChain implements OccupancyChain {
    /** Which queue an arrival joins. */
    enum Arrival {
        /** A shortest queue. */
        SHORTEST,
        /** An idle server if there is one, else a uniformly chosen server. */
        IDLE,
        /** A uniformly chosen server. */
        UNIFORM
    }

    private static final double TWO_TO_63 = 0x1.0p63;

    private final int servers;
    private final Arrival rule;
    private final Uniformisation uniformisation;
    private final long localThreshold;
    private final UniformRandomProvider random;
    private int[] tails;
    private int shortest;
    private int longest;

    /**
     * A chain with its own copy of the state.
     *
     * @param initial the state at time 0
     * @param uniformisation the clock of arrivals and services
     * @param rule where arrivals go
     * @param centralShare the fraction of services that go to a longest queue instead of a uniform server
     * @param random the generator of all events
     */
    HistogramChain(
            OccupancyHistogram initial,
            Uniformisation uniformisation,
            Arrival rule,
            double centralShare,
            UniformRandomProvider random) {
        this.servers = initial.servers();
        this.rule = rule;
        this.uniformisation = uniformisation;
        double arrivals = uniformisation.arrivalThreshold() / TWO_TO_63;
        this.localThreshold = (long) ((arrivals + (1 - centralShare) * (1 - arrivals)) * TWO_TO_63);
        this.random = random;
        this.tails = new int[Math.max(16, 2 * initial.levels())];
        int atLeast = 0;
        for (int level = initial.levels() - 1; level >= 0; level--) {
            atLeast += initial.serversWith(level);
            tails[level] = atLeast;
        }
        this.longest = initial.levels() - 1;
    }

    @Override
    public int serversWithAtLeast(int level) {
        return level < tails.length ? tails[level] : 0;
    }

    @Override
    public double stepRate() {
        return uniformisation.stepRate();
    }

    @Override
    public void run(long steps) {
        long doubledServers = uniformisation.doubledServers();
        long arrivalThreshold = uniformisation.arrivalThreshold();
        for (long step = 0; step < steps; step++) {
            long bits = random.nextLong() >>> 1;
            int server = RandomIndex.whole(bits, doubledServers);
            long fraction = RandomIndex.fraction(bits, doubledServers);
            if (fraction < arrivalThreshold) {
                arrive(server);
            } else if (fraction < localThreshold) {
                leave(lengthOf(server));
            } else {
                leave(longestLength());
            }
        }
    }

    private void arrive(int server) {
        int joined = switch (rule) {
            case SHORTEST -> shortestLength();
            case IDLE -> tails[1] < servers ? 0 : lengthOf(server);
            case UNIFORM -> lengthOf(server);
        };
        int length = joined + 1;
        if (length + 1 == tails.length) {
            tails = Arrays.copyOf(tails, 2 * tails.length);
        }
        tails[length]++;
        longest = Math.max(longest, length);
    }

    private void leave(int length) {
        if (length > 0) {
            tails[length]--;
        }
    }

    private int lengthOf(int server) {
        int length = 0;
        while (server < tails[length + 1]) {
            length++;
        }
        return length;
    }

    private int shortestLength() {
        while (tails[shortest + 1] == servers) {
            shortest++;
        }
        while (tails[shortest] < servers) {
            shortest--;
        }
        return shortest;
    }

    private int longestLength() {
        while (longest > 0 && tails[longest] == 0) {
            longest--;
        }
        return longest;
    }
}
