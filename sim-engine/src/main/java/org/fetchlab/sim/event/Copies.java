package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * All copies of all requests in the system, as a pool of rows: row r holds the copies of one request by position, and copy c
 * = r · width + position is known by that number. A copy belongs to at most one server's line, which is linked through this
 * pool. Not thread-safe; allocates only when more requests are in the system than ever before.
 */
final class Copies {
    /** The copy is not sent, or its server is rid of it. */
    static final byte ABSENT = 0;
    /** The copy is in the line of its server, and has had no service. */
    static final byte WAITING = 1;
    /** The copy is in service. */
    static final byte STARTED = 2;

    private static final int FIRST_ROWS = 16;

    final int width;
    byte[] states;
    /** Service time at full speed of the copy's server. */
    double[] requirements;
    /** Virtual time at which a shared server is done with the copy. */
    double[] tags;

    int[] next;
    int[] previous;
    private int[] unusedRows;
    private int unusedCount;
    private int rows;

    Copies(int width) {
        this.width = width;
        states = new byte[FIRST_ROWS * width];
        requirements = new double[FIRST_ROWS * width];
        tags = new double[FIRST_ROWS * width];
        next = new int[FIRST_ROWS * width];
        previous = new int[FIRST_ROWS * width];
        unusedRows = new int[FIRST_ROWS];
    }

    /** An unused row, all of whose copies are absent. */
    int claim() {
        if (unusedCount > 0) {
            return unusedRows[--unusedCount];
        }
        if (rows == unusedRows.length) {
            grow();
        }
        return rows++;
    }

    private void grow() {
        int capacity = 2 * rows * width;
        states = Arrays.copyOf(states, capacity);
        requirements = Arrays.copyOf(requirements, capacity);
        tags = Arrays.copyOf(tags, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        unusedRows = Arrays.copyOf(unusedRows, 2 * rows);
    }

    /** Gives a row back whose copies are all absent. */
    void release(int row) {
        unusedRows[unusedCount++] = row;
    }

    /** How many rows there are, used or not. */
    int rows() {
        return unusedRows.length;
    }
}
