package org.fetchlab.model.result;

/**
 * The law of a download (sojourn) time T &ge; 0, however it was computed.
 *
 * <p>Times are in the unit of the service times that went in. Implementations say how accurate they are.
 */
public interface LatencyDistribution {
    /**
     * The survival function.
     *
     * @param time s, any number but NaN
     * @return P{T &gt; s}, in [0, 1]; 1 for negative s
     * @throws IllegalArgumentException if the time is NaN
     */
    double survival(double time);

    /**
     * A time at which a distribution is asked for, checked.
     *
     * @param time any number but NaN, also an infinite one
     * @return the time
     * @throws IllegalArgumentException if the time is NaN
     */
    static double checkedTime(double time) {
        if (Double.isNaN(time)) {
            throw new IllegalArgumentException("time NaN must be a number");
        }
        return time;
    }

    /**
     * The quantile function: the least s with P{T &le; s} &ge; p.
     *
     * @param probability p, in [0, 1)
     * @return the quantile, at least 0
     * @throws IllegalArgumentException if p is outside [0, 1)
     */
    double quantile(double probability);

    /**
     * The mean, where it exists.
     *
     * @return E[T], or why it does not exist
     */
    Outcome<Double> mean();
}
