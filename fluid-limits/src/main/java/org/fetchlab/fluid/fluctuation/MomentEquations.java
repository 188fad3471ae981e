package org.fetchlab.fluid.fluctuation;

import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.MeanField;
import org.fetchlab.fluid.process.PopulationProcess;

/**
 * The closed equations of mean, 1/n term and covariance of a population process,
 *
 * <pre>  dx/dt = F(x),   dV/dt = JV + ½F''[Σ] + C,   dΣ/dt = JΣ + ΣJᵀ + Φ,</pre>
 *
 * as one system. The state holds x, then V, then the upper triangle of Σ by rows. A mutable work space: one integration
 * at a time.
 */
final class MomentEquations implements MeanField {
    private final PopulationProcess process;
    private final int size;
    private final BandMatrix jacobian;
    private final double[] x;
    private final double[] v;
    private final double[] work;
    private final double[][] covariance;
    private final double[][] product;
    private final double[][] noise;

    MomentEquations(PopulationProcess process) {
        this.process = process;
        this.size = process.dimension();
        this.jacobian = BandMatrix.jacobianOf(process);
        this.x = new double[size];
        this.v = new double[size];
        this.work = new double[size];
        this.covariance = new double[size][size];
        this.product = new double[size][size];
        this.noise = new double[size][size];
    }

    @Override
    public int dimension() {
        return 2 * size + size * (size + 1) / 2;
    }

    /** The state of a population that starts from x exactly. */
    double[] start(double[] initial) {
        double[] state = new double[dimension()];
        System.arraycopy(initial, 0, state, 0, size);
        return state;
    }

    Moments moments(double[] state) {
        double[] mean = new double[size];
        double[] correction = new double[size];
        double[][] matrix = new double[size][size];
        unpack(state, mean, correction, matrix);
        return new Moments(mean, matrix, correction);
    }

    @Override
    public void drift(double[] state, double[] drift) {
        unpack(state, x, v, covariance);
        process.jacobian(x, jacobian);
        process.drift(x, work);
        System.arraycopy(work, 0, drift, 0, size);
        correctionDrift(drift);
        covarianceDrift(drift);
    }

    private void correctionDrift(double[] drift) {
        jacobian.multiply(v, work);
        System.arraycopy(work, 0, drift, size, size);
        process.curvature(x, covariance, work);
        addTo(drift);
        process.finiteSizeCorrection(x, work);
        addTo(drift);
    }

    private void addTo(double[] drift) {
        for (int i = 0; i < size; i++) {
            drift[size + i] += work[i];
        }
    }

    private void covarianceDrift(double[] drift) {
        jacobian.multiply(covariance, product);
        process.noise(x, noise);
        int position = 2 * size;
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                drift[position++] = product[i][j] + product[j][i] + noise[i][j];
            }
        }
    }

    private void unpack(double[] state, double[] mean, double[] correction, double[][] matrix) {
        System.arraycopy(state, 0, mean, 0, size);
        System.arraycopy(state, size, correction, 0, size);
        int position = 2 * size;
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                matrix[i][j] = state[position];
                matrix[j][i] = state[position++];
            }
        }
    }
}
