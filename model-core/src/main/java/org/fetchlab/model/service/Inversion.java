package org.fetchlab.model.service;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.rootfinder.BrentSolver;

/** Inverts distribution functions that have no closed inverse, to full relative precision at both ends. */
final class Inversion {
    /** Below the logarithm of the least double, so that it stands for the logarithm of zero. */
    private static final double LOG_OF_ZERO = -1000;

    private static final double ACCURACY = 1e-15;

    private Inversion() {}

    /**
     * The inverse of the standard exponential law, from whichever of p and q = 1 - p is exact.
     *
     * @param p P{S &le; s}
     * @param q P{S &gt; s}
     * @return s
     */
    static double standardExponential(double p, double q) {
        return p < q ? -Math.log1p(-p) : -Math.log(q);
    }

    /**
     * The inverse of a continuous law on (0, &infin;). The logarithm of the smaller of cdf and survival is solved for the
     * logarithm of s: both functions are then nearly straight at the ends, and the precision is relative.
     *
     * @param cdf the distribution function
     * @param survival the survival function
     * @param p P{S &le; s}
     * @param q P{S &gt; s}
     * @param guess a typical s, positive
     * @return s
     */
    static double inverse(DoubleUnaryOperator cdf, DoubleUnaryOperator survival, double p, double q, double guess) {
        if (p == 0 || q == 0) {
            return p == 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        boolean lower = p < q;
        DoubleUnaryOperator excess = lower ? z -> log(cdf, z) - Math.log(p) : z -> Math.log(q) - log(survival, z);
        return Math.exp(increasingRoot(excess, Math.log(guess)));
    }

    private static double log(DoubleUnaryOperator probability, double z) {
        return Math.max(Math.log(probability.applyAsDouble(Math.exp(z))), LOG_OF_ZERO);
    }

    private static double increasingRoot(DoubleUnaryOperator f, double guess) {
        double step = 1;
        double low = guess - step;
        while (f.applyAsDouble(low) > 0) {
            step *= 2;
            low -= step;
        }
        step = 1;
        double high = guess + step;
        while (f.applyAsDouble(high) < 0) {
            step *= 2;
            high += step;
        }
        return new BrentSolver(ACCURACY, ACCURACY, 0).findRoot(f, low, high);
    }
}
