package org.fetchlab.forkjoin.numeric;

import java.util.function.DoubleUnaryOperator;

/** Quantiles of a law on [0, &infin;) that is known through its survival function. */
public final class Quantiles {
    private Quantiles() {}

    /**
     * The least s &ge; 0 with P{T &gt; s} &le; 1 - p, by bisection down to neighbouring floating-point numbers: exact for
     * laws with jumps too. About 60 to 120 evaluations.
     *
     * @param survival s &rarr; P{T &gt; s}, not increasing and right-continuous, with limit 0
     * @param probability p, in [0, 1)
     * @return the quantile, at least 0
     * @throws IllegalArgumentException if p is outside [0, 1)
     * @throws ArithmeticException if the survival function stays above 1 - p up to the largest floating-point number
     */
    public static double of(DoubleUnaryOperator survival, double probability) {
        if (!(probability >= 0 && probability < 1)) {
            throw new IllegalArgumentException("probability " + probability + " must lie in [0, 1)");
        }
        double target = 1 - probability;
        if (survival.applyAsDouble(0) <= target) {
            return 0;
        }
        double high = upperEnd(survival, target);
        double low = high;
        while (low > 0 && survival.applyAsDouble(low) <= target) {
            high = low;
            low /= 2;
        }
        return bisect(survival, target, low, high);
    }

    private static double upperEnd(DoubleUnaryOperator survival, double target) {
        double high = 1;
        while (survival.applyAsDouble(high) > target) {
            high *= 2;
            if (high == Double.POSITIVE_INFINITY) {
                throw new ArithmeticException("P{T > s} stays above " + target + " for every representable s");
            }
        }
        return high;
    }

    private static double bisect(DoubleUnaryOperator survival, double target, double below, double above) {
        double low = below;
        double high = above;
        while (true) {
            double middle = low + (high - low) / 2;
            if (!(middle > low && middle < high)) {
                return high;
            }
            if (survival.applyAsDouble(middle) > target) {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}
