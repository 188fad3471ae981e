package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Service times from a list: the script of a hand-computed case. */
final class ScriptedTimes implements ContinuousSampler {
    private final double[] times;
    private int next;

    ScriptedTimes(double... times) {
        this.times = times;
    }

    @Override
    public double sample() {
        return times[next++];
    }
}
