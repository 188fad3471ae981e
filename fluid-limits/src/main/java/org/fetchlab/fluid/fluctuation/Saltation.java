package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.Room;
import org.fetchlab.fluid.process.SwitchingProcess;

/**
 * What becomes of deviations where a regime of drift f ends, because coordinate i has reached a value, and one of drift g
 * begins, in which that coordinate is constant.
 *
 * <p>A deviation x reaches the end of the regime at {@code τ = −x_i/f_i + …}, and moves with f instead of g until then. To first
 * order it becomes {@code x + (g − f) x_i/f_i} (Leine and Nijmeijer 2004). Of the mean, the next order counts, too: with A and G the
 * Jacobians of f and g,
 *
 * <pre>  (f − g) E[τ₂] − (A − G) Σ_·i/f_i + (½ A f + ½ G g − G f) Σ_ii/f_i²,
 *   E[τ₂] = ((AΣ)_ii/f_i − ½ (A f)_i Σ_ii/f_i²)/f_i,</pre>
 *
 * from the Taylor polynomials of both flows.
 */
final class Saltation {
    /** A rate, per unit time, below which a crossing cannot be told from a touch. */
    private static final double SLOWEST_CROSSING = 1e-6;

    private final SwitchingProcess process;
    private final int from;
    private final int to;
    private final int coordinate;
    private final double[] state;
    private final double[] before;
    private final double[] after;
    private final double[] change;

    /** The passage from one regime to the next at a state on the surface, which is pinned. */
    Saltation(SwitchingProcess process, int from, int to, double[] state) {
        this.process = process;
        this.from = from;
        this.to = to;
        this.coordinate = room(process, from, to).coordinate();
        this.before = new double[state.length];
        this.after = new double[state.length];
        process.drift(from, state, before);
        process.pin(to, state);
        process.drift(to, state, after);
        this.state = state.clone();
        this.change = new double[state.length];
        for (int j = 0; j < change.length; j++) {
            change[j] = (after[j] - before[j]) / before[coordinate];
        }
    }

    /** The room that is used up where a regime passes to a neighbour. */
    static Room room(SwitchingProcess process, int from, int to) {
        return to > from ? process.roomAbove(from) : process.roomBelow(from);
    }

    /** Whether a path at the end of a regime only touches it, as far as that can be told. */
    static boolean isTouch(SwitchingProcess process, int regime, Room room, double[] state) {
        double[] drift = new double[state.length];
        process.drift(regime, state, drift);
        return !(Math.abs(room.rate(drift)) > SLOWEST_CROSSING);
    }

    /** Changes a deviation in place. */
    void applyTo(double[] deviation) {
        double deciding = deviation[coordinate];
        for (int j = 0; j < change.length; j++) {
            deviation[j] += change[j] * deciding;
        }
    }

    /** Changes a covariance in place. */
    void applyTo(double[][] covariance) {
        double[] row = covariance[coordinate].clone();
        for (int j = 0; j < change.length; j++) {
            for (int k = 0; k < change.length; k++) {
                covariance[j][k] += change[j] * row[k] + row[j] * change[k] + change[j] * change[k] * row[coordinate];
            }
        }
    }

    /** The standard deviation of the instant at which n servers reach the surface, times √n. */
    double deviationOfInstant(double[][] covariance) {
        return Math.sqrt(Math.max(0, covariance[coordinate][coordinate])) / Math.abs(before[coordinate]);
    }

    /** The mean of the second-order change of deviations of a covariance, as it was before. */
    double[] meanChange(double[][] covariance) {
        double[] deciding = covariance[coordinate];
        double speed = before[coordinate];
        double spread = deciding[coordinate] / (speed * speed);
        double[] oldOfRow = jacobianTimes(from, deciding);
        double[] newOfRow = jacobianTimes(to, deciding);
        double[] oldOfOld = jacobianTimes(from, before);
        double[] newOfNew = jacobianTimes(to, after);
        double[] newOfOld = jacobianTimes(to, before);
        double delay = (oldOfRow[coordinate] / speed - oldOfOld[coordinate] * spread / 2) / speed;
        double[] mean = new double[change.length];
        for (int j = 0; j < mean.length; j++) {
            mean[j] = (before[j] - after[j]) * delay
                    - (oldOfRow[j] - newOfRow[j]) / speed
                    + (oldOfOld[j] / 2 + newOfNew[j] / 2 - newOfOld[j]) * spread;
        }
        return mean;
    }

    /** The Jacobian of a regime, which does not see what is pinned there, times a vector. */
    private double[] jacobianTimes(int regime, double[] vector) {
        double[] product = new double[vector.length];
        int first = process.firstFree(regime);
        int size = process.endFree(regime) - first;
        if (size > 0) {
            LinearNoiseField field = process.within(regime);
            BandMatrix jacobian = BandMatrix.jacobianOf(field);
            field.jacobian(Arrays.copyOfRange(state, first, first + size), jacobian);
            double[] free = new double[size];
            jacobian.multiply(Arrays.copyOfRange(vector, first, first + size), free);
            System.arraycopy(free, 0, product, first, size);
        }
        return product;
    }
}
