package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Service times, and their mean so far. Not thread-safe; no call allocates. */
final class MeasuredSampler implements ContinuousSampler {
    private final ContinuousSampler times;
    private double sum;
    private long count;

    MeasuredSampler(ContinuousSampler times) {
        this.times = times;
    }

    @Override
    public double sample() {
        double time = times.sample();
        sum += time;
        count++;
        return time;
    }

    /** The mean of the times drawn so far; 0 when there is none. */
    double mean() {
        return count > 0 ? sum / count : 0;
    }
}
