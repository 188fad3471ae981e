package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.LevelTruncation;

/** Keeps the queue lengths at given times. */
final class SamplingRecorder implements TrajectoryRecorder {
    private final GridSampler sampler;
    private final List<TailPoint> points = new ArrayList<>();
    private LevelTruncation current;

    SamplingRecorder(double[] times, LevelTruncation field) {
        this.current = field;
        this.sampler = new GridSampler(times, (time, state) -> points.add(TailPoint.of(time, current, state)));
    }

    List<TailPoint> points() {
        return points;
    }

    @Override
    public void begin(LevelTruncation field, double[] state) {
        current = field;
        sampler.begin(state);
    }

    @Override
    public void step(LevelTruncation field, StepInterpolator step) {
        current = field;
        sampler.step(step);
    }

    @Override
    public void end(LevelTruncation field, double[] state) {
        current = field;
        sampler.end(state);
    }
}
