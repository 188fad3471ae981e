package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Exp(&mu;_i) with probability p_i: P{S &gt; s} = &Sigma; p_i exp(-&mu;_i s). */
final class HyperexponentialTime extends Law {
    private final double[] probabilities;
    private final double[] rates;
    private final double slowest;

    /** The probabilities sum to 1 up to rounding; both arrays are owned by this law. */
    HyperexponentialTime(double[] probabilities, double[] rates) {
        super(
                spec(probabilities, rates),
                Moments.of(
                        spec(probabilities, rates),
                        m -> mix(probabilities, i -> Moments.rising(1, m) / Math.pow(rates[i], m)),
                        () -> variance(probabilities, rates)));
        this.probabilities = probabilities;
        this.rates = rates;
        this.slowest = Arrays.stream(rates).min().orElseThrow();
    }

    private static String spec(double[] probabilities, double[] rates) {
        return IntStream.range(0, rates.length)
                .mapToObj(i -> text(probabilities[i]) + ":" + text(rates[i]))
                .collect(Collectors.joining(",", "hyperexp(", ")"));
    }

    private static double mix(double[] probabilities, IntToDoubleFunction term) {
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            sum += probabilities[i] * term.applyAsDouble(i);
        }
        return sum;
    }

    /** The mean variance of the branches, and the variance of their means. */
    private static double variance(double[] probabilities, double[] rates) {
        double mean = mix(probabilities, i -> 1 / rates[i]);
        return mix(probabilities, i -> Math.pow(1 / rates[i], 2) + Math.pow(1 / rates[i] - mean, 2));
    }

    @Override
    double survivalAt(double time) {
        double s = Math.max(time, 0);
        return mix(probabilities, i -> Math.exp(-rates[i] * s));
    }

    @Override
    double cdfAt(double time) {
        double s = Math.max(time, 0);
        return mix(probabilities, i -> -Math.expm1(-rates[i] * s));
    }

    @Override
    double inverse(double p, double q) {
        DoubleUnaryOperator lower = x -> cdfAt(x / slowest);
        DoubleUnaryOperator upper = x -> survivalAt(x / slowest);
        return Inversion.inverse(lower, upper, p, q, 1) / slowest;
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        DiscreteSampler branch = AliasMethodDiscreteSampler.of(random, probabilities);
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
        return () -> exponential.sample() / rates[branch.sample()];
    }

    @Override
    public ServiceTime scaledBy(double factor) {
        Require.positive("factor", factor);
        return ServiceTimes.hyperexponential(
                probabilities, Arrays.stream(rates).map(rate -> rate / factor).toArray());
    }
}
