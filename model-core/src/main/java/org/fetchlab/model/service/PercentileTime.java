package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * The law with a piecewise constant hazard through a table of percentiles: P{S &gt; s} = exp(-H(s)), where the cumulative
 * hazard H is linear between the points (t_i, -log(1 - p_i)), starts at (0, 0) or at the time of percent 0, and goes on beyond the last point with
 * the slope of the last segment.
 */
final class PercentileTime extends Law {
    private final double[] percents;
    private final double[] times;
    private final Hazard hazard;

    /** The table is checked; both arrays are owned by this law. */
    PercentileTime(double[] percents, double[] times) {
        this(percents, times, Hazard.through(percents, times));
    }

    private PercentileTime(double[] percents, double[] times, Hazard hazard) {
        super(spec(percents, times), Moments.of(spec(percents, times), hazard::moment, hazard::variance));
        this.percents = percents;
        this.times = times;
        this.hazard = hazard;
    }

    private static String spec(double[] percents, double[] times) {
        return IntStream.range(0, times.length)
                .mapToObj(i -> text(percents[i]) + ":" + text(times[i]))
                .collect(Collectors.joining(",", "percentiles(", ")"));
    }

    @Override
    double survivalAt(double time) {
        return Math.exp(-hazard.at(time));
    }

    @Override
    double cdfAt(double time) {
        return -Math.expm1(-hazard.at(time));
    }

    @Override
    double inverse(double p, double q) {
        return hazard.inverse(Inversion.standardExponential(p, q));
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
        return () -> hazard.inverse(exponential.sample());
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        Require.positive("factor", factor);
        return ServiceTimes.percentiles(
                percents, Arrays.stream(times).map(time -> time * factor).toArray());
    }
}
