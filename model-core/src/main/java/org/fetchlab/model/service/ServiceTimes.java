package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.apache.commons.numbers.gamma.Gamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousUniformSampler;
import org.apache.commons.rng.sampling.distribution.InverseTransformParetoSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;

/**
 * Service-time laws. Every factory checks its parameters and refuses NaN; rates are per unit of time, times and scales in
 * units of time.
 *
 * <p>One range holds for all laws: the median (unless it is 0) and the quantile at 1 - 2^-53 must lie in [1e-102, 1e102].
 * So every time that is drawn, and the cube of every typical time, is a number of double precision. A Pareto shape below
 * 0.16, for example, is refused.
 *
 * <p>Laws that are exponential under another name, such as Erlang with one stage, come out as the exponential law, so that
 * engines recognise them.
 */
public final class ServiceTimes {
    private static final double SUM_ROUNDING = 1e-9;
    /** Beyond it the inverse of the library does not converge; the standard deviation is 1e-5 of the mean there. */
    private static final double LARGEST_GAMMA_SHAPE = 1e10;

    private ServiceTimes() {}

    /**
     * Exponential: P{S &gt; s} = exp(-&mu;s), mean 1/&mu;.
     *
     * @param rate &mu;, positive and finite
     * @return the law
     * @throws IllegalArgumentException if the rate is out of range
     */
    public static ServiceTime exponential(double rate) {
        Require.positive("rate", rate);
        return Require.heldTimes(new ExponentialTime(rate));
    }

    /**
     * Shifted exponential: a constant plus Exp(&mu;), mean shift + 1/&mu;.
     *
     * @param shift the least time, finite and at least 0
     * @param rate &mu;, positive and finite
     * @return the law; the exponential one for shift 0
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime shiftedExponential(double shift, double rate) {
        Require.notNegative("shift", shift);
        ServiceTime exponential = exponential(rate);
        return shift == 0 ? exponential : Require.heldTimes(new ShiftedExponentialTime(shift, rate));
    }

    /**
     * Erlang: the sum of k independent Exp(&mu;) stages, mean k/&mu;.
     *
     * @param stages k, at least 1
     * @param rate &mu;, the rate of one stage, positive and finite
     * @return the law; the exponential one for k = 1
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime erlang(int stages, double rate) {
        if (stages < 1) {
            throw new IllegalArgumentException("number of stages " + stages + " must be at least 1");
        }
        ServiceTime stage = exponential(rate);
        return stages == 1
                ? stage
                : gamma(
                        "erlang(" + stages + "," + text(rate) + ")",
                        stages,
                        1 / rate,
                        factor -> erlang(stages, rate / factor));
    }

    /**
     * Gamma with density proportional to s^(a-1) exp(-s/&theta;), mean a&theta;.
     *
     * @param shape a, in (0, 1e10]
     * @param scale &theta;, positive and finite (the inverse of the rate that other texts use)
     * @return the law; the exponential one for shape 1
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime gamma(double shape, double scale) {
        Require.positive("shape", shape);
        if (shape > LARGEST_GAMMA_SHAPE) {
            throw new IllegalArgumentException("gamma shape " + shape + " must be at most " + text(LARGEST_GAMMA_SHAPE)
                    + ": the law is then as good as the constant shape * scale");
        }
        Require.positive("scale", scale);
        return shape == 1
                ? exponential(1 / scale)
                : gamma(
                        "gamma(" + text(shape) + "," + text(scale) + ")",
                        shape,
                        scale,
                        factor -> gamma(shape, scale * factor));
    }

    /**
     * Hyperexponential: Exp(&mu;_i) with probability p_i, mean &Sigma; p_i/&mu;_i.
     *
     * @param probabilities p_1, p_2, …, each in (0, 1], summing to 1 within 1e-9
     * @param rates &mu;_1, &mu;_2, …, as many, each positive and finite
     * @return the law; the exponential one when all rates are equal
     * @throws IllegalArgumentException if a parameter is out of range, or the lengths differ or are 0
     */
    public static ServiceTime hyperexponential(double[] probabilities, double[] rates) {
        requireSameLength("probabilities", probabilities, "rates", rates);
        Arrays.stream(probabilities).forEach(p -> Require.positive("probability", p));
        double sum = Arrays.stream(probabilities).sum();
        if (!(Math.abs(sum - 1) <= SUM_ROUNDING)) {
            throw new IllegalArgumentException(
                    "probabilities " + Arrays.toString(probabilities) + " must sum to 1, not " + sum);
        }
        Arrays.stream(rates).forEach(ServiceTimes::exponential);
        return Arrays.stream(rates).allMatch(rate -> rate == rates[0])
                ? exponential(rates[0])
                : Require.heldTimes(new HyperexponentialTime(probabilities.clone(), rates.clone()));
    }

