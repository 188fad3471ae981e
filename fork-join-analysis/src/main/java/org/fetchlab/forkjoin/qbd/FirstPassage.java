package org.fetchlab.forkjoin.qbd;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * First passage one level down: G[i][j] is the probability that a process with levels all alike, started in phase i, is in
 * phase j when it first reaches the level below. The minimal non-negative solution of
 * {@code A_2 + A_1 G + A_0 G² = 0}, by logarithmic reduction. For a process that is stable its rows add up to 1 exactly, and
 * are scaled to do so: close to capacity this saves the digits that the reduction loses.
 */
final class FirstPassage {
    private final double[][] matrix;
    private final double[][] censored;
    private final double residual;
    private final int steps;

    private FirstPassage(double[][] matrix, double[][] censored, double residual, int steps) {
        this.matrix = matrix;
        this.censored = censored;
        this.residual = residual;
        this.steps = steps;
    }

    static FirstPassage of(Level level) {
        int[] entered = enteredPhases(level.down());
        LogarithmicReduction reduction = new LogarithmicReduction(level, entered);
        double[][] compact = reduction.run();
        double[][] matrix = new double[level.phases()][level.phases()];
        double residual = 0;
        for (int i = 0; i < matrix.length; i++) {
            double sum = Matrices.sum(compact[i]);
            residual = Math.max(residual, Math.abs(1 - sum));
            for (int k = 0; k < entered.length; k++) {
                matrix[i][entered[k]] = compact[i][k] / sum;
            }
        }
        double[][] censored = level.negativeLocal();
        Matrices.subtractProduct(censored, level.up(), matrix);
        return new FirstPassage(matrix, censored, residual, reduction.steps());
    }

    /** The phases that a step down can lead to: all other columns of G are zero. */
    private static int[] enteredPhases(double[][] down) {
        return IntStream.range(0, down[0].length)
                .filter(j -> Arrays.stream(down).anyMatch(row -> row[j] > 0))
                .toArray();
    }

    /** G. */
    double[][] matrix() {
        return matrix;
    }

    /** {@code -A_1 - A_0 G}: the negative generator of the process as seen while it does not go below its level. */
    double[][] censored() {
        return censored;
    }

    /** The largest distance of a row sum from 1 before the rows were scaled. */
    double residual() {
        return residual;
    }

    /** The number of steps of logarithmic reduction. */
    int steps() {
        return steps;
    }
}
