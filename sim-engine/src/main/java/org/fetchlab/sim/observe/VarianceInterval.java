package org.fetchlab.sim.observe;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.fetchlab.model.result.Estimate;

/**
 * Confidence intervals of a variance. An estimate of a variance is skewed, and its own error is low where it comes out low: most
 * intervals that miss would lie below. So these reach as far to both sides as is needed above.
 */
public final class VarianceInterval {
    private VarianceInterval() {}

    /**
     * The interval of the variance of the values of a tally, which are nearly normal. For m independent normal values,
     * (m-1) s² / σ² is chi-squared with m - 1 degrees of freedom, so that σ² lies below {@code (m-1) s² / χ²} with χ² the quantile
     * of probability (1-p)/2. It covers σ² with at least the probability p.
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

    /**
     * The interval of a variance that is an average of independent estimates: Student's for its logarithm. If Student's
     * interval of the average is {@code v ± h}, the variance lies below {@code v exp(h/v)}.
     *
     * @param average the average of the estimates with Student's interval, not negative
     * @return the same value, and the distance of its upper limit
     */
    public static Estimate ofAverage(Estimate average) {
        double variance = average.value();
        double reach = variance > 0 ? variance * Math.expm1(average.halfWidth() / variance) : average.halfWidth();
        return new Estimate(variance, reach, average.confidence());
    }
}
