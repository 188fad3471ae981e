package org.fetchlab.sim;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** The times of a hand-computed case: a list, and then times that are out of the way. */
public final class ScriptedTimes implements ContinuousSampler {
    /** A time that no hand-computed case reaches. */
    public static final double NEVER = 1e6;

    private final double[] times;
    private int next;

    /**
     * A script.
     *
     * @param times the first times
     */
    public ScriptedTimes(double... times) {
        this.times = times.clone();
    }

    @Override
    public double sample() {
        return next < times.length ? times[next++] : NEVER;
    }
}
