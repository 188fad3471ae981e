package org.fetchlab.model.service;

import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.statistics.distribution.ContinuousDistribution;

/** A law whose distribution functions and inverses come from commons-statistics, right to full relative precision. */
final class LibraryTime extends Law {
    private final ContinuousDistribution distribution;
    private final Function<UniformRandomProvider, ContinuousSampler> samplers;
    private final DoubleFunction<ServiceTime> scaled;

    LibraryTime(
            String spec,
            ContinuousDistribution distribution,
            Moments moments,
            Function<UniformRandomProvider, ContinuousSampler> samplers,
            DoubleFunction<ServiceTime> scaled) {
        super(spec, moments);
        this.distribution = distribution;
        this.samplers = samplers;
        this.scaled = scaled;
    }

    @Override
    double survivalAt(double time) {
        return distribution.survivalProbability(time);
    }

    @Override
    double cdfAt(double time) {
        return distribution.cumulativeProbability(time);
    }

    @Override
    double inverse(double p, double q) {
        return p < q ? distribution.inverseCumulativeProbability(p) : distribution.inverseSurvivalProbability(q);
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return samplers.apply(random);
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        return scaled.apply(Require.positive("factor", factor));
    }
}
