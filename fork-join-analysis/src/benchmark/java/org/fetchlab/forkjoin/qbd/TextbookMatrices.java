package org.fetchlab.forkjoin.qbd;

/** Matrix operations as plain row-oriented loops: the baseline of the benchmarks. */
final class TextbookMatrices {
    private TextbookMatrices() {}

    static double[][] times(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                double factor = a[i][k];
                for (int j = 0; j < n; j++) {
                    c[i][j] += factor * b[k][j];
                }
            }
        }
        return c;
    }

    static double[][] plus(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c[i][j] = a[i][j] + b[i][j];
            }
        }
        return c;
    }

    static double[][] identityMinus(double[][] a) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c[i][j] = (i == j ? 1 : 0) - a[i][j];
            }
        }
        return c;
    }

    /** Gauss-Jordan without pivoting. */
    static double[][] inverse(double[][] matrix) {
        int n = matrix.length;
        double[][] a = Matrices.copy(matrix);
        double[][] b = new double[n][n];
        for (int i = 0; i < n; i++) {
            b[i][i] = 1;
        }
        for (int k = 0; k < n; k++) {
            double pivot = a[k][k];
            for (int j = 0; j < n; j++) {
                a[k][j] /= pivot;
                b[k][j] /= pivot;
            }
            for (int i = 0; i < n; i++) {
                double factor = a[i][k];
                if (i != k && factor != 0) {
                    for (int j = 0; j < n; j++) {
                        a[i][j] -= factor * a[k][j];
                        b[i][j] -= factor * b[k][j];
                    }
                }
            }
        }
        return b;
    }

    static double largest(double[][] a) {
        double largest = 0;
        for (double[] row : a) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        return largest;
    }
}
