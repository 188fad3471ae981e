package org.fetchlab.fluid.trajectory;

import org.apache.commons.math3.ode.sampling.StepInterpolator;

/** Reads a solution at given times from the steps of an integrator, whatever their length. */
final class GridSampler {
    private final double[] times;
    private final Reading reading;
    private int next;

    GridSampler(double[] times, Reading reading) {
        this.times = SampleTimes.checked(times);
        this.reading = reading;
    }

    void begin(double[] state) {
        if (times[0] == 0) {
            read(state);
        }
    }

    void step(StepInterpolator step) {
        while (next < times.length && times[next] <= step.getCurrentTime()) {
            step.setInterpolatedTime(times[next]);
            read(step.getInterpolatedState());
        }
    }

    /** The last time, which rounding may have put behind the last step. */
    void end(double[] state) {
        if (next < times.length) {
            read(state);
        }
    }

    private void read(double[] state) {
        reading.at(times[next++], state);
    }

    /** What to do with the state at one of the times. The array is reused. */
    interface Reading {
        void at(double time, double[] state);
    }
}
