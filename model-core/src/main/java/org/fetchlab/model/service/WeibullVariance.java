package org.fetchlab.model.service;

import org.apache.commons.numbers.gamma.Gamma;

/** The variance of a Weibull law of scale 1, &Gamma;(1+2x) - &Gamma;(1+x)&sup2; with x = 1/k, where that cancels too. */
final class WeibullVariance {
    /** From this shape on, x is small enough for the series; below it, the difference keeps 13 digits. */
    private static final double NARROW = 20;

    /** The values of Riemann's zeta function at 2, 3, … */
    private static final double[] ZETA = {
        1.6449340668482264, 1.2020569031595942, 1.0823232337111381, 1.03692775514337,
        1.0173430619844492, 1.008349277381923, 1.0040773561979444, 1.0020083928260821,
        1.000994575127818, 1.0004941886041194, 1.000246086553308, 1.0001227133475785,
        1.0000612481350588, 1.000030588236307, 1.0000152822594086, 1.0000076371976379
    };

    private WeibullVariance() {}

    static double of(double shape) {
        double x = 1 / shape;
        double squareOfMean = Math.pow(Gamma.value(1 + x), 2);
        return shape < NARROW ? Gamma.value(1 + 2 * x) - squareOfMean : squareOfMean * Math.expm1(logRatio(x));
    }

    /** log Γ(1+2x) - 2 log Γ(1+x) from log Γ(1+x) = -γx + Σ_j ζ(j) (-x)^j / j over j from 2, in which γ cancels. */
    private static double logRatio(double x) {
        double sum = 0;
        for (int j = ZETA.length + 1; j >= 2; j--) {
            sum += ZETA[j - 2] * Math.pow(-x, j) * (Math.pow(2, j) - 2) / j;
        }
        return sum;
    }
}
