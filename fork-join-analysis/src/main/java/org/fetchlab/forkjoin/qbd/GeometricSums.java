package org.fetchlab.forkjoin.qbd;

import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * Sums {@code x = v (I + R + R² + …)} over the repeating levels of a stable process.
 *
 * <p>Solving {@code x (I - R) = v} loses twice as many digits as the load has nines, for I - R is nearly singular there. Two
 * consequences of balance lose them once only, as the answer itself does when the rates are rounded:
 * {@code A_0 + R A_1 + R² A_2 = 0} gives {@code x A = v A_1 + (v + vR) A_2} with the generator {@code A = A_0 + A_1 + A_2} of the
 * phase, so that x is a fixed solution plus a multiple c of the stationary distribution φ of A; and as many steps lead up
 * from the levels summed as lead down to them, {@code x A_0 1 = (x - v) A_2 1}, which determines c. The division by the drift
 * {@code φ (A_2 - A_0) 1} is the only one by a small number.
 */
final class GeometricSums {
    private final Level level;
    private final double[][] negativeLocal;
    private final double[] stationary;
    private final double[] driftDown;
    private final double drift;
    private final int reference;
    private final double[][] factors;

    /**
     * Prepares the sums.
     *
     * @param level the repeating level
     * @param stationary the stationary distribution φ of the phase
     */
    GeometricSums(Level level, double[] stationary) {
        this.level = level;
        this.stationary = stationary;
        negativeLocal = level.negativeLocal();
        driftDown = new double[level.phases()];
        for (int i = 0; i < driftDown.length; i++) {
            driftDown[i] = Matrices.sum(level.down()[i]) - Matrices.sum(level.up()[i]);
        }
        drift = Matrices.product(stationary, driftDown);
        reference = mostLikely(stationary);
        factors = withoutReference();
        Matrices.eliminate(factors);
    }

    private static int mostLikely(double[] probabilities) {
        int best = 0;
        for (int i = 1; i < probabilities.length; i++) {
            best = probabilities[i] > probabilities[best] ? i : best;
        }
        return best;
    }

    /** The negative generator of the phase, killed in the reference phase. */
    private double[][] withoutReference() {
        double[][] negative = new double[level.phases() - 1][level.phases() - 1];
        for (int i = 0; i < negative.length; i++) {
            int from = phase(i);
            for (int j = 0; j < negative.length; j++) {
                int to = phase(j);
                negative[i][j] = negativeLocal[from][to] - level.up()[from][to] - level.down()[from][to];
            }
        }
        return negative;
    }

    /** The i-th phase that is not the reference. */
    private int phase(int i) {
        return i < reference ? i : i + 1;
    }

    /**
     * The sum.
     *
     * @param first v, at least 0
     * @param second v R
     * @return x
     */
    double[] of(double[] first, double[] second) {
        double[] both = new double[first.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = first[i] + second[i];
        }
        double[] flow = Matrices.product(first, negativeLocal);
        double[] returning = Matrices.product(both, level.down());
        double[] shift = new double[first.length - 1];
        for (int i = 0; i < shift.length; i++) {
            shift[i] = flow[phase(i)] - returning[phase(i)];
        }
        double[] solved = Matrices.solveRow(factors, shift);
        double upward = 0;
        for (int i = 0; i < first.length; i++) {
            upward += first[i] * Matrices.sum(level.down()[i]);
        }
        for (int i = 0; i < solved.length; i++) {
            upward -= solved[i] * driftDown[phase(i)];
        }
        double[] sum = new double[first.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = upward / drift * stationary[i];
        }
        for (int i = 0; i < solved.length; i++) {
            sum[phase(i)] = Math.max(0, sum[phase(i)] + solved[i]);
        }
        return sum;
    }
}
