package org.fetchlab.forkjoin.qbd;

import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * The mutable run of logarithmic reduction (Latouche and Ramaswami, J. Appl. Prob. 1993). Step k looks at the process on
 * the levels that are multiples of 2^k only, so the number of steps grows like the logarithm of the distance of the load
 * from 1.
 *
 * <p>{@code rise} and {@code fall} hold the probabilities, by phase, that the next level so visited is the one above and
 * the one below; {@code climb} those to climb one level at every resolution so far. Falls can end only in the phases that
 * a step down enters, and only those columns are stored: for in-order fork-join about two thirds of all.
 */
final class LogarithmicReduction {
    private static final double ACCURACY = 1e-16;
    private static final int MOST_STEPS = 60;

    private final int phases;
    private final int[] entered;
    private final double[][] passage;
    private double[][] rise;
    private double[][] fall;
    private double[][] climb;
    private int steps;

    LogarithmicReduction(Level level, int[] entered) {
        this.phases = level.phases();
        this.entered = entered;
        this.rise = Matrices.copy(level.up());
        this.fall = enteredColumns(level.down());
        Matrices.solve(level.negativeLocal(), rise, fall);
        this.climb = rise;
        this.passage = Matrices.copy(fall);
    }

    private double[][] enteredColumns(double[][] matrix) {
        double[][] selected = new double[matrix.length][entered.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int k = 0; k < entered.length; k++) {
                selected[i][k] = matrix[i][entered[k]];
            }
        }
        return selected;
    }

    private double[][] enteredRows(double[][] matrix) {
        double[][] selected = new double[entered.length][];
        for (int k = 0; k < entered.length; k++) {
            selected[k] = matrix[entered[k]];
        }
        return selected;
    }

    /** G, its entered columns only. */
    double[][] run() {
        while (steps < MOST_STEPS) {
            steps++;
            coarsen();
            if (addPassages() <= ACCURACY) {
                break;
            }
            climb = Matrices.product(climb, rise);
            Matrices.flush(climb);
        }
        return passage;
    }

    /** The number of steps taken. */
    int steps() {
        return steps;
    }

    /** Passages that climb through all resolutions before they fall; returns the largest probability added. */
    private double addPassages() {
        double[][] further = Matrices.product(climb, fall);
        double largest = 0;
        for (int i = 0; i < phases; i++) {
            for (int k = 0; k < entered.length; k++) {
                passage[i][k] += further[i][k];
                largest = Math.max(largest, further[i][k]);
            }
        }
        return largest;
    }

    /** Keeps every other level: two rises or two falls in a row, after any number of returns. */
    private void coarsen() {
        double[][] returns = Matrices.product(fall, enteredRows(rise));
        double[][] fromAbove = Matrices.product(rise, fall);
        double[][] leave = new double[phases][phases];
        for (int i = 0; i < phases; i++) {
            for (int j = 0; j < phases; j++) {
                leave[i][j] = -returns[i][j];
            }
            for (int k = 0; k < entered.length; k++) {
                leave[i][entered[k]] -= fromAbove[i][k];
            }
            leave[i][i] += 1;
        }
        double[][] rises = Matrices.product(rise, rise);
        double[][] falls = Matrices.product(fall, enteredRows(fall));
        Matrices.solve(leave, rises, falls);
        Matrices.flush(rises);
        Matrices.flush(falls);
        rise = rises;
        fall = falls;
    }
}
