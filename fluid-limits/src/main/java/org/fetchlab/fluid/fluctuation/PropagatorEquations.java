package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.MeanField;

/**
 * The linearised equation {@code dM/dt = J(x(t)) M} along the mean. The state holds x, then M by rows. A mutable work
 * space: one integration at a time.
 */
final class PropagatorEquations implements MeanField {
    private final LinearNoiseField process;
    private final int size;
    private final BandMatrix jacobian;
    private final double[] x;
    private final double[] work;
    private final double[][] product;

    PropagatorEquations(LinearNoiseField process) {
        this.process = process;
        this.size = process.dimension();
        this.jacobian = BandMatrix.jacobianOf(process);
        this.x = new double[size];
        this.work = new double[size];
        this.product = new double[size][size];
    }

    @Override
    public int dimension() {
        return size * (size + 1);
    }

    double[] start(double[] mean, double[][] matrix) {
        double[] state = new double[dimension()];
        System.arraycopy(mean, 0, state, 0, size);
        for (int i = 0; i < size; i++) {
            System.arraycopy(matrix[i], 0, state, size * (i + 1), size);
        }
        return state;
    }

    double[][] matrix(double[] state) {
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(state, size * (i + 1), matrix[i], 0, size);
        }
        return matrix;
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return MeanField.super.violation(state, error).or(() -> process.violation(Arrays.copyOf(state, size), error));
    }

    @Override
    public void drift(double[] state, double[] drift) {
        System.arraycopy(state, 0, x, 0, size);
        process.jacobian(x, jacobian);
        process.drift(x, work);
        jacobian.multiply(matrix(state), product);
        System.arraycopy(work, 0, drift, 0, size);
        for (int i = 0; i < size; i++) {
            System.arraycopy(product[i], 0, drift, size * (i + 1), size);
        }
    }
}
