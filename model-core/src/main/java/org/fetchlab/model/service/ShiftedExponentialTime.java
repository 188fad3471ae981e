package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** A constant &Delta; plus Exp(&mu;). */
final class ShiftedExponentialTime extends Law {
    private final double shift;
    private final double rate;

    ShiftedExponentialTime(double shift, double rate) {
        super(spec(shift, rate), Moments.of(spec(shift, rate), m -> moment(shift, 1 / rate, m), () -> 1 / rate / rate));
        this.shift = shift;
        this.rate = rate;
    }

    private static String spec(double shift, double rate) {
        return "sexp(" + text(shift) + "," + text(rate) + ")";
    }

    /** E[S^m] = Δ^m + (m/μ) E[S^(m-1)], by parts. */
    private static double moment(double shift, double mean, int order) {
        double moment = 1;
        for (int m = 1; m <= order; m++) {
            moment = Math.pow(shift, m) + m * mean * moment;
        }
        return moment;
    }

    @Override
    double survivalAt(double time) {
        return Math.exp(-rate * Math.max(time - shift, 0));
    }

    @Override
    double cdfAt(double time) {
        return -Math.expm1(-rate * Math.max(time - shift, 0));
    }

    @Override
    double inverse(double p, double q) {
        return shift + Inversion.standardExponential(p, q) / rate;
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random, 1 / rate);
        return () -> shift + exponential.sample();
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        return ServiceTimes.shiftedExponential(shift * Require.positive("factor", factor), rate / factor);
    }
}
