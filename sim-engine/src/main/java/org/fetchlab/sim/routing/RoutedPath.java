package org.fetchlab.sim.routing;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;

/**
 * A sample path of an n-server system, arrival by arrival. Every queue is first come first served and a request never
 * depends on later ones, so a request's download time is known when it has been served to the end on arrival.
 *
 * <p>Arrivals are handled in blocks: first their times and servers are drawn, then the memory of these servers is touched,
 * so that its cache misses overlap, and then they are served one after the other.
 */
abstract class RoutedPath implements SamplePath {
    private static final int BLOCK = 64;

    private final ContinuousSampler gaps;
    private final ServerSampler sampler;
    private final int asked;
    private final double[] arrivals = new double[BLOCK];
    /** The servers of all arrivals of a block, one arrival after the other. */
    private final int[] servers;
    /** Where the servers of each arrival begin, and those of the last one end. */
    private final int[] starts = new int[BLOCK + 1];
    /** Written so that the reads of {@link #touch} are not optimised away. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    private double now;
    private double measuredSince;

    /**
     * A path from the empty system.
     *
     * @param gaps times between arrivals
     * @param sampler draws the servers that a request asks
     * @param asked how many servers a request asks at most, 0 if the sampler is not to be used
     */
    RoutedPath(ContinuousSampler gaps, ServerSampler sampler, int asked) {
        this.gaps = gaps;
        this.sampler = sampler;
        this.asked = asked;
        this.servers = new int[BLOCK * asked];
    }

    @Override
    public final void advance(long requests, DownloadRecorder recorder) {
        for (long left = requests; left > 0; left -= BLOCK) {
            int count = (int) Math.min(left, BLOCK);
            draw(count);
            touched = touchBlock(count);
            for (int i = 0; i < count; i++) {
                now = arrivals[i];
                recorder.record(serve(now, servers, starts[i], starts[i + 1] - starts[i]));
            }
        }
    }

    private void draw(int count) {
        double time = now;
        for (int i = 0; i < count; i++) {
            time += gaps.sample();
            arrivals[i] = time;
            if (asked > 0) {
                starts[i + 1] = starts[i] + sampler.draw(servers, starts[i], asked);
            }
        }
    }

    private long touchBlock(int count) {
        return asked > 0 ? touchAsked(servers, starts[count]) : touchUntil(arrivals[count - 1]);
    }

    private long touchAsked(int[] asked, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += touch(asked[i]);
        }
        return sum;
    }

    /** Reads from the memory of a server that will be asked. The result is of no interest. */
    long touch(int server) {
        return 0;
    }

    /** Reads from the memory that will be needed until a time. The result is of no interest. */
    long touchUntil(double time) {
        return 0;
    }

    /**
     * Serves one request.
     *
     * @param arrival its arrival time, not before that of any other so far
     * @param sample holds the servers that it asks
     * @param from the index of the first of them
     * @param count how many they are
     * @return its download time
     */
    abstract double serve(double arrival, int[] sample, int from, int count);

    /** Forgets the statistics. */
    abstract void resetStatistics();

    @Override
    public final void startMeasuring() {
        measuredSince = now;
        resetStatistics();
    }

    /** The time of the last arrival. */
    final double now() {
        return now;
    }

    /** The time from the start of the measurement to the last arrival. */
    final double measuredTime() {
        return now - measuredSince;
    }
}
