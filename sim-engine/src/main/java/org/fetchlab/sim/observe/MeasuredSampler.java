package org.fetchlab.sim.observe;

import java.util.OptionalDouble;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.service.ServiceTime;

/** Times drawn from a law, and how their mean so far compares with that of the law. Not thread-safe; no call allocates. */
public final class MeasuredSampler implements ContinuousSampler {
    private final ContinuousSampler times;
    private final OptionalDouble mean;
    private double sum;
    private long count;

    /**
     * A sampler that has drawn nothing.
     *
     * @param law the law
     * @param times draws from it
     */
    public MeasuredSampler(ServiceTime law, ContinuousSampler times) {
        this.times = times;
        this.mean = law.moment(1).value().stream().mapToDouble(value -> value).findFirst();
    }

    @Override
    public double sample() {
        double time = times.sample();
        sum += time;
        count++;
        return time;
    }

    /**
     * The mean of the times drawn so far over that of their law.
     *
     * @return 1 where the mean of the law is infinite, else 0 when none is drawn
     */
    public double relativeMean() {
        return mean.isEmpty() ? 1 : count > 0 ? sum / count / mean.getAsDouble() : 0;
    }
}
