package org.fetchlab.sim.observe;

/**
 * Where the transient of a simulation ends, by the marginal standard error rule MSER of White (Simulation 69, 1997); on
 * means of batches of five it is MSER-5 (White, Cobb and Spratt, WSC 2000).
 *
 * <p>Truncate at the d that minimises {@code Σ_{i>d} (x_i - x̄_d)² / (m - d)²}, the squared half-width of the interval that
 * the rest would give. A minimum in the second half means that the transient may still last. The rule is best applied to
 * the average of the series of many replications, where the transient stands out of the noise.
 *
 * @param index d, how many values of the series to drop, in [0, length)
 * @param length m, the length of the series
 */
public record WarmUp(int index, int length) {
    private static final int LEAST_REST = 5;

    /**
     * Applies the rule.
     *
     * @param series means of consecutive equal batches, at least ten of them
     * @return the truncation
     * @throws IllegalArgumentException if the series is shorter than ten
     */
    public static WarmUp of(double[] series) {
        if (series.length < 2 * LEAST_REST) {
            throw new IllegalArgumentException(
                    "warm-up detection needs at least " + 2 * LEAST_REST + " values; found " + series.length);
        }
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        Tally rest = new Tally();
        for (int d = series.length - 1; d >= 0; d--) {
            rest.add(series[d]);
            int m = series.length - d;
            if (m >= LEAST_REST) {
                double statistic = rest.variance() * (m - 1) / ((double) m * m);
                if (statistic <= least) {
                    least = statistic;
                    best = d;
                }
            }
        }
        return new WarmUp(best, series.length);
    }

    /**
     * Whether the series is long enough to have left its transient.
     *
     * @return true if at least half of the series is left after the truncation
     */
    public boolean isOver() {
        return 2L * index <= length;
    }
}
