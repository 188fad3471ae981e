package org.fetchlab.sim;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The choices of a hand-computed case. A draw from a range is the next of the script, and the greatest number of the range once
 * the script has ended, which leaves a shuffled list as it is. Keys of ties increase, so that ties go to the servers in order.
 */
public final class ScriptedChance implements UniformRandomProvider {
    private final int[] draws;
    private int next;
    private int key;

    /**
     * A script.
     *
     * @param draws the first draws from ranges
     */
    public ScriptedChance(int... draws) {
        this.draws = draws.clone();
    }

    @Override
    public int nextInt(int range) {
        return next < draws.length ? draws[next++] : range - 1;
    }

    @Override
    public int nextInt() {
        return key++;
    }

    /** No hand-computed case may rest on random bits. */
    @Override
    public long nextLong() {
        throw new IllegalStateException("a script has no random bits");
    }
}
