package org.fetchlab.sim.observe;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.fetchlab.model.result.Estimate;

/**
 * A confidence interval of a variance. For m independent normal values, (m-1) s² / σ² is chi-squared with m - 1 degrees of
 * freedom, so that σ² lies below {@code (m-1) s² / χ²} with χ² the quantile of probability (1-p)/2. The interval that reaches as far
 * to both sides covers σ² with at least the probability p.
 */
public final class VarianceInterval {
    private VarianceInterval() {}

    /**
     * The interval of the variance of the values of a tally, which are nearly normal.
     *
     * @param tally at least two independent values
     * @param confidence the coverage probability, in (0, 1)
     * @return the sample variance, and the distance of its upper limit
     */
    public static Estimate of(Tally tally, double confidence) {
        double freedom = tally.count() - 1.0;
        double quantile = ChiSquaredDistribution.of(freedom).inverseCumulativeProbability((1 - confidence) / 2);
        double variance = tally.variance();
        return new Estimate(variance, variance * (freedom / quantile - 1), confidence);
    }
}
