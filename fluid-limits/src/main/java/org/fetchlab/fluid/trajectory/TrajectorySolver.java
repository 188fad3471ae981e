package org.fetchlab.fluid.trajectory;

import org.fetchlab.fluid.process.QueueMeanField;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.result.QueueTails;

/**
 * Solves mean-field equations from an initial state.
 *
 * <p>Method: the adaptive Dormand–Prince 8(5,3) pair (Hairer, Nørsett and Wanner 1993), absolute and relative tolerance on
 * each tail. The queue-length axis is cut off where arrivals to the longest queues are negligible, and extended, with the
 * solution so far kept, when they cease to be: the expected number of refused jobs per server stays below
 * {@link #TRUNCATION} over the whole horizon. Discontinuous drifts are solved regime by regime; the instant at which a
 * regime ends is a root of the dense output.
 *
 * @param tolerance the local error allowed in each tail, in [1e-13, 1e-3]
 * @param levels the least number of queue lengths to carry, at least 1; more are taken as needed
 */
public record TrajectorySolver(double tolerance, int levels) {
    /** The bound on the jobs per server that truncation refuses over the whole horizon. */
    public static final double TRUNCATION = 1e-11;

    /**
     * Checks the settings.
     *
     * @param tolerance the local error allowed
     * @param levels the least number of levels
     * @throws IllegalArgumentException if an argument is out of range
     */
    public TrajectorySolver {
        if (!(tolerance >= 1e-13 && tolerance <= 1e-3)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must lie in [1e-13, 1e-3]");
        }
        if (levels < 1) {
            throw new IllegalArgumentException("levels " + levels + " must be at least 1");
        }
    }

    /**
     * A solver with a tolerance and automatic levels.
     *
     * @param tolerance the local error allowed in each tail, in [1e-13, 1e-3]
     * @return the solver
     * @throws IllegalArgumentException if the tolerance is out of range
     */
    public static TrajectorySolver withTolerance(double tolerance) {
        return new TrajectorySolver(tolerance, 1);
    }

    /**
     * The whole solution.
     *
     * @param field a smooth mean field
     * @param initial the queue lengths at time 0
     * @param horizon how long to follow them, positive and finite
     * @return the solution at every time up to the horizon
     * @throws IllegalArgumentException if the horizon is out of range
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Trajectory solve(QueueMeanField field, QueueTails initial, double horizon) {
        return solve(new SingleRegime(field), initial, horizon);
    }

    /**
     * The whole solution.
     *
     * @param field a mean field with a switching drift
     * @param initial the queue lengths at time 0
     * @param horizon how long to follow them, positive and finite
     * @return the solution at every time up to the horizon
     * @throws IllegalArgumentException if the horizon is out of range
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Trajectory solve(SwitchingMeanField field, QueueTails initial, double horizon) {
        DenseRecorder recorder = new DenseRecorder();
        TrajectoryRun run = new TrajectoryRun(this, field, initial, horizon, recorder);
        run.toEnd();
        return new Trajectory(recorder.pieces(), horizon, run.lostJobs(), run.switches());
    }

    /**
     * The solution at given times only, which needs no memory for the rest.
     *
     * @param field a smooth mean field
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the solution at those times
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public SampledTrajectory sample(QueueMeanField field, QueueTails initial, double... times) {
        return sample(new SingleRegime(field), initial, times);
    }

    /**
     * The solution at given times only, which needs no memory for the rest.
     *
     * @param field a mean field with a switching drift
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the solution at those times
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public SampledTrajectory sample(SwitchingMeanField field, QueueTails initial, double... times) {
        SamplingRecorder recorder = new SamplingRecorder(times, field);
        TrajectoryRun run = new TrajectoryRun(this, field, initial, times[times.length - 1], recorder);
        run.toEnd();
        return new SampledTrajectory(recorder.points(), run.lostJobs(), run.switches());
    }
}
