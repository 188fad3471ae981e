package org.fetchlab.forkjoin.qbd;

/**
 * Dense products and eliminations on rows of doubles.
 *
 * <p>Four rows of the right factor are combined per pass, a loop that the just-in-time compiler turns into vector
 * instructions. Eliminations do not pivot: every matrix here is a nonsingular M-matrix (non-positive off the diagonal,
 * inverse non-negative), for which elimination in the given order is stable (Latouche and Ramaswami 1999, §8).
 */
final class Matrices {
    private static final double LARGE = 1e100;

    private static final int STEP = 4;
    private static final double FLUSH = 1e-160;

    private Matrices() {}

    static double[][] copy(double[][] matrix) {
        double[][] copy = new double[matrix.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = matrix[i].clone();
        }
        return copy;
    }

    static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[left.length][right[0].length];
        addProduct(product, left, right);
        return product;
    }

    /** row · matrix. */
    static double[] product(double[] row, double[][] matrix) {
        double[] product = new double[matrix[0].length];
        addProduct(product, row, matrix);
        return product;
    }

    /** The inner product of two rows. */
    static double product(double[] row, double[] column) {
        double product = 0;
        for (int i = 0; i < row.length; i++) {
            product += row[i] * column[i];
        }
        return product;
    }

    /** target -= left · right. */
    static void subtractProduct(double[][] target, double[][] left, double[][] right) {
        for (int i = 0; i < left.length; i++) {
            for (int k = 0; k < left[i].length; k++) {
                combine(target[i], 0, -left[i][k], right[k]);
            }
        }
    }

    /** target += left · right. */
    static void addProduct(double[][] target, double[][] left, double[][] right) {
        for (int i = 0; i < left.length; i++) {
            addProduct(target[i], left[i], right);
        }
    }

    /** target += left · right for one row. */
    static void addProduct(double[] target, double[] left, double[][] right) {
        int inner = left.length;
        int k = 0;
        for (; k + STEP <= inner; k += STEP) {
            combine(
                    target,
                    0,
                    left[k],
                    right[k],
                    left[k + 1],
                    right[k + 1],
                    left[k + 2],
                    right[k + 2],
                    left[k + 3],
                    right[k + 3]);
        }
        for (; k < inner; k++) {
            combine(target, 0, left[k], right[k]);
        }
    }

    private static void combine(
            double[] target,
            int from,
            double a,
            double[] rowA,
            double b,
            double[] rowB,
            double c,
            double[] rowC,
            double d,
            double[] rowD) {
        if (a == 0 && b == 0 && c == 0 && d == 0) {
            return;
        }
        for (int j = from; j < target.length; j++) {
            target[j] += a * rowA[j] + b * rowB[j] + (c * rowC[j] + d * rowD[j]);
        }
    }

    private static void combine(double[] target, int from, double a, double[] row) {
        if (a != 0) {
            for (int j = from; j < target.length; j++) {
                target[j] += a * row[j];
            }
        }
    }

    /** Sets entries below 1e-160 to zero, so that no product of two entries is subnormal (and slow). */
    static void flush(double[][] matrix) {
        for (double[] row : matrix) {
            for (int j = 0; j < row.length; j++) {
                row[j] = row[j] < FLUSH && row[j] > -FLUSH ? 0 : row[j];
            }
        }
    }

    /**
     * Factors an M-matrix in place: L (unit diagonal) below, U on and above the diagonal, applying the row operations to
     * the right-hand sides too. Panels of four columns keep the update of the remaining rows a single vector loop.
     */
    static void eliminate(double[][] matrix, double[][]... rightHandSides) {
        int n = matrix.length;
        for (int panel = 0; panel < n; panel += STEP) {
            int end = Math.min(panel + STEP, n);
            for (int i = panel + 1; i < n; i++) {
                for (int k = panel; k < Math.min(i, end); k++) {
                    double factor = matrix[i][k] / matrix[k][k];
                    matrix[i][k] = factor;
                    for (int j = k + 1; j < end; j++) {
                        matrix[i][j] -= factor * matrix[k][j];
                    }
                }
                update(matrix, matrix, i, panel, Math.min(i, end), end);
                for (double[][] side : rightHandSides) {
                    update(side, matrix, i, panel, Math.min(i, end), 0);
                }
            }
        }
    }

    /** Row i of target loses its multiples (stored in factors[i]) of the panel's rows, from one column on. */
    private static void update(double[][] target, double[][] factors, int i, int panel, int end, int column) {
        double[] multiples = factors[i];
        if (end - panel == STEP) {
            combine(
                    target[i],
                    column,
                    -multiples[panel],
                    target[panel],
                    -multiples[panel + 1],
                    target[panel + 1],
                    -multiples[panel + 2],
                    target[panel + 2],
                    -multiples[panel + 3],
                    target[panel + 3]);
            return;
        }
        for (int k = panel; k < end; k++) {
            combine(target[i], column, -multiples[k], target[k]);
        }
    }

    /** Solves U X = B in place, U being the upper triangle that {@link #eliminate} left. */
    static void substituteBack(double[][] upper, double[][] side) {
        int n = upper.length;
        for (int i = n - 1; i >= 0; i--) {
            double[] row = upper[i];
            double[] target = side[i];
            int k = i + 1;
            for (; k + STEP <= n; k += STEP) {
                combine(
                        target,
                        0,
                        -row[k],
                        side[k],
                        -row[k + 1],
                        side[k + 1],
                        -row[k + 2],
                        side[k + 2],
                        -row[k + 3],
                        side[k + 3]);
            }
            for (; k < n; k++) {
                combine(target, 0, -row[k], side[k]);
            }
            double pivot = row[i];
            for (int j = 0; j < target.length; j++) {
                target[j] /= pivot;
            }
        }
    }

    /** Solves M X = B for several B in place; M is destroyed. */
    static void solve(double[][] matrix, double[][]... rightHandSides) {
        eliminate(matrix, rightHandSides);
        for (double[][] side : rightHandSides) {
            substituteBack(matrix, side);
        }
    }

    /** Solves x M = b for the factors that {@link #eliminate} left; returns x. */
    static double[] solveRow(double[][] factors, double[] row) {
        double[] x = row.clone();
        int n = x.length;
        for (int k = 0; k < n; k++) {
            double[] upper = factors[k];
            x[k] /= upper[k];
            double multiple = -x[k];
            for (int j = k + 1; j < n; j++) {
                x[j] += multiple * upper[j];
            }
        }
        for (int k = n - 1; k > 0; k--) {
            double[] lower = factors[k];
            double multiple = -x[k];
            for (int j = 0; j < k; j++) {
                x[j] += multiple * lower[j];
            }
        }
        return x;
    }

    static double sum(double[] row) {
        double sum = 0;
        for (double entry : row) {
            sum += entry;
        }
        return sum;
    }

    /**
     * The stationary distribution of a generator (or of any matrix of transition rates; the diagonal is not read) with one
     * recurrent class, by the elimination of Grassmann, Taksar and Heyman (1985), which subtracts nothing. It censors the
     * process to ever fewer states, down to one that all others reach.
     *
     * @throws IllegalArgumentException if there are several recurrent classes
     */
    static double[] stationary(double[][] rates) {
        double[] found = stationary(rates, 0);
        return found.length > 0 ? found : stationary(rates, Reachability.recurrentState(rates));
    }

    /** The same with a state that all others should reach; empty if they do not. */
    private static double[] stationary(double[][] rates, int last) {
        double[][] a = copy(rates);
        exchange(a, 0, last);
        int n = a.length;
        for (int k = n - 1; k > 0; k--) {
            double out = 0;
            for (int j = 0; j < k; j++) {
                out += a[k][j];
            }
            if (out == 0) {
                return new double[0];
            }
            censor(a, k, out);
        }
        double[] p = substituted(a);
        double swap = p[0];
        p[0] = p[last];
        p[last] = swap;
        return p;
    }

    /** Exchanges two states: rows and columns. */
    private static void exchange(double[][] matrix, int one, int other) {
        double[] row = matrix[one];
        matrix[one] = matrix[other];
        matrix[other] = row;
        for (double[] each : matrix) {
            double entry = each[one];
            each[one] = each[other];
            each[other] = entry;
        }
    }

    /** The rates between states below k when the time in state k is cut out. */
    private static void censor(double[][] a, int k, double out) {
        double[] through = a[k];
        for (int i = 0; i < k; i++) {
            double[] row = a[i];
            row[k] /= out;
            double share = row[k];
            if (share != 0) {
                for (int j = 0; j < k; j++) {
                    row[j] += share * through[j];
                }
            }
        }
    }

    /** Probabilities from those before, up to a factor that is divided out whenever they grow too large for a number. */
    private static double[] substituted(double[][] a) {
        double[] p = new double[a.length];
        p[0] = 1;
        for (int k = 1; k < p.length; k++) {
            for (int i = 0; i < k; i++) {
                p[k] += p[i] * a[i][k];
            }
            if (p[k] > LARGE) {
                divide(p, p[k]);
            }
        }
        divide(p, sum(p));
        return p;
    }

    private static void divide(double[] numbers, double divisor) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] /= divisor;
        }
    }
}
