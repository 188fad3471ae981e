package org.fetchlab.sim.routing;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.observe.TimeKey;
import org.fetchlab.sim.recursion.Selection;

/**
 * Servers under redundant requests with killing RRK(L, k). A server is known by the time at which it becomes free: a request
 * starts there when it is free, and leaves when its copy or the k-th of its copies is finished, whichever comes first.
 */
final class KillingServers {
    /** How many {@link #statistics} there are. */
    static final int STATISTICS = 2;

    private final double[] free;
    private final int needed;
    private final ContinuousSampler service;
    private final double[] starts;
    private final double[] finishes;
    private final long[] sorted;
    private double busy;
    private double useful;

    KillingServers(int servers, int copies, int needed, ContinuousSampler service) {
        this.free = new double[servers];
        this.needed = needed;
        this.service = service;
        this.starts = new double[copies];
        this.finishes = new double[copies];
        this.sorted = new long[copies];
    }

    /** The time at which a server is free of all requests so far. */
    double free(int server) {
        return free[server];
    }

    int count() {
        return free.length;
    }

    /**
     * Serves one request.
     *
     * @return the time at which k copies are finished
     */
    double serve(double arrival, int[] sample, int from, int count) {
        for (int i = 0; i < count; i++) {
            starts[i] = Math.max(arrival, free[sample[from + i]]);
            finishes[i] = starts[i] + service.sample();
            sorted[i] = TimeKey.of(finishes[i]);
        }
        double completion = TimeKey.time(Selection.smallest(sorted, count, needed));
        for (int i = 0; i < count; i++) {
            if (starts[i] < completion) {
                leave(sample[from + i], starts[i], finishes[i], completion);
            }
        }
        return completion;
    }

    private void leave(int server, double start, double finish, double completion) {
        double end = Math.min(finish, completion);
        free[server] = end;
        busy += end - start;
        if (finish <= completion) {
            useful += finish - start;
        }
    }

    void resetStatistics() {
        busy = 0;
        useful = 0;
    }

    /** The fraction of the work that was spent on killed copies, and the utilisation of a server over the given time. */
    double[] statistics(double time) {
        return new double[] {busy > 0 ? 1 - useful / busy : 0, time > 0 ? busy / (free.length * time) : 0};
    }
}
