package org.fetchlab.sim.observe;

import org.apache.commons.statistics.distribution.TDistribution;
import org.fetchlab.model.result.Estimate;

/**
 * Student's confidence interval of a mean: {@code mean ± t · s / √m} with the t quantile of m - 1 degrees of freedom.
 *
 * <p>Exact for independent normal values; for the means of long replications or batches, which are nearly normal by the
 * central limit theorem and independent by construction, the error of the coverage is O(1/m). Use at least 10 values.
 */
public final class StudentInterval {
    private StudentInterval() {}

    /**
     * The interval of the mean of independent values.
     *
     * @param values at least two finite numbers, independent and identically distributed
     * @param confidence the coverage probability, in (0, 1)
     * @return the sample mean and the half-width
     * @throws IllegalArgumentException if there are fewer than two values
     */
    public static Estimate ofMean(double[] values, double confidence) {
        if (values.length < 2) {
            throw new IllegalArgumentException("an interval needs at least two values; found " + values.length);
        }
        Tally tally = new Tally();
        for (double value : values) {
            tally.add(value);
        }
        return new Estimate(tally.mean(), halfWidth(tally, confidence), confidence);
    }

    /**
     * The half-width of the interval of the mean of a tally's values.
     *
     * @param tally at least two independent values
     * @param confidence the coverage probability, in (0, 1)
     * @return {@code t · s / √m}, at least 0
     */
    public static double halfWidth(Tally tally, double confidence) {
        double quantile =
                TDistribution.of((double) (tally.count() - 1)).inverseSurvivalProbability((1 - confidence) / 2);
        return quantile * Math.sqrt(tally.variance() / tally.count());
    }
}
