package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * All copies of all requests in the system, as a pool of rows: row r holds the copies of one request by position, and copy
 * {@code first(r) + position} is known by that number. A copy belongs to at most one server's line, which is linked through
 * this pool. Not thread-safe; allocates only when more requests are in the system than ever before.
 */
final class Copies {
    /** The copy is not sent, or its server is rid of it. */
    static final byte ABSENT = 0;
    /** The copy is in the line of its server, and has had no service. */
    static final byte WAITING = 1;
    /** The copy is in service. */
    static final byte STARTED = 2;

    private static final int FIRST_ROWS = 16;

    private final IndexPool pool = new IndexPool(FIRST_ROWS);
    /** Rows have a power of two of places, so that a copy's row and position are read off its bits. */
    private final int shift;

    byte[] states = new byte[0];
    /** Service time at full speed of the copy's server. */
    double[] requirements = new double[0];
    /** Virtual time at which a shared server is done with the copy. */
    double[] tags = new double[0];

    int[] next = new int[0];
    int[] previous = new int[0];

    /**
     * No copies.
     *
     * @param width the most copies of a request, at least 1
     */
    Copies(int width) {
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(width - 1);
        grow();
    }

    /** An unused row, all of whose copies are absent. */
    int claim() {
        int row = pool.claim();
        if (first(rows()) > states.length) {
            grow();
        }
        return row;
    }

    private void grow() {
        int capacity = first(rows());
        states = Arrays.copyOf(states, capacity);
        requirements = Arrays.copyOf(requirements, capacity);
        tags = Arrays.copyOf(tags, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
    }

    /** Gives a row back whose copies are all absent. */
    void release(int row) {
        pool.release(row);
    }

    /** How many rows there are, used or not. */
    int rows() {
        return pool.capacity();
    }

    /** The copy at position 0 of a row. */
    int first(int row) {
        return row << shift;
    }

    int row(int copy) {
        return copy >>> shift;
    }

    int position(int copy) {
        return copy & ((1 << shift) - 1);
    }
}
