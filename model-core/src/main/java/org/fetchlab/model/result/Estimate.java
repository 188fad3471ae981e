package org.fetchlab.model.result;

/**
 * A number known up to a symmetric confidence interval {@code value ± halfWidth}.
 *
 * @param value the point estimate, finite
 * @param halfWidth half the width of the confidence interval, finite and at least 0 (0: exact)
 * @param confidence the probability with which the interval covers the true value, in (0, 1)
 */
public record Estimate(double value, double halfWidth, double confidence) {
    /** The confidence of every interval that Fetchlab reports unless it says otherwise. */
    public static final double DEFAULT_CONFIDENCE = 0.95;

    /**
     * Checks that every part is a number in range.
     *
     * @param value the point estimate
     * @param halfWidth half the width of the interval
     * @param confidence the coverage probability
     * @throws IllegalArgumentException if a part is NaN, infinite or out of its range
     */
    public Estimate {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("estimate " + value + " must be finite");
        }
        if (!(halfWidth >= 0 && halfWidth < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("half-width " + halfWidth + " must be finite and at least 0");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence " + confidence + " must lie in (0, 1)");
        }
    }

    /**
     * The lower end of the interval.
     *
     * @return {@code value - halfWidth}
     */
    public double lower() {
        return value - halfWidth;
    }

    /**
     * The upper end of the interval.
     *
     * @return {@code value + halfWidth}
     */
    public double upper() {
        return value + halfWidth;
    }

    /**
     * Whether the interval covers a number.
     *
     * @param number any number
     * @return true if {@code lower() <= number <= upper()}
     */
    public boolean covers(double number) {
        return lower() <= number && number <= upper();
    }
}
