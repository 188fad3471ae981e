package org.fetchlab.model.testing;

import org.assertj.core.data.Offset;

/** How far a computed number may be from the true one, each value with its reason. All are relative. */
public final class Tolerances {
    /** Closed formulas of a dozen operations: tens of ulps. */
    public static final double FORMULA = 1e-14;

    /** Sums and recursions of up to a few thousand terms without cancellation. */
    public static final double SUMMATION = 1e-12;

    /** Iterations and root finders that stop at 1e-12 or better. */
    public static final double ITERATION = 1e-10;

    /** Adaptive quadrature used as an independent check. */
    public static final double QUADRATURE = 1e-8;

    /** Reference values printed with 12 significant digits or decimals, accurate to 1e-10. */
    public static final double PRINTED = 1e-10;

    private Tolerances() {}

    /**
     * A relative tolerance around an expected value, for {@code assertThat(x).isCloseTo(expected, relative(expected,
     * FORMULA))}.
     *
     * @param expected the expected value, finite
     * @param tolerance the relative tolerance, positive
     * @return {@code tolerance * |expected|}, and the least positive double for an expected 0
     */
    public static Offset<Double> relative(double expected, double tolerance) {
        return Offset.offset(Math.max(tolerance * Math.abs(expected), Double.MIN_VALUE));
    }

    /**
     * An absolute tolerance scaled by the larger of 1 and the expected value: for probabilities and other numbers of
     * order one that may be zero.
     *
     * @param expected the expected value, finite
     * @param tolerance the tolerance, positive
     * @return {@code tolerance * max(1, |expected|)}
     */
    public static Offset<Double> mixed(double expected, double tolerance) {
        return Offset.offset(tolerance * Math.max(1, Math.abs(expected)));
    }
}
