package org.fetchlab.sim.event;

import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/** A request in the system. The instance of a row of {@link Copies} is used by one request after the other. */
final class Request {
    final int row;
    /** The copy at position 0. */
    final int firstCopy;
    /** The positions of its copies in the order in which they are sent. */
    final int[] sendingOrder;

    RequestShape shape;
    long index;
    double arrival;
    /** When it completed; positive infinity until then. */
    double completion;
    /** How many copies are sent in all, unless the request completes before. */
    int planned;
    /** How many of them have been sent. */
    int sent;
    /** How many copies are in the lines of servers. */
    int outstanding;
    /** Whether the finished copies recover what was asked for. */
    boolean isComplete;
    /** Whether the started copies are enough, when copies are cancelled on start. */
    boolean isStarted;
    /** Whether a cancellation is on its way. */
    boolean isPurging;
    /** The pending event that sends further copies, or {@link EventQueue#NONE}. */
    int hedge = EventQueue.NONE;

    /** The decoders of finished copies, and of copies that ever started. */
    private Recovery.@Nullable Decoder finished;

    private Recovery.@Nullable Decoder started;

    /**
     * The place of requests in one row.
     *
     * @param row the row
     * @param copies the pool of copies
     * @param shape any shape
     */
    Request(int row, Copies copies, RequestShape shape) {
        this.row = row;
        this.shape = shape;
        firstCopy = copies.first(row);
        sendingOrder = new int[copies.first(1)];
    }

    /** A new request. */
    void open(RequestShape newShape, long newIndex, double now, boolean areStartsCounted) {
        shape = newShape;
        index = newIndex;
        arrival = now;
        completion = Double.POSITIVE_INFINITY;
        sent = 0;
        outstanding = 0;
        isComplete = false;
        isStarted = false;
        isPurging = false;
        finished = shape.takeDecoder();
        if (areStartsCounted) {
            started = shape.takeDecoder();
        }
    }

    /** The request leaves the system. */
    void close() {
        if (finished != null) {
            shape.returnDecoder(finished);
            finished = null;
        }
        if (started != null) {
            shape.returnDecoder(started);
            started = null;
        }
    }

    /** Requests start in the order of their arrivals, the copies of one in the order in which they are sent. */
    boolean startsBefore(int position, Request other, int otherPosition) {
        return this == other ? rank(position) < rank(otherPosition) : index < other.index;
    }

    private int rank(int position) {
        int rank = 0;
        while (sendingOrder[rank] != position) {
            rank++;
        }
        return rank;
    }

    /** Adds a finished copy; returns whether the finished copies recover. */
    boolean addFinished(int server) {
        return finished != null && finished.add(server);
    }

    /** Adds a copy in service; returns whether the copies that ever started recover. */
    boolean addStarted(int server) {
        return started != null && started.add(server);
    }
}
