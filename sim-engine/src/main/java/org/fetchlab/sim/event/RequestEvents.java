package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events of one kind that happen to requests. A request has one only while it is pending: the fewer events a queue has, the
 * shorter is the way up. Not thread-safe; allocates only when more are pending than ever before.
 */
final class RequestEvents {
    private final EventQueue events;
    private final int kind;
    /** By the number of an event in the queue: to whom it happens. */
    private @Nullable Request[] requests = new Request[0];
    /** Events of this kind that are not pending. */
    private int[] idle = new int[0];

    private int idleCount;

    /**
     * None yet.
     *
     * @param events the queue
     * @param kind their kind
     */
    RequestEvents(EventQueue events, int kind) {
        this.events = events;
        this.kind = kind;
    }

    /** Schedules an event; returns its number in the queue. */
    int schedule(Request request, double time) {
        int event = idleCount > 0 ? idle[--idleCount] : add();
        requests[event] = request;
        events.schedule(event, time);
        return event;
    }

    private int add() {
        int event = events.add(kind, EventPath.payload(kind, 0));
        if (event >= requests.length) {
            requests = Arrays.copyOf(requests, 2 * (event + 1));
            idle = Arrays.copyOf(idle, 2 * (event + 1));
        }
        return event;
    }

    /** Withdraws a pending event. */
    void withdraw(int event) {
        events.withdraw(event);
        idle[idleCount++] = event;
    }

    /** An event has just been taken from the queue; returns to whom it happens. */
    Request happen(int event) {
        idle[idleCount++] = event;
        return Objects.requireNonNull(requests[event]);
    }
}
