package org.fetchlab.fluid.process;

/**
 * The departures of servers that work at a rate μ in tail coordinates, {@code ds_j/dt = −μ (s_j − s_{j+1})}, each of which
 * lowers one tail: their part of the Jacobian and of the noise over a range of tails beyond which nothing moves.
 */
final class Departures {
    private Departures() {}

    static void addJacobian(double rate, BandMatrix jacobian) {
        for (int i = 0; i < jacobian.size(); i++) {
            jacobian.add(i, i, -rate);
            if (i + 1 < jacobian.size()) {
                jacobian.add(i, i + 1, rate);
            }
        }
    }

    /** The tails of the range have indices {@code first, first+1, …} in the state. */
    static void addNoise(double rate, int first, double[] state, double[][] noise) {
        for (int i = 0; i < noise.length; i++) {
            int j = first + i;
            noise[i][i] += rate * (state[j] - (j + 1 < state.length ? state[j + 1] : 0));
        }
    }

    /** The columns of the same noise over the tails with indices from first to end. */
    static double[][] noiseColumns(double rate, int first, int end, double[] state) {
        double[][] columns = new double[end - first][];
        for (int i = 0; i < columns.length; i++) {
            int j = first + i;
            double departures = rate * (state[j] - (j + 1 < state.length ? state[j + 1] : 0));
            columns[i] = CountingNoise.ofOne(columns.length, i, departures);
        }
        return columns;
    }
}
