package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * Indices 0, 1, … into arrays of the owner, claimed and released; the one released last is claimed first. Not thread-safe;
 * allocates only when more indices are in use than ever before.
 */
final class IndexPool {
    private int[] released;
    private int releasedCount;
    private int known;

    /**
     * No index in use.
     *
     * @param capacity how many indices there are before the pool grows, at least 1
     */
    IndexPool(int capacity) {
        released = new int[capacity];
    }

    /** An index that is not in use, below {@link #capacity()}, which doubles when all were in use. */
    int claim() {
        if (releasedCount > 0) {
            return released[--releasedCount];
        }
        if (known == released.length) {
            released = Arrays.copyOf(released, 2 * known);
        }
        return known++;
    }

    /** Ends the use of an index. */
    void release(int index) {
        released[releasedCount++] = index;
    }

    /** A bound on the indices: how long the owner's arrays have to be. */
    int capacity() {
        return released.length;
    }
}
