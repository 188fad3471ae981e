package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Always the same time x. */
final class DeterministicTime extends Law {
    private final double value;

    DeterministicTime(double value) {
        super(spec(value), Moments.of(spec(value), m -> Math.pow(value, m), () -> 0));
        this.value = value;
    }

    private static String spec(double value) {
        return "det(" + text(value) + ")";
    }

    @Override
    double survivalAt(double time) {
        return time < value ? 1 : 0;
    }

    @Override
    double cdfAt(double time) {
        return time < value ? 0 : 1;
    }

    @Override
    double inverse(double p, double q) {
        return value;
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return () -> value;
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        return ServiceTimes.deterministic(value * Require.positive("factor", factor));
    }
}
