package org.fetchlab.fluid.trajectory;

import java.util.List;
import org.fetchlab.model.result.QueueTails;

/**
 * A fluid trajectory with dense output: the solution at every time from 0 to its horizon, by the 7th-order interpolation
 * that belongs to the integration method. Immutable.
 */
public final class Trajectory {
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
