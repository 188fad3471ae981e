package org.fetchlab.fluid.fluctuation;

import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The Lyapunov equation {@code JΣ + ΣJᵀ + Φ = 0} for a stable matrix J.
 *
 * <p>Algorithm: Smith's squared iteration. With a shift p &gt; 0 the Cayley transform {@code A = (pI − J)^{-1}(pI + J)} turns
 * the equation into {@code Σ = AΣAᵀ + Q}, and {@code Σ ← Σ + AΣAᵀ, A ← A²} doubles the number of terms of its Neumann series
 * in each round, so that the error is squared. No eigenvectors are needed, which matters because J is far from normal.
 * Cost: about ten rounds of three products of dense matrices.
 *
 * <p>Source: R. A. Smith, Matrix equation XA + BX = C, SIAM J. Appl. Math. 16 (1968).
 */
final class LyapunovEquation {
    private static final int MOST_ROUNDS = 60;
    private static final double CONVERGED = 1e-15;
    private static final double DIVERGED = 1e15;

    private LyapunovEquation() {}

    /** Σ; empty if the iteration does not converge, which it does for every stable J. */
    static Optional<double[][]> solve(double[][] jacobian, double[][] noise) {
        Optional<double[][]> unshifted = inverse(jacobian, 0);
        if (unshifted.isEmpty()) {
            return Optional.empty();
        }
        double shift = Math.sqrt(norm(jacobian) / norm(unshifted.get()));
        Optional<double[][]> shifted = inverse(jacobian, shift);
        return shifted.flatMap(resolvent -> iterate(resolvent, shift, noise));
    }

    /** (pI − J)^{-1}; empty if there is none. */
    private static Optional<double[][]> inverse(double[][] jacobian, double shift) {
        RealMatrix matrix = MatrixUtils.createRealIdentityMatrix(jacobian.length)
                .scalarMultiply(shift)
                .subtract(new Array2DRowRealMatrix(jacobian, false));
        DecompositionSolver solver = new LUDecomposition(matrix).getSolver();
        return solver.isNonSingular() ? Optional.of(solver.getInverse().getData()) : Optional.empty();
    }

    private static Optional<double[][]> iterate(double[][] resolvent, double shift, double[][] noise) {
        double[][] start = congruence(resolvent, noise);
        double[][] cayley = new double[resolvent.length][];
        for (int i = 0; i < cayley.length; i++) {
            cayley[i] = resolvent[i].clone();
        }
        scale(start, 2 * shift);
        scale(cayley, 2 * shift);
        for (int i = 0; i < cayley.length; i++) {
            cayley[i][i] -= 1;
        }
        return squaredSmith(cayley, start);
    }

    private static Optional<double[][]> squaredSmith(double[][] cayley, double[][] start) {
        double[][] a = cayley;
        double[][] sum = start;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double[][] increment = congruence(a, sum);
            double change = norm(increment);
            add(sum, increment);
            double total = norm(sum);
            if (change <= CONVERGED * total) {
                return Optional.of(sum);
            }
            if (!(total < DIVERGED)) {
                return Optional.empty();
            }
            a = multiply(a, a);
        }
        return Optional.empty();
    }

    /** A S Aᵀ for a symmetric S. */
    private static double[][] congruence(double[][] a, double[][] s) {
        double[][] left = multiply(a, s);
        double[][] result = new double[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j <= i; j++) {
                result[i][j] = dot(left[i], a[j]);
                result[j][i] = result[i][j];
            }
        }
        return result;
    }

    /** A plain product in the order i, k, j, whose inner loop runs along rows. */
    private static double[][] multiply(double[][] a, double[][] b) {
        double[][] product = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            double[] row = product[i];
            for (int k = 0; k < b.length; k++) {
                double factor = a[i][k];
                double[] source = b[k];
                for (int j = 0; factor != 0 && j < row.length; j++) {
                    row[j] += factor * source[j];
                }
            }
        }
        return product;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void add(double[][] target, double[][] increment) {
        for (int i = 0; i < target.length; i++) {
            for (int j = 0; j < target.length; j++) {
                target[i][j] += increment[i][j];
            }
        }
    }

    private static void scale(double[][] matrix, double factor) {
        for (double[] row : matrix) {
            for (int j = 0; j < row.length; j++) {
                row[j] *= factor;
            }
        }
    }

    /** The largest sum of absolute values in a row. */
    private static double norm(double[][] matrix) {
        double largest = 0;
        for (double[] row : matrix) {
            double sum = 0;
            for (double value : row) {
                sum += Math.abs(value);
            }
            largest = Math.max(largest, sum);
        }
        return largest;
    }
}
