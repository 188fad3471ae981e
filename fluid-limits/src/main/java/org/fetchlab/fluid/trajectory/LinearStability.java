package org.fetchlab.fluid.trajectory;

import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.LinearNoiseField;

/** Local stability of fixed points. */
public final class LinearStability {
    private LinearStability() {}

    /**
     * The spectral abscissa of the Jacobian at a state: the largest real part of its eigenvalues. At a fixed point it is
     * negative if the fixed point attracts its neighbourhood, and deviations decay like {@code e^{abscissa t}}.
     *
     * <p>A tridiagonal Jacobian whose opposite entries have equal signs, as in tail coordinates, is brought to symmetric
     * form first, where its eigenvalues are real and well conditioned.
     *
     * @param process the process, of at least one coordinate
     * @param state the state
     * @return the abscissa, per unit time
     */
    public static double spectralAbscissa(LinearNoiseField process, double[] state) {
        BandMatrix jacobian = BandMatrix.jacobianOf(process);
        process.jacobian(state, jacobian);
        boolean symmetrizable = process.lowerBandwidth() <= 1 && process.upperBandwidth() <= 1;
        int size = jacobian.size();
        DMatrixRMaj matrix = new DMatrixRMaj(jacobian.toArray());
        for (int i = 1; symmetrizable && i < size; i++) {
            double product = jacobian.get(i, i - 1) * jacobian.get(i - 1, i);
            symmetrizable = product >= 0;
            double mean = Math.sqrt(Math.max(0, product));
            matrix.set(i, i - 1, mean);
            matrix.set(i - 1, i, mean);
        }
        return largestRealPart(symmetrizable ? matrix : new DMatrixRMaj(jacobian.toArray()), symmetrizable);
    }

    private static double largestRealPart(DMatrixRMaj matrix, boolean symmetric) {
        EigenDecomposition_F64<DMatrixRMaj> eigen =
                DecompositionFactory_DDRM.eig(matrix.getNumRows(), false, symmetric);
        if (!eigen.decompose(matrix)) {
            throw new IllegalStateException("the eigenvalues of the Jacobian do not converge");
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < eigen.getNumberOfEigenvalues(); i++) {
            Complex_F64 value = eigen.getEigenvalue(i);
            largest = Math.max(largest, value.getReal());
        }
        return largest;
    }
}
