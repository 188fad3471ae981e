package org.fetchlab.model.service;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.result.Outcome;

/**
 * The law of the time S &ge; 0 that one server needs for one copy of a request.
 *
 * <p>Every law keeps to times that double precision holds together with their cubes: its median (unless that is 0) and
 * the time that a share of 2^-53 of all requests exceeds, the rarest that a uniform double tells from 1, lie in
 * [1e-102, 1e102]. Factories refuse parameters that leave this range.
 *
 * <p>A law is an immutable description; {@link #sampler} makes the mutable run of it. Two laws are equal when their
 * {@link #spec() text forms} are. Times are in whatever unit the parameters are.
 */
public interface ServiceTime {
    /**
     * The survival function.
     *
     * @param time s, any number but NaN
     * @return P{S &gt; s}; 1 for negative s
     * @throws IllegalArgumentException if the time is NaN
     */
    double survival(double time);

    /**
     * The distribution function, accurate near the lower end, where {@code 1 - survival(s)} loses its digits.
     *
     * @param time s, any number but NaN
     * @return P{S &le; s}; 0 for negative s
     * @throws IllegalArgumentException if the time is NaN
     */
    double cdf(double time);

    /**
     * The quantile function: the least s in the support with P{S &le; s} &ge; p.
     *
     * @param probability p in [0, 1]
     * @return the quantile; for p = 0 the lower end of the support, for p = 1 the upper end, which may be
     *     {@code POSITIVE_INFINITY}
     * @throws IllegalArgumentException if p is outside [0, 1]
     */
    double quantile(double probability);

    /**
     * The quantile function seen from the tail: the least s in the support with P{S &gt; s} &le; q. It is
     * {@code quantile(1 - q)}, accurate for tail probabilities too small for {@code 1 - q} to hold.
     *
     * @param probability q in [0, 1]
     * @return the quantile; for q = 0 the upper end of the support, which may be {@code POSITIVE_INFINITY}
     * @throws IllegalArgumentException if q is outside [0, 1]
     */
    double inverseSurvival(double probability);

    /**
     * A raw moment E[S^m].
     *
     * @param order m, one of 1, 2, 3
     * @return the moment, void with a reason that says "infinite" when the tail is too heavy for it, and "too large" or "too
     *     small" when double precision does not hold it
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    Outcome<Double> moment(int order);

    /**
     * The variance Var S, to nearly full precision however small it is beside the square of the mean.
     *
     * @return the variance, exactly 0 for a constant; void with a reason that says "infinite" when the tail is too heavy for
     *     it, and "too large" or "too small" when double precision does not hold it
     */
    Outcome<Double> variance();

    /**
     * The index of the tail: the &alpha; with {@code P{S > s} ~ s^(-α)}, so that E[S^m] is infinite for m &ge; &alpha;.
     *
     * @return &alpha; &gt; 0; {@code POSITIVE_INFINITY} for a tail that is lighter than every power
     */
    double tailIndex();

    /**
     * A source of independent variates of this law.
     *
     * @param random the generator the sampler draws from; it is used, not copied
     * @return a sampler whose sequence depends on nothing but the state of the generator
     */
    ContinuousSampler sampler(UniformRandomProvider random);

    /**
     * The text form, in the grammar of {@code ServiceSpec}.
     *
     * @return text that {@code ServiceSpec.parse} reads back to an equal law (for laws read from a file: the file's name)
     */
    String spec();

    /**
     * This law with every time multiplied by a factor.
     *
     * @param factor a positive finite number
     * @return the law of {@code factor * S}
     * @throws IllegalArgumentException if the factor is not positive and finite
     */
    ServiceTime scaledBy(double factor);
}
