package org.fetchlab.model.service;

import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/** What all laws share: the text form as identity, the moments, and one inverse for both ends of the distribution. */
abstract class Law implements ServiceTime {
    private final String spec;
    private final Moments moments;

    /**
     * A law with its identity and moments.
     *
     * @param spec the text form
     * @param moments E[S], E[S^2], E[S^3], the variance, and the index of the tail
     */
    Law(String spec, Moments moments) {
        this.spec = spec;
        this.moments = moments;
    }

    /**
     * The least s in the support with P{S &le; s} &ge; p. The smaller of p and q = 1 - p is the one to use: it is right
     * to an ulp of 1, and to its own last digit if the caller gave it.
     */
    abstract double inverse(double p, double q);

    /** P{S &gt; s} for any number s. */
    abstract double survivalAt(double time);

    /** P{S &le; s} for any number s. */
    abstract double cdfAt(double time);

    @Override
    public final double survival(double time) {
        return survivalAt(LatencyDistribution.checkedTime(time));
    }

    @Override
    public final double cdf(double time) {
        return cdfAt(LatencyDistribution.checkedTime(time));
    }

    @Override
    public final double quantile(double probability) {
        Require.probability(probability);
        return inverse(probability, 1 - probability);
    }

    @Override
    public final double inverseSurvival(double probability) {
        Require.probability(probability);
        return inverse(1 - probability, probability);
    }

    @Override
    public final Outcome<Double> moment(int order) {
        return moments.of(order);
    }

    @Override
    public final Outcome<Double> variance() {
        return moments.variance();
    }

    @Override
    public final double tailIndex() {
        return moments.tailIndex();
    }

    @Override
    public final String spec() {
        return spec;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Law that && spec.equals(that.spec);
    }

    @Override
    public final int hashCode() {
        return spec.hashCode();
    }

    @Override
    public final String toString() {
        return spec;
    }
}
