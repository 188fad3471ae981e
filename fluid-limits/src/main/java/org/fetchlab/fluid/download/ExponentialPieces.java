package org.fetchlab.fluid.download;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * Pieces with exponential service: one that finds j others takes an Erlang(j+1) time,
 * {@code P{X > x} = e^{−rx} Σ_{i<=j} (rx)^i / i!}.
 *
 * @param rate r, the rate at which a server serves pieces, positive and finite
 */
public record ExponentialPieces(double rate) implements PieceTimes {
    /** e to the minus this is a normal number. */
    private static final double LARGE = 700;

    /**
     * Checks the rate.
     *
     * @param rate r
     * @throws IllegalArgumentException if it is not positive and finite
     */
    public ExponentialPieces {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("service rate " + rate + " must be positive and finite");
        }
    }

    @Override
    public void survivals(double time, double[] survivals) {
        double x = rate * time;
        if (x > LARGE) {
            for (int j = 0; j < survivals.length; j++) {
                survivals[j] = RegularizedGamma.Q.value(j + 1.0, x);
            }
            return;
        }
        double term = Math.exp(-x);
        double sum = term;
        for (int j = 0; j < survivals.length; j++) {
            survivals[j] = Math.min(1, sum);
            term *= x / (j + 1);
            sum += term;
        }
    }
}
