package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.MeanField;

/**
 * The closed equations of mean and covariance,
 *
 * <pre>  dx/dt = F(x),   dΣ/dt = JΣ + ΣJᵀ + Φ,</pre>
 *
 * as one system. The state holds x, then the upper triangle of Σ by rows; what follows in longer arrays is left alone. A
 * mutable work space: one integration at a time.
 */
final class CovarianceEquations implements MeanField {
    private static final int TILE = 16;

    private final LinearNoiseField field;
    private final int size;
    private final BandMatrix jacobian;
    private final double[] x;
    private final double[] work;
    private final double[][] covariance;
    private final double[][] product;
    private final double[][] noise;

    CovarianceEquations(LinearNoiseField field) {
        this.field = field;
        this.size = field.dimension();
        this.jacobian = BandMatrix.jacobianOf(field);
        this.x = new double[size];
        this.work = new double[size];
        this.covariance = new double[size][size];
        this.product = new double[size][size];
        this.noise = new double[size][size];
    }

    @Override
    public int dimension() {
        return size + size * (size + 1) / 2;
    }

    /** Writes mean and covariance into a state. */
    void pack(double[] mean, double[][] matrix, double[] state) {
        System.arraycopy(mean, 0, state, 0, size);
        int position = size;
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                state[position++] = matrix[i][j];
            }
        }
    }

    /** Reads mean and covariance from a state. */
    void unpack(double[] state, double[] mean, double[][] matrix) {
        System.arraycopy(state, 0, mean, 0, size);
        int position = size;
        for (int i = 0; i < size; i++) {
            System.arraycopy(state, position, matrix[i], i, size - i);
            position += size - i;
        }
        for (int top = 0; top < size; top += TILE) {
            for (int left = top; left < size; left += TILE) {
                mirror(matrix, top, left);
            }
        }
    }

    /** Copies a tile of the upper triangle to the lower one. Tiles stay in the cache, whole columns do not. */
    private void mirror(double[][] matrix, int top, int left) {
        for (int i = top; i < Math.min(size, top + TILE); i++) {
            double[] row = matrix[i];
            for (int j = Math.max(left, i + 1); j < Math.min(size, left + TILE); j++) {
                matrix[j][i] = row[j];
            }
        }
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return MeanField.super.violation(state, error).or(() -> field.violation(Arrays.copyOf(state, size), error));
    }

    @Override
    public void drift(double[] state, double[] drift) {
        unpack(state, x, covariance);
        field.drift(x, work);
        System.arraycopy(work, 0, drift, 0, size);
        field.jacobian(x, jacobian);
        jacobian.multiply(covariance, product);
        field.noise(x, noise);
        int position = size;
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                drift[position++] = product[i][j] + product[j][i] + noise[i][j];
            }
        }
    }

    /** The mean where the drift was asked for last; not to be changed. */
    double[] mean() {
        return x;
    }

    /** The covariance where the drift was asked for last; not to be changed. */
    double[][] covariance() {
        return covariance;
    }

    /** The Jacobian where the drift was asked for last; not to be changed. */
    BandMatrix jacobian() {
        return jacobian;
    }
}