    /**
     * Always the same time.
     *
     * @param value the time, positive and finite
     * @return the law
     * @throws IllegalArgumentException if the value is out of range
     */
    public static ServiceTime deterministic(double value) {
        return Require.heldTimes(new DeterministicTime(Require.positive("time", value)));
    }

    /**
     * Uniform on [a, b], mean (a+b)/2.
     *
     * @param lower a, finite and at least 0
     * @param upper b, finite and above a
     * @return the law
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime uniform(double lower, double upper) {
        Require.notNegative("lower end", lower);
        Require.positive("upper end", upper);
        if (!(lower < upper)) {
            throw new IllegalArgumentException("lower end " + lower + " must be below the upper end " + upper);
        }
        String spec = "uniform(" + text(lower) + "," + text(upper) + ")";
        return Require.heldTimes(new LibraryTime(
                spec,
                UniformContinuousDistribution.of(lower, upper),
                Moments.of(spec, m -> uniformMoment(lower, upper, m), () -> (upper - lower) / 12 * (upper - lower)),
                random -> ContinuousUniformSampler.of(random, lower, upper),
                factor -> uniform(lower * factor, upper * factor)));
    }

    /**
     * Pareto: P{S &gt; s} = (x/s)^&alpha; for s &ge; x. E[S^m] is infinite unless m &lt; &alpha;.
     *
     * @param scale x, the least time, positive and finite
     * @param shape &alpha;, positive and finite
     * @return the law
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime pareto(double scale, double shape) {
        Require.positive("scale", scale);
        Require.positive("shape", shape);
        String spec = "pareto(" + text(scale) + "," + text(shape) + ")";
        return Require.heldTimes(new LibraryTime(
                spec,
                ParetoDistribution.of(scale, shape),
                Moments.below(
                        shape,
                        spec,
                        m -> shape * Math.pow(scale, m) / (shape - m),
                        () -> Math.pow(scale / (shape - 1), 2) * shape / (shape - 2)),
                random -> InverseTransformParetoSampler.of(random, scale, shape),
                factor -> pareto(scale * factor, shape)));
    }

    /**
     * Weibull: P{S &gt; s} = exp(-(s/&lambda;)^k), E[S^m] = &lambda;^m &Gamma;(1 + m/k).
     *
     * @param shape k, positive and finite; below 1 the tail is heavier than exponential
     * @param scale &lambda;, positive and finite
     * @return the law; the exponential one for shape 1
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime weibull(double shape, double scale) {
        Require.positive("shape", shape);
        Require.positive("scale", scale);
        if (shape == 1) {
            return exponential(1 / scale);
        }
        String spec = "weibull(" + text(shape) + "," + text(scale) + ")";
        return Require.heldTimes(new LibraryTime(
                spec,
                WeibullDistribution.of(shape, scale),
                Moments.of(
                        spec,
                        m -> Math.pow(scale, m) * Gamma.value(1 + m / shape),
                        () -> scale * scale * WeibullVariance.of(shape)),
                random -> {
                    ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
                    return () -> scale * Math.pow(exponential.sample(), 1 / shape);
                },
                factor -> weibull(shape, scale * factor)));
    }

    /**
     * Lognormal: log S is normal, E[S^m] = exp(m&mu; + m&sup2;&sigma;&sup2;/2), median exp(&mu;).
     *
     * @param mu &mu;, the mean of log S, such that exp(&mu;) is positive and finite
     * @param sigma &sigma;, the standard deviation of log S, positive and finite
     * @return the law
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static ServiceTime lognormal(double mu, double sigma) {
        Require.positive("median exp(" + mu + ") =", Math.exp(mu));
        Require.positive("sigma", sigma);
        String spec = "lognormal(" + text(mu) + "," + text(sigma) + ")";
        return Require.heldTimes(new LibraryTime(
                spec,
                LogNormalDistribution.of(mu, sigma),
                Moments.of(
                        spec,
                        m -> Math.exp(m * (mu + m * sigma * sigma / 2)),
                        () -> Math.exp(2 * mu + sigma * sigma) * Math.expm1(sigma * sigma)),
                random -> LogNormalSampler.of(ZigguratSampler.NormalizedGaussian.of(random), mu, sigma),
                factor -> lognormal(mu + Math.log(factor), sigma)));
    }

    /**
     * The step distribution of measured times: each has the same probability.
     *
     * @param name where the times come from, as it stands in the text form: {@code "FILE"} or {@code "FILE,column"}
     * @param times the measured times, at least one, each finite and at least 0, not all 0
     * @return the law
     * @throws IllegalArgumentException if there are no times, or one is out of range (the message says which)
     */
    public static ServiceTime empirical(String name, double[] times) {
        if (times.length == 0) {
            throw new IllegalArgumentException(name + " holds no times");
        }
        for (int i = 0; i < times.length; i++) {
            Require.notNegative("time number " + (i + 1) + " of " + name + ",", times[i]);
        }
        if (Arrays.stream(times).allMatch(time -> time == 0)) {
            throw new IllegalArgumentException("all times of " + name + " are 0");
        }
        return Require.heldTimes(new EmpiricalTime(name, times.clone(), 1));
    }

