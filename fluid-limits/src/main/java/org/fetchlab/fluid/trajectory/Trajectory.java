package org.fetchlab.fluid.trajectory;

import java.util.List;
import java.util.OptionalDouble;
import org.fetchlab.model.result.QueueTails;

/**
 * A fluid trajectory with dense output: the solution at every time from 0 to its horizon, by the 7th-order interpolation
 * that belongs to the integration method. Immutable.
 */
public final class Trajectory {
    /** Enough to bring an integration step down to rounding. */
    private static final int BISECTIONS = 60;

    private final List<DenseRecorder.Piece> pieces;
    private final double horizon;
    private final double truncationError;
    private final List<RegimeSwitch> switches;

    Trajectory(List<DenseRecorder.Piece> pieces, double horizon, double truncationError, List<RegimeSwitch> switches) {
        this.pieces = List.copyOf(pieces);
        this.horizon = horizon;
        this.truncationError = truncationError;
        this.switches = List.copyOf(switches);
    }

    /**
     * How far the solution reaches.
     *
     * @return the last time
     */
    public double horizon() {
        return horizon;
    }

    /**
     * The queue lengths at a time.
     *
     * @param time t, in [0, horizon]
     * @return the tails s_0 = 1, s_1, …
     * @throws IllegalArgumentException if the time is outside the solution
     */
    public QueueTails tails(double time) {
        if (!(time >= 0 && time <= horizon)) {
            throw new IllegalArgumentException("time " + time + " must lie in [0, " + horizon + "]");
        }
        return pieces.get(pieceAt(time)).at(time).tails();
    }

    /**
     * A bound on what the truncation of the queue-length axis changes in any tail or in the mean queue.
     *
     * @return jobs per server that the truncation refused
     */
    public double truncationError() {
        return truncationError;
    }

    /**
     * The regime changes of a switching drift.
     *
     * @return in order; empty for a smooth drift
     */
    public List<RegimeSwitch> switches() {
        return switches;
    }

    /**
     * The largest difference between two queue-length distributions in any tail.
     *
     * @param a a distribution
     * @param b a distribution
     * @return max_j |a_j − b_j|
     */
    public static double distance(QueueTails a, QueueTails b) {
        double largest = 0;
        for (int j = 1; j < Math.max(a.levels(), b.levels()); j++) {
            largest = Math.max(largest, Math.abs(a.tail(j) - b.tail(j)));
        }
        return largest;
    }

    /**
     * The last time at which the solution is farther than a distance from a target, found from the ends of the integration
     * steps and refined by bisection.
     *
     * @param distance the distance in the sense of {@link #distance}, positive
     * @param target the target
     * @return the time; empty if no step ends or starts farther away
     */
    OptionalDouble lastTimeBeyond(double distance, QueueTails target) {
        double within = horizon;
        for (int i = pieces.size() - 1; i >= -1; i--) {
            double time = i < 0 ? 0 : pieces.get(i).end();
            if (distance(tails(time), target) > distance) {
                return OptionalDouble.of(bisect(time, within, distance, target));
            }
            within = time;
        }
        return OptionalDouble.empty();
    }

    private double bisect(double beyond, double within, double distance, QueueTails target) {
        double low = beyond;
        double high = within;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (distance(tails(middle), target) > distance) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The first piece that ends at or after a time, by bisection. */
    private int pieceAt(double time) {
        int low = 0;
        int high = pieces.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pieces.get(middle).end() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
