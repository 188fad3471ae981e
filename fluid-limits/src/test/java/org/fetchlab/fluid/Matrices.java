package org.fetchlab.fluid;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** What tests ask about matrices. */
public final class Matrices {
    private Matrices() {}

    /**
     * The smallest eigenvalue of a symmetric matrix.
     *
     * @param matrix a square matrix
     * @return the eigenvalue
     */
    public static double smallestEigenvalue(double[][] matrix) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(matrix.length, false, true);
        eigen.decompose(new DMatrixRMaj(matrix));
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < matrix.length; i++) {
            smallest = Math.min(smallest, eigen.getEigenvalue(i).getReal());
        }
        return smallest;
    }

    /**
     * The largest difference between opposite entries.
     *
     * @param matrix a square matrix
     * @return 0 for a symmetric matrix
     */
    public static double asymmetry(double[][] matrix) {
        double largest = 0;
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < i; j++) {
                largest = Math.max(largest, Math.abs(matrix[i][j] - matrix[j][i]));
            }
        }
        return largest;
    }

    /**
     * The sum of all entries.
     *
     * @param matrix a square matrix
     * @return the sum
     */
    public static double sum(double[][] matrix) {
        return Arrays.stream(matrix).flatMapToDouble(Arrays::stream).sum();
    }
}