    /**
     * The law through a table of percentiles, as a dashboard shows it.
     *
     * <p>Between the points, and from time 0 at percent 0 to the first point, the hazard is constant, so that the quantile
     * is linear in the logarithm of the survival probability. Beyond the last point the hazard stays that of the last
     * segment: an exponential tail. All moments are therefore finite and exact; a heavier tail must be told by further
     * percentiles.
     *
     * @param percents for example 50, 90, 99; strictly increasing in [0, 100), at least one above 0; percent 0 gives the
     *     least time
     * @param times the time that each percent of requests does not exceed; as many, finite, from above 0 (at percent 0: at
     *     least 0), not decreasing, the last one above the one before it. Equal times are an atom: the requests between the
     *     two percents take exactly that long
     * @return the law
     * @throws IllegalArgumentException if a parameter is out of range, or the lengths differ or are 0
     */
    public static ServiceTime percentiles(double[] percents, double[] times) {
        requireSameLength("percents", percents, "times", times);
        double percentBefore = percents[0] == 0 ? Double.NEGATIVE_INFINITY : 0;
        double timeBefore = 0;
        for (int i = 0; i < times.length; i++) {
            Require.notNegative("time of percentile " + text(percents[i]), times[i]);
            if (!(percents[i] > percentBefore && percents[i] < 100)) {
                throw new IllegalArgumentException(
                        "percents " + Arrays.toString(percents) + " must increase strictly and lie in [0, 100)");
            }
            boolean mayBeEqual = i < times.length - 1 && (i > 0 || percents[0] == 0);
            if (!(times[i] > timeBefore || (mayBeEqual && times[i] == timeBefore))) {
                throw new IllegalArgumentException("percentile times must " + (mayBeEqual ? "not decrease" : "increase")
                        + ": " + text(percents[i]) + ":" + text(times[i]) + " is not above " + text(timeBefore)
                        + (i > 0 && !mayBeEqual ? "; the last segment tells how the law goes on" : ""));
            }
            percentBefore = percents[i];
            timeBefore = times[i];
        }
        if (percentBefore == 0) {
            throw new IllegalArgumentException("at least one percentile above 0 must be given");
        }
        return Require.heldTimes(new PercentileTime(percents.clone(), times.clone()));
    }

    /**
     * The rate of a law that is exponential.
     *
     * @param law any law
     * @return &mu; if the law is Exp(&mu;), empty otherwise
     */
    public static OptionalDouble exponentialRate(ServiceTime law) {
        return law instanceof ExponentialTime exponential
                ? OptionalDouble.of(exponential.rate())
                : OptionalDouble.empty();
    }

    /**
     * Whether a law is that of a constant.
     *
     * @param law any law
     * @return true if every service takes the same time, as with measured times that are all equal
     */
    public static boolean isConstant(ServiceTime law) {
        return law.quantile(0) == law.quantile(1);
    }

    private static void requireSameLength(String one, double[] first, String other, double[] second) {
        if (first.length == 0 || first.length != second.length) {
            throw new IllegalArgumentException(first.length + " " + one + " and " + second.length + " " + other
                    + ": there must be as many of both, at least one");
        }
    }

    private static ServiceTime gamma(String spec, double shape, double scale, DoubleFunction<ServiceTime> scaled) {
        return Require.heldTimes(new LibraryTime(
                spec,
                GammaDistribution.of(shape, scale),
                Moments.of(spec, m -> Moments.rising(shape, m) * Math.pow(scale, m), () -> shape * scale * scale),
                random -> AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, scale),
                scaled));
    }

    private static double uniformMoment(double a, double b, int order) {
        return switch (order) {
            case 1 -> (a + b) / 2;
            case 2 -> (a * a + a * b + b * b) / 3;
            default -> (a + b) * (a * a + b * b) / 4;
        };
    }
}
