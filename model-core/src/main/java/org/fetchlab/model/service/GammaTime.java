package org.fetchlab.model.service;

import java.util.function.DoubleFunction;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Gamma with shape a and scale &theta;: P{S &gt; s} = Q(a, s/&theta;); Erlang(k, &mu;) is a = k, &theta; = 1/&mu;. */
final class GammaTime extends Law {
    private final double shape;
    private final double scale;
    private final DoubleFunction<ServiceTime> scaled;

    GammaTime(String spec, double shape, double scale, DoubleFunction<ServiceTime> scaled) {
        super(spec, Moments.of(spec, m -> Moments.rising(shape, m) * Math.pow(scale, m)));
        this.shape = shape;
        this.scale = scale;
        this.scaled = scaled;
    }

    @Override
    public double survival(double time) {
        return upper(Math.max(time, 0) / scale);
    }

    @Override
    public double cdf(double time) {
        return lower(Math.max(time, 0) / scale);
    }

    @Override
    double inverse(double p, double q) {
        return scale * Inversion.inverse(this::lower, this::upper, p, q, shape);
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, scale);
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        return scaled.apply(Require.positive("factor", factor));
    }

    private double upper(double x) {
        return x == Double.POSITIVE_INFINITY ? 0 : RegularizedGamma.Q.value(shape, x);
    }

    private double lower(double x) {
        return x == Double.POSITIVE_INFINITY ? 1 : RegularizedGamma.P.value(shape, x);
    }
}
