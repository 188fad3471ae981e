package org.fetchlab.sim.recursion;

import java.util.OptionalDouble;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Service times, and how their mean so far compares with that of their law. Not thread-safe; no call allocates. */
final class MeasuredSampler implements ContinuousSampler {
    private final ContinuousSampler times;
    private final OptionalDouble mean;
    private double sum;
    private long count;

    /**
     * A sampler that has drawn nothing.
     *
     * @param times draws the service times
     * @param mean the mean of their law, if it is finite
     */
    MeasuredSampler(ContinuousSampler times, OptionalDouble mean) {
        this.times = times;
        this.mean = mean;
    }

    @Override
    public double sample() {
        double time = times.sample();
        sum += time;
        count++;
        return time;
    }

    /** The mean of the times drawn so far over that of their law; 1 where that is infinite, 0 when none is drawn. */
    double relativeMean() {
        return mean.isEmpty() ? 1 : count > 0 ? sum / count / mean.getAsDouble() : 0;
    }
}
