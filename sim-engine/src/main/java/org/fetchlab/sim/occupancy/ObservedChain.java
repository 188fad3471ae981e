package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;

/**
 * A chain that is looked at every n/8 steps: often against the time in which the histogram changes, rarely against the cost
 * of a step. As steps are equally spaced in mean, averages over looks are time averages. Every look records the mean queue
 * length. Not thread-safe.
 */
final class ObservedChain implements SamplePath {
    private static final int LEAST_STRIDE = 8;

    private final OccupancyChain chain;
    private final double arrivalProbability;
    private final int servers;
    private final long stride;
    private double[] tailSums = new double[16];
    private double squaredQueueSum;
    private double queueSum;
    private long looks;
    private long requests;
    private long steps;
    private long nextLook = 1;

    /**
     * A path that begins in the state of the chain.
     *
     * @param chain the chain
     * @param arrivalProbability the probability that a step is an arrival
     */
    ObservedChain(OccupancyChain chain, double arrivalProbability) {
        this.chain = chain;
        this.arrivalProbability = arrivalProbability;
        this.servers = chain.serversWithAtLeast(0);
        this.stride = stride(servers);
    }

    /** Steps between two looks. */
    static long stride(int servers) {
        return Math.max(LEAST_STRIDE, servers / 8);
    }

    /** Simulates so many further requests in mean. */
    @Override
    public void advance(long more, DownloadRecorder recorder) {
        requests += more;
        long end = (long) (requests / arrivalProbability);
        while (nextLook <= end) {
            runTo(nextLook);
            recorder.record(look());
            nextLook += stride;
        }
        runTo(end);
    }

    private void runTo(long step) {
        chain.run(step - steps);
        steps = step;
    }

    private double look() {
        int level = 1;
        for (int count = chain.serversWithAtLeast(1); count > 0; count = chain.serversWithAtLeast(level)) {
            if (level == tailSums.length) {
                tailSums = Arrays.copyOf(tailSums, 2 * level);
            }
            tailSums[level++] += count;
        }
        double queue = (double) jobs() / servers;
        queueSum += queue;
        squaredQueueSum += queue * queue;
        looks++;
        return queue;
    }

    /** Forgets all looks, and looks again at the next request; the state stays. */
    @Override
    public void startMeasuring() {
        Arrays.fill(tailSums, 0);
        squaredQueueSum = 0;
        queueSum = 0;
        looks = 0;
        nextLook = steps + 1;
    }

    /** The time averages of the mean queue, of its square, and of s_1, s_2, … up to the longest queue seen. */
    @Override
    public double[] statistics() {
        int longest = tailSums.length - 1;
        while (longest > 0 && tailSums[longest] == 0) {
            longest--;
        }
        double[] statistics = new double[2 + longest];
        statistics[0] = queueSum / looks;
        statistics[1] = squaredQueueSum / looks;
        for (int level = 1; level <= longest; level++) {
            statistics[1 + level] = tailSums[level] / looks / servers;
        }
        return statistics;
    }

    private long jobs() {
        long jobs = 0;
        int level = 1;
        for (int count = chain.serversWithAtLeast(1); count > 0; count = chain.serversWithAtLeast(level)) {
            jobs += count;
            level++;
        }
        return jobs;
    }
}
