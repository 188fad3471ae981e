package org.fetchlab.fluid.trajectory;

import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.LevelTruncation;

/** What is kept of a solution while it is computed. */
interface TrajectoryRecorder {
    /** The state at time 0. */
    void begin(LevelTruncation field, double[] state);

    /** One accepted step. The interpolator is reused by the caller. */
    void step(LevelTruncation field, StepInterpolator step);

    /** The state at the horizon. */
    void end(LevelTruncation field, double[] state);
}
