package org.fetchlab.fluid.process;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How far a state is from the end of a regime: {@code offset + slope x_i}, positive inside, 0 where the regime ends. Drifts
 * over queue lengths switch where one tail reaches a value, so that one coordinate decides.
 *
 * @param coordinate i, the index of that coordinate
 * @param slope how fast the room grows with it; 0 if the regime does not end at any state
 * @param offset the room at {@code x_i = 0}
 */
public record Room(int coordinate, double slope, double offset) {
    private static final double ROUNDING = 1e-9;

    /** The room of a regime that does not end. */
    public static final Room UNLIMITED = constant(1);

    /** The same room at every state. */
    static Room constant(double room) {
        return new Room(0, 0, room);
    }

    /**
     * The room at a state.
     *
     * @param state x
     * @return {@code offset + slope x_i}
     */
    public double at(double[] state) {
        return offset + slope * state[coordinate];
    }

    /**
     * How fast the room changes.
     *
     * @param drift dx/dt
     * @return {@code slope dx_i/dt}, per unit time
     */
    public double rate(double[] drift) {
        return slope * drift[coordinate];
    }

    /**
     * The probability that a Gaussian state lies beyond the end of the regime.
     *
     * @param mean the mean of the state
     * @param covariance the covariance of its deviation, multiplied by the square of the scale
     * @param scale by what the deviation is multiplied, √n for the mean of n servers; positive
     * @return in [0, 1]; 0 if the deciding coordinate does not vary
     */
    public double probabilityBeyond(double[] mean, double[][] covariance, double scale) {
        double deviation = Math.abs(slope) * Math.sqrt(Math.max(0, covariance[coordinate][coordinate])) / scale;
        return deviation > 0 ? NormalDistribution.of(at(mean), deviation).cumulativeProbability(0) : 0;
    }

    /**
     * How much the room varies for its size.
     *
     * @param mean the mean of the state
     * @param covariance the covariance of its deviation
     * @return the variance of the room over its square, at least 0; 0 if the deciding coordinate does not vary
     */
    public double relativeVariance(double[] mean, double[][] covariance) {
        double variance = slope * slope * Math.max(0, covariance[coordinate][coordinate]);
        double room = at(mean);
        return variance > 0 ? variance / (room * room) : 0;
    }

    /**
     * Whether a state lies at the end of the regime, as far as that can be told in view of rounding.
     *
     * @param state x
     * @return true if no more than 1e-9 is left
     */
    public boolean isUsedUp(double[] state) {
        return !(at(state) > ROUNDING);
    }
}
