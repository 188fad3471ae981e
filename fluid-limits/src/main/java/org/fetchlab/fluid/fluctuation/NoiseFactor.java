package org.fetchlab.fluid.fluctuation;

import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.fetchlab.fluid.process.EventTypes;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.PopulationProcess;

/** A matrix G with GGᵀ = Φ at one state. */
interface NoiseFactor {
    /** The number of columns of G. */
    int variables();

    /** Adds {@code scale · G z} to a vector. */
    void addTo(double[] target, double scale, double[] z);

    /** The factors of a process at its states. */
    static Function<double[], NoiseFactor> of(PopulationProcess process, NoiseForm form) {
        if (form == NoiseForm.SYMMETRIC_ROOT) {
            return state -> root(process, state);
        }
        EventTypes events = process.events();
        return state -> columns(events, state);
    }

    /** The symmetric root of the noise at one state. */
    static NoiseFactor root(LinearNoiseField field, double[] state) {
        double[][] noise = new double[state.length][state.length];
        field.noise(state, noise);
        return new Root(symmetricRoot(noise));
    }

    private static NoiseFactor columns(EventTypes events, double[] state) {
        double[] rates = new double[events.count()];
        events.rates(state, rates);
        for (int type = 0; type < rates.length; type++) {
            rates[type] = Math.sqrt(Math.max(0, rates[type]));
        }
        return new Events(events, rates);
    }

    /** The symmetric matrix whose square is a positive semidefinite matrix, up to rounding. */
    static double[][] symmetricRoot(double[][] matrix) {
        int size = matrix.length;
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
        if (!eigen.decompose(new DMatrixRMaj(matrix))) {
            throw new IllegalStateException("the eigenvalues of the noise covariance do not converge");
        }
        double[][] root = new double[size][size];
        for (int m = 0; m < size; m++) {
            double value = Math.sqrt(Math.max(0, eigen.getEigenvalue(m).getReal()));
            DMatrixRMaj vector = eigen.getEigenVector(m);
            for (int i = 0; i < size; i++) {
                for (int j = 0; j <= i; j++) {
                    root[i][j] += value * vector.get(i) * vector.get(j);
                    root[j][i] = root[i][j];
                }
            }
        }
        return root;
    }

    /** Columns Δ √β. */
    final class Events implements NoiseFactor {
        private final EventTypes events;
        private final double[] roots;

        Events(EventTypes events, double[] roots) {
            this.events = events;
            this.roots = roots;
        }

        @Override
        public int variables() {
            return roots.length;
        }

        @Override
        public void addTo(double[] target, double scale, double[] z) {
            for (int type = 0; type < roots.length; type++) {
                double amount = scale * roots[type] * z[type];
                double[] jump = events.jumps()[type];
                for (int i = 0; i < target.length; i++) {
                    target[i] += amount * jump[i];
                }
            }
        }
    }

    /** Columns as they are. */
    final class Columns implements NoiseFactor {
        private final double[][] columns;

        Columns(double[][] columns) {
            this.columns = columns;
        }

        @Override
        public int variables() {
            return columns.length;
        }

        @Override
        public void addTo(double[] target, double scale, double[] z) {
            for (int column = 0; column < columns.length; column++) {
                double amount = scale * z[column];
                for (int i = 0; i < target.length; i++) {
                    target[i] += amount * columns[column][i];
                }
            }
        }
    }

    /** The symmetric root. */
    final class Root implements NoiseFactor {
        private final double[][] root;

        Root(double[][] root) {
            this.root = root;
        }

        @Override
        public int variables() {
            return root.length;
        }

        @Override
        public void addTo(double[] target, double scale, double[] z) {
            for (int i = 0; i < target.length; i++) {
                double sum = 0;
                for (int j = 0; j < z.length; j++) {
                    sum += root[i][j] * z[j];
                }
                target[i] += scale * sum;
            }
        }
    }
}
