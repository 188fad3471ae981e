package org.fetchlab.fluid.process;

/** Columns {@code Δ √rate} of noise, one for each counting process. Their signs have no effect on its law. */
final class CountingNoise {
    private CountingNoise() {}

    /** A count that changes one coordinate of several by one. */
    static double[] ofOne(int size, int index, double rate) {
        double[] column = new double[size];
        column[index] = root(rate);
        return column;
    }

    /** The square root of a rate, which rounding may have made negative. */
    static double root(double rate) {
        return Math.sqrt(Math.max(0, rate));
    }
}
