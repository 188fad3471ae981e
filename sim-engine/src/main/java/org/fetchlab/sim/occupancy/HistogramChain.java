package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.sim.routing.RandomIndex;

/**
 * The lumped chain of the histogram alone, for policies that look at all servers: exact because servers are exchangeable,
 * in time and memory that do not depend on n.
 *
 * <p>Servers are thought of as numbered by decreasing queue length, so that server u has the length of the largest j with
 * {@code u < tails[j]}. The length is looked up from a table on, which keeps for each interval of such numbers the length that
 * was found there last: since tails change by one at a time, it is a step or two away where an interval holds few lengths. The
 * interval of the longest queues may hold many when hardly anything is served centrally, and is walked through then.
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
    private static final int TABLE_BITS = 10;

    private final int servers;
    private final Arrival rule;
    private final Uniformisation uniformisation;
    private final long localThreshold;
    private final UniformRandomProvider random;
    private final int[] lastLengths = new int[1 << TABLE_BITS];
    private final int intervalBits;
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
        this.intervalBits = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(servers - 1) - TABLE_BITS);
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
        if (rule == Arrival.UNIFORM) {
            runUniform(steps);
        } else {
            runLooking(steps);
        }
    }

    /** A server gets a job in about half of the steps and loses one in the others: a sum where a branch would be guesswork. */
    private void runUniform(long steps) {
        long doubledServers = uniformisation.doubledServers();
        long arrivalThreshold = uniformisation.arrivalThreshold();
        for (long step = 0; step < steps; step++) {
            long bits = random.nextLong() >>> 1;
            long fraction = RandomIndex.fraction(bits, doubledServers);
            if (fraction < localThreshold) {
                int arrivals = (int) ((fraction - arrivalThreshold) >>> (Long.SIZE - 1));
                change(lengthOf(RandomIndex.whole(bits, doubledServers)) + arrivals, 2 * arrivals - 1);
            } else {
                change(longestLength(), -1);
            }
        }
    }

    /** One server more, or one less, has at least so many jobs; none less at an idle server. */
    private void change(int jobs, int difference) {
        if (jobs > 0) {
            tails[jobs] += difference;
            if (jobs > longest) {
                longest = jobs;
                makeRoom();
            }
        }
    }

    /** The tails end in two levels of no server. */
    private void makeRoom() {
        if (longest + 2 == tails.length) {
            tails = Arrays.copyOf(tails, 2 * tails.length);
        }
    }

    private void runLooking(long steps) {
        long doubledServers = uniformisation.doubledServers();
        long arrivalThreshold = uniformisation.arrivalThreshold();
        for (long step = 0; step < steps; step++) {
            long bits = random.nextLong() >>> 1;
            int server = RandomIndex.whole(bits, doubledServers);
            if (RandomIndex.fraction(bits, doubledServers) < arrivalThreshold) {
                change(joined(server) + 1, 1);
            } else {
                change(lengthOf(server), -1);
            }
        }
    }

    /** The length of the queue that an arrival joins, given a uniform server. */
    private int joined(int server) {
        return switch (rule) {
            case SHORTEST -> shortestLength();
            case IDLE -> tails[1] < servers ? 0 : lengthOf(server);
            case UNIFORM -> lengthOf(server);
        };
    }

    private int lengthOf(int server) {
        int length = lastLengths[server >> intervalBits];
        while (server >= tails[length]) {
            length--;
        }
        while (server < tails[length + 1]) {
            length++;
        }
        lastLengths[server >> intervalBits] = length;
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
