package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.LevelTruncation;

/** Keeps every step of a solution. */
final class DenseRecorder implements TrajectoryRecorder {
    private final List<Piece> pieces = new ArrayList<>();

    List<Piece> pieces() {
        return pieces;
    }

    @Override
    public void begin(LevelTruncation field, double[] state) {
        // the first step knows where it starts
    }

    @Override
    public void step(LevelTruncation field, StepInterpolator step) {
        pieces.add(new Piece(field, step.getCurrentTime(), step.copy()));
    }

    @Override
    public void end(LevelTruncation field, double[] state) {
        // the last step knows where it ends
    }

    /**
     * One step of a solution.
     *
     * @param field the mean field with the truncation of that step
     * @param end when the step ends
     * @param interpolator the dense output; copied before each use, since it is mutable
     */
    record Piece(LevelTruncation field, double end, StepInterpolator interpolator) {
        TailPoint at(double time) {
            StepInterpolator own = interpolator.copy();
            own.setInterpolatedTime(time);
            return TailPoint.of(time, field, own.getInterpolatedState());
        }
    }
}
