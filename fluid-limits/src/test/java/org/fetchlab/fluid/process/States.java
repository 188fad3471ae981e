package org.fetchlab.fluid.process;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;

/** Random states and what processes say at them. */
final class States {
    private States() {}

    static UniformRandomProvider random(long seed) {
        return new RandomStreams(seed).stream(0, RandomPurpose.NOISE);
    }

    /** Sorted uniform tails s_1 >= … >= s_B. */
    static double[] tails(int levels, UniformRandomProvider random) {
        double[] state = random.doubles(levels).sorted().toArray();
        for (int i = 0; i < levels / 2; i++) {
            double swap = state[i];
            state[i] = state[levels - 1 - i];
            state[levels - 1 - i] = swap;
        }
        return state;
    }

    /** A random symmetric positive semidefinite matrix. */
    static double[][] covariance(int size, UniformRandomProvider random) {
        double[][] root = new double[size][size];
        for (double[] row : root) {
            Arrays.setAll(row, i -> random.nextDouble() - 0.5);
        }
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                for (int m = 0; m < size; m++) {
                    matrix[i][j] += root[i][m] * root[j][m];
                }
            }
        }
        return matrix;
    }

    /** r_j = s_j − s_{j+1}. */
    static double[] occupancy(double[] tails) {
        double[] r = new double[tails.length + 1];
        for (int j = 0; j < r.length; j++) {
            r[j] = (j == 0 ? 1 : tails[j - 1]) - (j < tails.length ? tails[j] : 0);
        }
        return r;
    }

    /** The linear part of the map from tails to occupancies, applied to a direction. */
    static double[] occupancyDirection(double[] tails) {
        double[] r = occupancy(tails);
        r[0] -= 1;
        return r;
    }

    /** DMDᵀ for the linear map D from tails to occupancies. */
    static double[][] occupancyForm(double[][] matrix) {
        int size = matrix.length + 1;
        double[][] half = new double[matrix.length][];
        for (int i = 0; i < matrix.length; i++) {
            half[i] = occupancyDirection(matrix[i]);
        }
        double[][] result = new double[size][size];
        for (int j = 0; j < size; j++) {
            double[] column = new double[matrix.length];
            for (int i = 0; i < matrix.length; i++) {
                column[i] = half[i][j];
            }
            double[] mapped = occupancyDirection(column);
            for (int i = 0; i < size; i++) {
                result[i][j] = mapped[i];
            }
        }
        return result;
    }

    static double[] drift(MeanField field, double[] state) {
        double[] drift = new double[field.dimension()];
        field.drift(state, drift);
        return drift;
    }

    static double[][] jacobian(PopulationProcess process, double[] state) {
        BandMatrix matrix = BandMatrix.jacobianOf(process);
        process.jacobian(state, matrix);
        return matrix.toArray();
    }

    static double[][] noise(PopulationProcess process, double[] state) {
        double[][] noise = new double[process.dimension()][process.dimension()];
        process.noise(state, noise);
        return noise;
    }

    static double[][] noiseOfEvents(PopulationProcess process, double[] state) {
        double[][] noise = new double[process.dimension()][process.dimension()];
        process.events().addNoise(state, noise);
        return noise;
    }

    static double[] driftOfEvents(PopulationProcess process, double[] state) {
        EventTypes events = process.events();
        double[] rates = new double[events.count()];
        events.rates(state, rates);
        double[] drift = new double[process.dimension()];
        for (int type = 0; type < rates.length; type++) {
            for (int i = 0; i < drift.length; i++) {
                drift[i] += rates[type] * events.jumps()[type][i];
            }
        }
        return drift;
    }

    static double[] curvature(PopulationProcess process, double[] state, double[][] covariance) {
        double[] contraction = new double[process.dimension()];
        process.curvature(state, covariance, contraction);
        return contraction;
    }

    static double[] correction(PopulationProcess process, double[] state) {
        double[] correction = new double[process.dimension()];
        process.finiteSizeCorrection(state, correction);
        return correction;
    }
}
