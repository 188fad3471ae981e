package org.fetchlab.fluid.trajectory;

import java.util.function.BiFunction;
import org.fetchlab.fluid.process.QueueMeanField;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * How long a trajectory takes to come close to its fixed point and stay there.
 *
 * @param distance ε, the largest difference allowed in any tail, in (0, 1)
 * @param patience how far trajectories are followed, positive and finite
 */
public record Approach(double distance, double patience) {
    private static final String METHOD = "last time at which the trajectory is farther away";
    /** The solution is computed in windows, so that its dense output needs little memory. */
    private static final double WINDOW = 32;
    /** A solution this much closer than asked is taken to stay. */
    private static final double MARGIN = 0.1;

    private static final double SMALLEST_TOLERANCE = 1e-13;
    private static final double LARGEST_TOLERANCE = 1e-9;
    private static final double ERROR_SHARE = 1e-3;

    /**
     * Checks the numbers.
     *
     * @param distance ε
     * @param patience how far trajectories are followed
     * @throws IllegalArgumentException if a number is out of range
     */
    public Approach {
        if (!(distance > 0 && distance < 1)) {
            throw new IllegalArgumentException("distance " + distance + " must lie in (0, 1)");
        }
        if (!(patience > 0 && patience < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("patience " + patience + " must be positive and finite");
        }
    }

    /**
     * The time after which a trajectory stays within ε.
     *
     * @param field a smooth mean field
     * @param initial the queue lengths at time 0
     * @param fixedPoint where the trajectory leads
     * @return the last time at which some tail is farther than ε from the fixed point, 0 if none is; none if the trajectory
     *     has not come within ε/10 by the end of the patience
     */
    public Outcome<Double> time(QueueMeanField field, QueueTails initial, QueueTails fixedPoint) {
        return march((start, horizon) -> solver().solve(field, start, horizon), initial, fixedPoint);
    }

    /**
     * The time after which a trajectory stays within ε.
     *
     * @param field a mean field with a switching drift
     * @param initial the queue lengths at time 0
     * @param fixedPoint where the trajectory leads
     * @return the last time at which some tail is farther than ε from the fixed point, 0 if none is; none if the trajectory
     *     has not come within ε/10 by the end of the patience
     */
    public Outcome<Double> time(SwitchingMeanField field, QueueTails initial, QueueTails fixedPoint) {
        return march((start, horizon) -> solver().solve(field, start, horizon), initial, fixedPoint);
    }

    private TrajectorySolver solver() {
        double tolerance = Math.min(LARGEST_TOLERANCE, Math.max(SMALLEST_TOLERANCE, ERROR_SHARE * distance));
        return TrajectorySolver.withTolerance(tolerance);
    }

    private Outcome<Double> march(
            BiFunction<QueueTails, Double, Trajectory> solve, QueueTails initial, QueueTails fixedPoint) {
        QueueTails now = initial;
        double last = 0;
        double start = 0;
        while (start < patience) {
            Trajectory window = solve.apply(now, Math.min(WINDOW, patience - start));
            last = Math.max(last, window.lastTimeBeyond(distance, fixedPoint).orElse(-start) + start);
            start += window.horizon();
            now = window.tails(window.horizon());
            if (Trajectory.distance(now, fixedPoint) <= MARGIN * distance) {
                return new Outcome.Known<>(last, METHOD);
            }
        }
        return new Outcome.None<>(
                METHOD,
                "the trajectory is still " + Trajectory.distance(now, fixedPoint) + " from the fixed point at time "
                        + start);
    }
}
