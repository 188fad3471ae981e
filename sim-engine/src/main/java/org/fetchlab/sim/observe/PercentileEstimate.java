package org.fetchlab.sim.observe;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.fetchlab.model.result.Outcome;

/**
 * A percentile of the download time with distribution-free confidence limits.
 *
 * <p>The limits are those of the order statistics, but with the variance of the empirical distribution function taken
 * from independent replications, so that the correlation of successive requests is accounted for: if the replications
 * put fractions F_1, …, F_R of their times at or below the point estimate, the standard error of p is that of their mean,
 * and the limits are the quantiles of the pooled times at p minus and plus t standard errors, rounded outwards to the
 * edges of the histogram's buckets.
 *
 * <p>That margin is itself estimated from the excursions beyond the percentile, so they must be many; whether they are is
 * decided from the length of the run alone, and not from the sample, since those samples that lack the tail look the most
 * precise.
 *
 * @param percent 100 p, in (0, 100)
 * @param value the quantile of the pooled times
 * @param lower the lower confidence limit, at most {@code value}
 * @param upper the upper confidence limit, at least {@code value}
 * @param confidence the probability with which the limits cover the true percentile, in (0, 1)
 */
public record PercentileEstimate(double percent, double value, double lower, double upper, double confidence) {
    private static final String METHOD = "order statistics";

    /** How many of the independent looks must exceed the percentile, on average. */
    private static final double LEAST_EXCEEDANCES = 20;

    /**
     * Checks the order of the limits.
     *
     * @param percent 100 p
     * @param value the quantile
     * @param lower the lower limit
     * @param upper the upper limit
     * @param confidence the coverage probability
     * @throws IllegalArgumentException if a part is NaN or out of its range
     */
    public PercentileEstimate {
        checkPercent(percent);
        if (!(lower >= 0 && lower <= value && value <= upper && upper < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("percentile " + value + " must lie between its limits [" + lower + ", "
                    + upper + "], which must be finite and at least 0");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence " + confidence + " must lie in (0, 1)");
        }
    }

    /**
     * Checks that a number is a percentile's name.
     *
     * @param percent 100 p
     * @throws IllegalArgumentException unless it lies strictly between 0 and 100
     */
    public static void checkPercent(double percent) {
        if (!(percent > 0 && percent < 100)) {
            throw new IllegalArgumentException("percentile " + percent + " must lie strictly between 0 and 100");
        }
    }

    /**
     * Estimates a percentile from independent replications.
     *
     * @param replications at least two histograms of the same typical time, none empty
     * @param looks how many independent times the replications are worth, positive; fewer than their times where successive
     *     times are correlated
     * @param percent 100 p, strictly between 0 and 100
     * @param confidence the coverage probability, in (0, 1)
     * @return the estimate; none when fewer than 20 of the looks are expected above it, or, which is rare otherwise, its upper
     *     limit is beyond the longest time
     * @throws IllegalArgumentException if there are fewer than two histograms, or the percentile is out of its range
     */
    public static Outcome<PercentileEstimate> of(
            List<LatencyHistogram> replications, double looks, double percent, double confidence) {
        checkPercent(percent);
        LatencyHistogram pooled = pool(replications, percent);
        double wanting = LEAST_EXCEEDANCES / (looks * (1 - percent / 100));
        if (!(wanting <= 1)) {
            return unbounded(percent, pooled.count(), wanting);
        }
        double probability = percent / 100;
        double value = pooled.quantile(probability);
        double[] fractions = replications.stream()
                .mapToDouble(replication -> replication.fractionAtMost(value))
                .toArray();
        double margin = StudentInterval.ofMean(fractions, confidence).halfWidth();
        if (margin > 0 && probability + margin >= 1) {
            return unbounded(percent, pooled.count(), 2);
        }
        return new Outcome.Known<>(
                new PercentileEstimate(
                        percent,
                        value,
                        pooled.quantileFloor(Math.max(0, probability - margin)),
                        pooled.quantileCeiling(probability + margin),
                        confidence),
                METHOD);
    }

    private static Outcome<PercentileEstimate> unbounded(double percent, long requests, double wanting) {
        String enough = new BigDecimal(wanting * requests)
                .round(new MathContext(2, RoundingMode.UP))
                .toBigInteger()
                .toString();
        return new Outcome.None<>(
                METHOD,
                "percentile " + percent + " cannot be bounded from " + requests
                        + " requests, which exceed it in too few"
                        + " independent excursions; simulate more requests: about " + enough);
    }

    private static LatencyHistogram pool(List<LatencyHistogram> replications, double percent) {
        if (replications.size() < 2) {
            throw new IllegalArgumentException("percentile " + percent + " needs at least two replications");
        }
        LatencyHistogram pooled = replications.get(0).emptyCopy();
        replications.forEach(pooled::merge);
        return pooled;
    }
}
