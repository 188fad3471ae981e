package org.fetchlab.fluid.process;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * The k shortest of L queues that are sampled independently: moments of {@code W = (k − B)^+}, the number of joined queues
 * that are at least as long as a level, where B is the number of sampled queues below it.
 *
 * <p>Everything is a function of s, the fraction of queues at or above the level, so that {@code B ~ Bin(L, 1−s)}.
 * The polynomials are evaluated in Bernstein form, in which every term is positive: values keep their relative accuracy as s
 * goes to 0, which is what tails that decay doubly exponentially need.
 */
public final class BatchChoice {
    private static final double CLOSE = 1e-5;

    private final int sampled;
    private final int joined;
    private final double[] mean;
    private final double[] slope;
    private final double[] incomplete;
    private final double curvature;
    private final double[][] product;

    private BatchChoice(int sampled, int joined) {
        this.sampled = sampled;
        this.joined = joined;
        this.mean = new double[joined];
        this.slope = new double[joined];
        this.incomplete = new double[joined];
        for (int i = 0; i < joined; i++) {
            incomplete[i] = BinomialCoefficientDouble.value(sampled, i);
            mean[i] = (joined - i) * incomplete[i];
            slope[i] = (sampled - i) * incomplete[i];
        }
        this.curvature = joined == sampled ? 0 : joined * (double) (sampled - joined) * binomial(sampled, joined);
        this.product = productWeights(sampled, joined);
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
        if (joined < 1 || joined > sampled || sampled > 100) {
            throw new IllegalArgumentException(
                    "k = " + joined + " of L = " + sampled + " sampled queues: must satisfy 1 <= k <= L <= 100");
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
        return bernstein(mean, sampled, s);
    }

    /**
     * The derivative {@code A'(s) = L P{Bin(L−1, 1−s) <= k−1}}.
     *
     * @param s the fraction of queues at or above the level, in [0, 1]
     * @return A'(s), in [0, L]
     */
    public double slope(double s) {
        return bernstein(slope, sampled - 1, s);
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
        return bernstein(incomplete, sampled, s);
    }

    /**
     * The product moment {@code E[W_i W_j]} of the numbers of joined queues above two levels.
     *
     * @param s the fraction of queues at or above the lower level, in [0, 1]
     * @param t the fraction of queues at or above the higher level, in [0, s]
     * @return the moment, in [0, k²]
     */
    public double productMoment(double s, double t) {
        double sum = 0;
        double below = 1;
        for (int a = 0; a < joined; a++) {
            double[] weights = product[a];
            double inner = weights[a];
            double between = 1;
            for (int b = a + 1; b < joined; b++) {
                between *= s - t;
                inner = inner * t + weights[b] * between;
            }
            sum += below * inner;
            below *= 1 - s;
        }
        return sum * power(t, sampled - joined + 1);
    }

    /** (k−a)(k−b) L! / (a! (b−a)! (L−b)!) for a <= b < k. */
    private static double[][] productWeights(int sampled, int joined) {
        double[][] weights = new double[joined][joined];
        for (int a = 0; a < joined; a++) {
            for (int b = a; b < joined; b++) {
                weights[a][b] = (joined - a) * (joined - b) * binomial(sampled, b) * binomial(b, a);
            }
        }
        return weights;
    }

    private static double binomial(int n, int k) {
        return BinomialCoefficientDouble.value(n, k);
    }

    /** Σ_i c_i (1−s)^i s^{degree−i} by a homogeneous Horner scheme. */
    private static double bernstein(double[] coefficients, int degree, double s) {
        double sum = coefficients[0];
        double below = 1;
        for (int i = 1; i < coefficients.length; i++) {
            below *= 1 - s;
            sum = sum * s + coefficients[i] * below;
        }
        return sum * power(s, degree + 1 - coefficients.length);
    }

    private static double power(double base, int exponent) {
        double result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }
}
