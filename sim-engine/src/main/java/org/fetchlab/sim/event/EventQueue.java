package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * The pending events of a simulation, in the order of (time, priority, scheduling order). Any event can be withdrawn.
 * Nothing is allocated unless the number of pending events exceeds all earlier ones. Not thread-safe.
 *
 * <p>A tournament: events are the leaves of a binary tree on arrays, and every node holds the earlier of the winners below it.
 * A change is played from its leaf upwards until it no longer matters: to the top for the first event, over two rounds on
 * average for another. Matches are decided without a branch, unless times are equal. The place of an event that is withdrawn is
 * kept for the next one to be scheduled, so that both cost one way up.
 */
final class EventQueue {
    /** No event. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;
    private static final int PRIORITY_SHIFT = 56;
    /** The key of a place without event: later than every time. */
    private static final long NEVER = Long.MAX_VALUE;

    private final IndexPool places = new IndexPool(FIRST_CAPACITY);
    /** The bits of the times, which are in the order of the times. */
    private long[] keys = new long[0];
    /** Priority and scheduling order, in the order in which they break ties. */
    private long[] orders = new long[0];

    private int[] payloads = new int[0];
    /** Node i has the children 2i and 2i+1; the root is node 1, the leaf of place p is node capacity + p. */
    private int[] winners = new int[0];

    private int size;
    private long scheduled;
    /** The place of a withdrawn event that still plays, or {@link #NONE}. */
    private int vacated = NONE;

    /** An empty queue. */
    EventQueue() {
        grow(FIRST_CAPACITY);
    }

    /**
     * Schedules an event.
     *
     * @param time when, at least 0
     * @param priority among events of the same time, small first; in [0, 127]
     * @param payload what, for the caller
     * @return the event's handle, valid until it is withdrawn
     */
    int schedule(double time, int priority, int payload) {
        int event = vacated == NONE ? places.claim() : vacated;
        vacated = NONE;
        if (places.capacity() > keys.length) {
            grow(places.capacity());
        }
        keys[event] = Double.doubleToRawLongBits(time);
        orders[event] = ((long) priority << PRIORITY_SHIFT) + scheduled++;
        payloads[event] = payload;
        size++;
        replay(event);
        return event;
    }

    private void grow(int capacity) {
        int before = keys.length;
        keys = Arrays.copyOf(keys, capacity);
        Arrays.fill(keys, before, capacity, NEVER);
        orders = Arrays.copyOf(orders, capacity);
        payloads = Arrays.copyOf(payloads, capacity);
        winners = new int[2 * capacity];
        for (int place = 0; place < capacity; place++) {
            winners[capacity + place] = place;
        }
        for (int node = capacity - 1; node > 0; node--) {
            winners[node] = earlier(winners[2 * node], winners[2 * node + 1]);
        }
    }

    /** Withdraws a pending event. */
    void withdraw(int event) {
        size--;
        if (vacated == NONE) {
            vacated = event;
        } else {
            vacate(event);
        }
    }

    private void vacate(int event) {
        keys[event] = NEVER;
        places.release(event);
        replay(event);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The first event; the queue must not be empty. */
    int first() {
        if (vacated != NONE) {
            vacate(vacated);
            vacated = NONE;
        }
        return winners[1];
    }

    /** When a pending event happens. */
    double time(int event) {
        return Double.longBitsToDouble(keys[event]);
    }

    int payload(int event) {
        return payloads[event];
    }

    /** Plays the matches on the way up from a place, as long as it wins, or won before. */
    private void replay(int place) {
        int[] tree = winners;
        int winner = place;
        int node = keys.length + place;
        while (node > 1) {
            winner = earlier(winner, tree[node ^ 1]);
            node >>>= 1;
            int before = tree[node];
            tree[node] = winner;
            if (winner != place && before != place) {
                return;
            }
        }
    }

    private int earlier(int one, int other) {
        long difference = keys[one] - keys[other];
        if (difference == 0 && keys[one] != NEVER) {
            return orders[one] < orders[other] ? one : other;
        }
        int isOneEarlier = (int) (difference >> (Long.SIZE - 1));
        return other ^ ((one ^ other) & isOneEarlier);
    }
}
