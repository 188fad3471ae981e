package org.fetchlab.sim.event;

import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/** A request in the system. An instance is used by one request after the other for the same thing. */
final class Request {
    final RequestShape shape;
    /** One per useful server, in increasing order. */
    final Copy[] copies;
    /** The positions of its copies in the order in which they are sent; not to be written to. */
    int[] sendingOrder = new int[0];

    /** Memory for an order that only this request has. */
    final int[] ownOrder;

    private final Recovery.Decoder finished;
    /** Only when copies are cancelled on start. */
    private final Recovery.@Nullable Decoder started;

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
    /** The pending event that sends further copies, or {@link EventPath#NONE}. */
    int hedge = EventPath.NONE;
    /** While no request uses this instance, the next such instance. */
    @Nullable
    Request nextUnused;

    /**
     * An instance that no request uses.
     *
     * @param shape what its requests ask for
     * @param areStartsCounted whether {@link #addStarted} will be asked
     */
    Request(RequestShape shape, boolean areStartsCounted) {
        this.shape = shape;
        copies = new Copy[shape.servers.length];
        for (int position = 0; position < copies.length; position++) {
            copies[position] = new Copy(this, shape.servers[position], position);
        }
        ownOrder = new int[copies.length];
        finished = shape.recovery.decoder();
        started = areStartsCounted ? shape.recovery.decoder() : null;
    }

    /** A new request. */
    void open(long newIndex, double now) {
        index = newIndex;
        arrival = now;
        completion = Double.POSITIVE_INFINITY;
        sent = 0;
        outstanding = 0;
        isComplete = false;
        isStarted = false;
        isPurging = false;
        finished.reset();
        if (started != null) {
            started.reset();
        }
    }

    /** Requests start in the order of their arrivals, the copies of one in the order in which they are sent. */
    static boolean startsBefore(Copy one, Copy other) {
        Request request = one.request;
        return request == other.request ? request.rank(one) < request.rank(other) : request.index < other.request.index;
    }

    private int rank(Copy copy) {
        int rank = 0;
        while (sendingOrder[rank] != copy.position) {
            rank++;
        }
        return rank;
    }

    /** Adds a finished copy; returns whether the finished copies recover. */
    boolean addFinished(Copy copy) {
        return finished.add(copy.server.index);
    }

    /** Adds a copy in service; returns whether the copies that ever started recover. */
    boolean addStarted(Copy copy) {
        return started != null && started.add(copy.server.index);
    }
}
