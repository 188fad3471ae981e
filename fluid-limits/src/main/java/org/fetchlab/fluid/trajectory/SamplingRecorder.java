package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.LevelTruncation;

/** Keeps the solution at given times. */
final class SamplingRecorder implements TrajectoryRecorder {
    private final double[] times;
    private final List<TailPoint> points = new ArrayList<>();

    SamplingRecorder(double[] times) {
        this.times = SampleTimes.checked(times);
    }

    List<TailPoint> points() {
        return List.copyOf(points);
    }

    @Override
    public void begin(LevelTruncation field, double[] state) {
        if (times[0] == 0) {
            points.add(TailPoint.of(0, field, state));
        }
    }

    @Override
    public void step(LevelTruncation field, StepInterpolator step) {
        while (points.size() < times.length && times[points.size()] <= step.getCurrentTime()) {
            double time = times[points.size()];
            step.setInterpolatedTime(time);
            points.add(TailPoint.of(time, field, step.getInterpolatedState()));
        }
    }

    @Override
    public void end(LevelTruncation field, double[] state) {
        if (points.size() < times.length) {
            points.add(TailPoint.of(times[points.size()], field, state));
        }
    }
}
