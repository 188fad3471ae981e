package org.fetchlab.forkjoin.qbd;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * First passage one level down: G[i][j] is the probability that a process with levels all alike, started in phase i, is in
 * phase j when it first reaches the level below. The minimal non-negative solution of
 * {@code A_2 + A_1 G + A_0 G² = 0}, by logarithmic reduction. For a process that is stable its rows add up to 1 exactly, and
 * are scaled to do so: close to capacity the reduction loses digits along that direction. What is left of its error is removed by
 * the iteration {@code G <- (-A_1 - A_0 G)^(-1) A_2}, scaled likewise, which converges fast but for that direction.
 */
final class FirstPassage {
    private static final double ACCURACY = 1e-13;
    private static final double SMALLER = 0.9;

    private final double[][] matrix;
    private final double[][] censored;
    private final double residual;
    private final int steps;

    private FirstPassage(Level level, double[][] matrix, int steps) {
        this.matrix = matrix;
        this.censored = level.negativeLocal();
        Matrices.subtractProduct(censored, level.up(), matrix);
        this.residual = residual(level, censored, matrix);
        this.steps = steps;
    }

    static FirstPassage of(Level level) {
        int[] entered = enteredPhases(level.down());
        LogarithmicReduction reduction = new LogarithmicReduction(level, entered);
        double[][] compact = reduction.run();
        double[][] matrix = new double[level.phases()][level.phases()];
        for (int i = 0; i < matrix.length; i++) {
            double sum = Matrices.sum(compact[i]);
            for (int k = 0; k < entered.length; k++) {
                matrix[i][entered[k]] = compact[i][k] / sum;
            }
        }
        FirstPassage passage = new FirstPassage(level, matrix, reduction.steps());
        return passage.residual <= ACCURACY ? passage : passage.improved(level);
    }

    /** Corrected for as long as corrections still make the residual smaller. */
    private FirstPassage improved(Level level) {
        FirstPassage best = this;
        FirstPassage next = corrected(level);
        while (next.residual < SMALLER * best.residual) {
            best = next;
            next = best.corrected(level);
        }
        return best;
    }

    private FirstPassage corrected(Level level) {
        double[][] better = Matrices.copy(level.down());
        Matrices.solve(Matrices.copy(censored), better);
        for (double[] row : better) {
            double sum = Matrices.sum(row);
            for (int j = 0; j < row.length; j++) {
                row[j] /= sum;
            }
        }
        return new FirstPassage(level, better, steps);
    }

    /** {@code A_2 - (-A_1 - A_0 G) G}, row by row, relative to the exit rates. */
    private static double residual(Level level, double[][] censored, double[][] passage) {
        double[][] defect = Matrices.copy(level.down());
        Matrices.subtractProduct(defect, censored, passage);
        double worst = 0;
        for (int i = 0; i < defect.length; i++) {
            double row = Arrays.stream(defect[i]).map(Math::abs).sum();
            worst = Math.max(worst, row / level.exit(i));
        }
        return worst;
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

    /** The largest row sum of absolute values of {@code A_2 + A_1 G + A_0 G²}, relative to the exit rate of the phase. */
    double residual() {
        return residual;
    }

    /** The number of steps of logarithmic reduction. */
    int steps() {
        return steps;
    }
}
