package org.fetchlab.forkjoin.numeric;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * Raw moments of a time T that is built from independent copies of one service time S, from survival functions alone:
 * {@code E[T^m] = ∫_0^∞ m s^(m-1) P{T > s} ds}.
 *
 * <p>Adaptive Gauss-Legendre quadrature. An interval that needs refinement is split at the quantile of S in the middle of
 * its probability mass, so that the jumps of a discrete S become end points and a step function is integrated exactly.
 * Beyond the bulk of S the intervals double in length; a tail that falls like a power, {@code P{S > s} ~ s^(-a)}, is
 * completed by its closed-form remainder. Relative accuracy about 1e-12 for smooth laws.
 */
public final class SurvivalMoments {
    private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(16);
    private static final double[] BULK = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.99999};
    private static final double TOLERANCE = 1e-13;
    private static final double NEGLIGIBLE = 1e-16;
    private static final int DEPTH = 60;
    private static final double FAR = 0x1p80;

    private final DoubleUnaryOperator survival;
    private final DoubleUnaryOperator serviceSurvival;
    private final DoubleUnaryOperator serviceQuantile;

    private SurvivalMoments(
            DoubleUnaryOperator survival, DoubleUnaryOperator serviceSurvival, DoubleUnaryOperator serviceQuantile) {
        this.survival = survival;
        this.serviceSurvival = serviceSurvival;
        this.serviceQuantile = serviceQuantile;
    }

    /**
     * Moments of T.
     *
     * @param survival s &rarr; P{T &gt; s}, right-continuous, a function of P{S &gt; s}
     * @param serviceSurvival s &rarr; P{S &gt; s}, right-continuous
     * @param serviceQuantile p &rarr; the least s with P{S &le; s} &ge; p, for p in [0, 1)
     * @return the moments
     */
    public static SurvivalMoments of(
            DoubleUnaryOperator survival, DoubleUnaryOperator serviceSurvival, DoubleUnaryOperator serviceQuantile) {
        return new SurvivalMoments(survival, serviceSurvival, serviceQuantile);
    }

    /**
     * One raw moment that is known to be finite.
     *
     * @param order m, at least 1
     * @param tailIndex the b with {@code P{T > s} ~ s^(-b)}, larger than m; {@code POSITIVE_INFINITY} for light tails
     * @return E[T^m]; {@code POSITIVE_INFINITY} when it is too large for a number
     */
    public double moment(int order, double tailIndex) {
        double total = 0;
        double left = 0;
        for (double probability : BULK) {
            double right = serviceQuantile.applyAsDouble(probability);
            if (right > left) {
                total += block(order, left, right, total);
                left = right;
            }
        }
        double bulkEnd = serviceQuantile.applyAsDouble(1 - 0x1p-53);
        double limit = tailIndex < Double.POSITIVE_INFINITY ? FAR * left : Double.POSITIVE_INFINITY;
        while (survival.applyAsDouble(left) > 0) {
            double right = left > 0 ? 2 * left : bulkEnd;
            double part = block(order, left, right, total);
            total += part;
            if (!(total < Double.POSITIVE_INFINITY)) {
                return Double.POSITIVE_INFINITY;
            }
            left = right;
            if (left >= bulkEnd && part <= NEGLIGIBLE * total) {
                return total;
            }
            if (left >= limit) {
                return total + remainder(order, left, tailIndex);
            }
        }
        return total;
    }

    private double remainder(int order, double from, double tailIndex) {
        return order * Math.pow(from, order) * survival.applyAsDouble(from) / (tailIndex - order);
    }

    private double block(int order, double left, double right, double before) {
        double whole = gauss(order, left, right);
        return refine(order, left, right, whole, TOLERANCE * (before + whole), DEPTH);
    }

    private double refine(int order, double left, double right, double whole, double tolerance, int depth) {
        double height = survival.applyAsDouble(left);
        if (height == survival.applyAsDouble(Math.nextDown(right))) {
            return height * (Math.pow(right, order) - Math.pow(left, order));
        }
        double middle = split(left, right);
        double first = gauss(order, left, middle);
        double second = gauss(order, middle, right);
        if (depth == 0 || !(Math.abs(first + second - whole) > tolerance)) {
            return first + second;
        }
        return refine(order, left, middle, first, tolerance, depth - 1)
                + refine(order, middle, right, second, tolerance, depth - 1);
    }

    private double split(double left, double right) {
        double mass = serviceSurvival.applyAsDouble(left) + serviceSurvival.applyAsDouble(Math.nextDown(right));
        double median = serviceQuantile.applyAsDouble(Math.min(1 - mass / 2, 1 - 0x1p-53));
        return median > left && median < right ? median : left + (right - left) / 2;
    }

    private double gauss(int order, double left, double right) {
        double half = (right - left) / 2;
        double centre = left + half;
        double sum = 0;
        for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
            double s = centre + half * RULE.getPoint(i);
            sum += RULE.getWeight(i) * Math.pow(s, order - 1) * survival.applyAsDouble(s);
        }
        return order * half * sum;
    }
}
