package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.fetchlab.sim.observe.BatchMeans;

/**
 * A chain that is looked at every n/8 steps: often against the time in which the histogram changes, rarely against the cost
 * of a step. As steps are equally spaced in mean, averages over looks are time averages.
 */
final class ObservedChain {
    private static final int LEAST_STRIDE = 8;
    private static final int BATCHES = 512;

    private final OccupancyChain chain;
    private final int servers;
    private final long stride;
    private BatchMeans meanQueues = new BatchMeans(BATCHES, 1);
    private double[] tailSums = new double[16];
    private double squaredQueueSum;
    private double queueSum;
    private long looks;

    ObservedChain(OccupancyChain chain) {
        this.chain = chain;
        this.servers = chain.serversWithAtLeast(0);
        this.stride = Math.max(LEAST_STRIDE, servers / 8);
    }

    /** Steps between two looks. */
    long stride() {
        return stride;
    }

    /** Advances by so many looks. */
    void advance(long more) {
        for (long i = 0; i < more; i++) {
            chain.run(stride);
            look();
        }
    }

    private void look() {
        long jobs = 0;
        int level = 1;
        for (int count = chain.serversWithAtLeast(1); count > 0; count = chain.serversWithAtLeast(level)) {
            if (level == tailSums.length) {
                tailSums = Arrays.copyOf(tailSums, 2 * level);
            }
            tailSums[level] += count;
            jobs += count;
            level++;
        }
        double queue = (double) jobs / servers;
        meanQueues.add(queue);
        queueSum += queue;
        squaredQueueSum += queue * queue;
        looks++;
    }

    /** Forgets all looks; the state stays. */
    void startMeasuring() {
        meanQueues = new BatchMeans(BATCHES, 1);
        Arrays.fill(tailSums, 0);
        squaredQueueSum = 0;
        queueSum = 0;
        looks = 0;
    }

    /** How many looks are remembered. */
    long looks() {
        return looks;
    }

    /** The mean queue length per server in consecutive batches of looks. */
    double[] series() {
        return meanQueues.means();
    }

    /** The time average of the mean queue length per server. */
    double meanQueue() {
        return queueSum / looks;
    }

    /** The time average of the squared mean queue length per server. */
    double meanSquaredQueue() {
        return squaredQueueSum / looks;
    }

    /** The time average of s_j. */
    double tail(int level) {
        if (level == 0) {
            return 1;
        }
        return level < tailSums.length ? tailSums[level] / looks / servers : 0;
    }

    /** One more than the largest level seen. */
    int levels() {
        int levels = tailSums.length;
        while (levels > 1 && tailSums[levels - 1] == 0) {
            levels--;
        }
        return levels;
    }
}
