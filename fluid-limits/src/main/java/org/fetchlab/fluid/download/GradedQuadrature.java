package org.fetchlab.fluid.download;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * Integrals from 0 of smooth functions that change fastest near 0: Gauss–Legendre rules of 30 points on panels whose width
 * grows in proportion to the distance from 0.
 */
final class GradedQuadrature {
    private static final int POINTS = 30;
    private static final double GROWTH = 0.5;
    private static final double NEGLIGIBLE = 1e-15;
    private static final int MOST_PANELS = 2000;

    /** A rule on [-1, 1], read only. */
    private final GaussIntegrator rule = new GaussIntegratorFactory().legendre(POINTS);

    /** The integral over [0, end], with panels that start at a width and grow up to a largest one. */
    double upTo(DoubleUnaryOperator f, double end, double first, double widest) {
        double sum = 0;
        double from = 0;
        while (from < end) {
            double to = Math.min(end, from + Math.min(widest, first + GROWTH * from));
            sum += panel(f, from, to);
            from = to;
        }
        return sum;
    }

    /** The integral over [0, ∞) of a positive function that decays exponentially in the end, and has a scale at 0. */
    double toInfinity(DoubleUnaryOperator f, double scale) {
        double sum = 0;
        double from = 0;
        for (int i = 0; i < MOST_PANELS; i++) {
            double to = from + scale + GROWTH * from;
            double part = panel(f, from, to);
            sum += part;
            if (part <= NEGLIGIBLE * sum) {
                return sum;
            }
            from = to;
        }
        throw new IllegalStateException("the integral does not converge within " + MOST_PANELS + " panels");
    }

    private double panel(DoubleUnaryOperator f, double from, double to) {
        double middle = (from + to) / 2;
        double half = (to - from) / 2;
        return half * rule.integrate(x -> f.applyAsDouble(middle + half * x));
    }
}
