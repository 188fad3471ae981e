package org.fetchlab.sim.observe;

/**
 * Count, mean and variance of a stream of numbers, in one pass and constant memory.
 *
 * <p>Updated by Welford's recurrence (Technometrics 4, 1962, 419–420), which does not cancel when the variance is small
 * against the square of the mean. Not thread-safe.
 */
public final class Tally {
    private long count;
    private double mean;
    private double squares;

    /** An empty tally. */
    public Tally() {}

    /**
     * Adds one number.
     *
     * @param value any finite number
     */
    public void add(double value) {
        count++;
        double delta = value - mean;
        mean += delta / count;
        squares += delta * (value - mean);
    }

    /**
     * How many numbers were added.
     *
     * @return at least 0
     */
    public long count() {
        return count;
    }

    /**
     * The arithmetic mean.
     *
     * @return the mean of the numbers added
     * @throws IllegalStateException if none was
     */
    public double mean() {
        if (count == 0) {
            throw new IllegalStateException("an empty tally has no mean");
        }
        return mean;
    }

    /**
     * The unbiased sample variance, with divisor count - 1.
     *
     * @return the variance, at least 0
     * @throws IllegalStateException if fewer than two numbers were added
     */
    public double variance() {
        if (count < 2) {
            throw new IllegalStateException("the variance of " + count + " numbers is not defined");
        }
        return squares / (count - 1);
    }

    /** Forgets everything. */
    public void reset() {
        count = 0;
        mean = 0;
        squares = 0;
    }
}
