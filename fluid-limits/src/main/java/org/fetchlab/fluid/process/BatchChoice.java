package org.fetchlab.fluid.process;

import java.util.Arrays;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * The k shortest of L queues that are sampled independently: moments of {@code W = (k − B)^+}, the number of joined queues
 * that are at least as long as a level, where B is the number of sampled queues below it.
 *
 * <p>Everything is a function of s, the fraction of queues at or above the level, so that {@code B ~ Bin(L, 1−s)}. The
 * polynomials are evaluated in negative binomial form, {@code s^m} times a polynomial in 1−s with positive coefficients
 * (condition on the number of queues below the level that are seen before the m-th one above it): no term cancels another,
 * and values keep their relative accuracy as s goes to 0, which tails that decay doubly exponentially need.
 */
public final class BatchChoice {
    /** The largest number of queues looked at, L. */
    public static final int MOST_SAMPLED = 100;

    private static final double CLOSE = 1e-5;

    private final int sampled;
    private final int joined;
    private final double[] mean;
    private final double[] pairs;
    private final double[] slope;
    private final double[] incomplete;
    private final double curvature;

    private BatchChoice(int sampled, int joined) {
        this.sampled = sampled;
        this.joined = joined;
        this.mean = meanCoefficients(sampled, joined);
        this.pairs = joined == 1 ? new double[] {0} : scaled(sampled, meanCoefficients(sampled - 1, joined - 1));
        this.slope =
                joined == sampled ? new double[] {sampled} : scaled(sampled, negativeBinomial(sampled - 1, joined));
        this.incomplete = negativeBinomial(sampled, joined);
        this.curvature = joined == sampled
                ? 0
                : joined * (double) (sampled - joined) * BinomialCoefficientDouble.value(sampled, joined);
    }

    /**
     * The choice of k out of L.
     *
     * @param sampled L, the number of queues looked at, in [1, 100]
     * @param joined k, the number of queues joined, in [1, L]
     * @return the choice
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BatchChoice of(int sampled, int joined) {
        if (joined < 1 || joined > sampled || sampled > MOST_SAMPLED) {
            throw new IllegalArgumentException("k = " + joined + " of L = " + sampled
                    + " sampled queues: must satisfy 1 <= k <= L <= " + MOST_SAMPLED);
        }
        return new BatchChoice(sampled, joined);
    }

    /**
     * The number of queues looked at.
     *
     * @return L
     */
    public int sampled() {
        return sampled;
    }

    /**
     * The number of queues joined.
     *
     * @return k
     */
    public int joined() {
        return joined;
    }

    /**
     * The mean number of joined queues at or above the level: {@code A(s) = Σ_{i<k} (k−i) C(L,i) (1−s)^i s^{L−i}}.
     * A(0) = 0, A(1) = k; increasing and convex.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return A(s), in [0, k]
     */
    public double meanAbove(double s) {
        return evaluate(mean, s);
    }

    /**
     * {@link #meanAbove(double)} of many levels at once, in loops that vector units can run.
     *
     * @param s fractions of queues, each in [0, 1]
     * @param above receives A(s); not the same array
     */
    public void meanAbove(double[] s, double[] above) {
        Arrays.fill(above, mean[mean.length - 1]);
        for (int j = mean.length - 2; j >= 0; j--) {
            double coefficient = mean[j];
            for (int i = 0; i < s.length; i++) {
                above[i] = above[i] * (1 - s[i]) + coefficient;
            }
        }
        for (int m = sampled - joined; m >= 0; m--) {
            for (int i = 0; i < s.length; i++) {
                above[i] *= s[i];
            }
        }
    }

    /**
     * L times the mean for one queue less of both kinds, {@code L A_{L−1,k−1}(s)}; 0 if k = 1. It is what the second moments of
     * two levels with fractions {@code s >= t} need: {@code E[W_s W_t] = k A(t) − (1−s) L A_{L−1,k−1}(t)}, because given
     * {@code B_t < k} the queues below the lower level are a binomial part of the B_t below the higher one.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return a number in [0, L(k−1)]
     */
    public double pairsAbove(double s) {
        return evaluate(pairs, s);
    }

    /**
     * The derivative {@code A'(s) = L P{Bin(L−1, 1−s) <= k−1}}.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return A'(s), in [0, L]
     */
    public double slope(double s) {
        return power(s, sampled - joined) * polynomial(slope, 1 - s);
    }

    /**
     * The second derivative {@code A''(s) = L(L−1) C(L−2,k−1) (1−s)^{k−1} s^{L−1−k}}; 0 if k = L.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return A''(s), at least 0
     */
    public double curvature(double s) {
        return joined == sampled ? 0 : curvature * power(1 - s, joined - 1) * power(s, sampled - 1 - joined);
    }

    /**
     * The slope of A between two levels, {@code (A(a) − A(b)) / (a − b)}: the mean number of joined queues of one length,
     * per fraction of queues that have it.
     *
     * @param a the fraction of queues at or above that length, in [0, 1]
     * @param b the fraction of queues above it, in [0, 1]
     * @return the difference quotient; the derivative half-way when a and b agree to five digits, which is as accurate
     */
    public double chord(double a, double b) {
        double gap = a - b;
        return Math.abs(gap) <= CLOSE * (a + b) ? slope((a + b) / 2) : (meanAbove(a) - meanAbove(b)) / gap;
    }

    /**
     * The probability that fewer than k of the L sampled queues lie below the level: {@code P{Bin(L, 1−s) <= k−1}}.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return a probability
     */
    public double incomplete(double s) {
        return evaluate(incomplete, s);
    }

    private double evaluate(double[] coefficients, double s) {
        return power(s, sampled - joined + 1) * polynomial(coefficients, 1 - s);
    }

    /**
     * {@code A(s) = s^{L−k+1} Σ_{j<k} q_j (1−s)^j}. As A(s) = k − L(1−s) up to terms of order k, q_j is the coefficient of t^j in
     * {@code (k − Lt)(1−t)^{−(L−k+1)}}, which is {@code C(L−k+j, j) (L−k)(k−j)/(L−k+j)}.
     */
    private static double[] meanCoefficients(int sampled, int joined) {
        double[] coefficients = negativeBinomial(sampled, joined);
        int spare = sampled - joined;
        coefficients[0] = joined;
        for (int j = 1; j < joined; j++) {
            coefficients[j] *= spare * (double) (joined - j) / (spare + j);
        }
        return coefficients;
    }

    /** {@code P{Bin(L, 1−s) <= k−1} = s^{L−k+1} Σ_{j<k} C(L−k+j, j) (1−s)^j}. */
    private static double[] negativeBinomial(int sampled, int joined) {
        double[] coefficients = new double[joined];
        for (int j = 0; j < joined; j++) {
            coefficients[j] = BinomialCoefficientDouble.value(sampled - joined + j, j);
        }
        return coefficients;
    }

    private static double[] scaled(double factor, double[] coefficients) {
        for (int j = 0; j < coefficients.length; j++) {
            coefficients[j] *= factor;
        }
        return coefficients;
    }

    private static double polynomial(double[] coefficients, double x) {
        double sum = 0;
        for (int j = coefficients.length - 1; j >= 0; j--) {
            sum = sum * x + coefficients[j];
        }
        return sum;
    }

    private static double power(double base, int exponent) {
        double result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }
}
