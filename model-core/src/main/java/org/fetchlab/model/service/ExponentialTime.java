package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Exp(&mu;): P{S &gt; s} = exp(-&mu;s). */
final class ExponentialTime extends Law {
    private final double rate;

    ExponentialTime(double rate) {
        super(spec(rate), Moments.of(spec(rate), m -> Moments.rising(1, m) / Math.pow(rate, m), () -> 1 / rate / rate));
        this.rate = rate;
    }

    private static String spec(double rate) {
        return "exp(" + text(rate) + ")";
    }

    double rate() {
        return rate;
    }

    @Override
    double survivalAt(double time) {
        return Math.exp(-rate * Math.max(time, 0));
    }

    @Override
    double cdfAt(double time) {
        return -Math.expm1(-rate * Math.max(time, 0));
    }

    @Override
    double inverse(double p, double q) {
        return Inversion.standardExponential(p, q) / rate;
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return rate == 1 ? ZigguratSampler.Exponential.of(random) : ZigguratSampler.Exponential.of(random, 1 / rate);
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        return ServiceTimes.exponential(rate / Require.positive("factor", factor));
    }
}
