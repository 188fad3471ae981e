package org.fetchlab.model.service;

import java.util.List;
import org.fetchlab.model.result.Outcome;

/** What all laws share: the text form as identity, the moments, and one inverse for both ends of the distribution. */
abstract class Law implements ServiceTime {
    private static final int MOMENTS = 3;

    private final String spec;
    private final List<Outcome<Double>> moments;

    /**
     * A law with its identity and moments.
     *
     * @param spec the text form
     * @param moments E[S], E[S^2], E[S^3]
     */
    Law(String spec, List<Outcome<Double>> moments) {
        this.spec = spec;
        this.moments = List.copyOf(moments);
    }

    /**
     * The least s in the support with P{S &le; s} &ge; p. The smaller of p and q = 1 - p is the one to use: it is right
     * to an ulp of 1, and to its own last digit if the caller gave it.
     */
    abstract double inverse(double p, double q);

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
        if (order < 1 || order > MOMENTS) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        return moments.get(order - 1);
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
