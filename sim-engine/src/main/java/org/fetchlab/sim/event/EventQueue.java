package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * The pending events of a simulation, in the order of (time, priority, scheduling order). Whoever schedules events adds them
 * first, once; an event is pending at most once at a time, and can be withdrawn. Only adding events allocates. Not thread-safe.
 *
 * <p>A tournament: events are the leaves of a binary tree on arrays, and every node holds the earlier of the winners below it,
 * and its time. A change is played from its leaf upwards until it no longer matters: to the top for the first event, over two
 * rounds on average for another. Matches are decided without a branch, unless times are equal. An event that is withdrawn keeps
 * its place until another change: it is often scheduled again at once, and both cost one way up.
 */
final class EventQueue {
    private static final int NONE = -1;
    private static final int FIRST_CAPACITY = 64;
    /** The time of an event that is not pending: later than all times. */
    private static final long NEVER = Long.MAX_VALUE;

    /** A power of two. */
    private int capacity = FIRST_CAPACITY;

    private int rounds = Integer.numberOfTrailingZeros(capacity);
    private int size;
    /** By event. */
    private int[] priorities = new int[capacity];
    /** By event. */
    private int[] payloads = new int[capacity];
    /** By event: how many were scheduled before. */
    private long[] orders = new long[capacity];
    /** By node: which event wins. Node i has the children 2i and 2i+1; the root is node 1, the leaf of event e is capacity + e. */
    private int[] winners = leaves(capacity);
    /** By node: the bits of the winner's time, which are in the order of the times. */
    private long[] times = never(2 * capacity);

    private long scheduled;
    private int pending;
    /** An event that was withdrawn and still plays, or {@link #NONE}. */
    private int leaving = NONE;

    /** A queue without events. */
    EventQueue() {}

    private static int[] leaves(int capacity) {
        int[] winners = new int[2 * capacity];
        for (int event = 0; event < capacity; event++) {
            winners[capacity + event] = event;
        }
        return winners;
    }

    private static long[] never(int count) {
        long[] times = new long[count];
        Arrays.fill(times, NEVER);
        return times;
    }

    /**
     * Adds an event, which is not pending.
     *
     * @param priority among events of the same time, small first
     * @param payload what it is, for the caller
     * @return its number: 0, 1, …
     */
    int add(int priority, int payload) {
        if (size == capacity) {
            grow();
        }
        priorities[size] = priority;
        payloads[size] = payload;
        return size++;
    }

    private void grow() {
        long[] leaves = Arrays.copyOfRange(times, capacity, 2 * capacity);
        capacity *= 2;
        rounds++;
        priorities = Arrays.copyOf(priorities, capacity);
        payloads = Arrays.copyOf(payloads, capacity);
        orders = Arrays.copyOf(orders, capacity);
        winners = leaves(capacity);
        times = never(2 * capacity);
        System.arraycopy(leaves, 0, times, capacity, leaves.length);
        for (int event = 0; event < leaves.length; event++) {
            play(event);
        }
    }

    /**
     * Schedules an event that is not pending.
     *
     * @param event its number
     * @param time when, at least 0
     */
    void schedule(int event, double time) {
        if (event == leaving) {
            leaving = NONE;
        }
        times[capacity + event] = Double.doubleToRawLongBits(time);
        orders[event] = scheduled++;
        pending++;
        play(event);
    }

    /** Withdraws a pending event. */
    void withdraw(int event) {
        pending--;
        if (leaving == NONE) {
            leaving = event;
        } else {
            leave(event);
        }
    }

    private void leave(int event) {
        times[capacity + event] = NEVER;
        play(event);
    }

    boolean isEmpty() {
        return pending == 0;
    }

    boolean isPending(int event) {
        return event != leaving && times[capacity + event] != NEVER;
    }

    /** The first event; the queue must not be empty. */
    int first() {
        if (leaving != NONE) {
            leave(leaving);
            leaving = NONE;
        }
        return winners[1];
    }

    /** When a pending event happens. */
    double time(int event) {
        return Double.longBitsToDouble(times[capacity + event]);
    }

    int payload(int event) {
        return payloads[event];
    }

    /** Plays the matches on the way up from an event, as long as it wins, or won before. */
    private void play(int event) {
        int[] tree = winners;
        long[] keys = times;
        int node = capacity + event;
        int winner = event;
        long time = keys[node];
        for (int round = 0; round < rounds; round++) {
            int rival = tree[node ^ 1];
            long rivalTime = keys[node ^ 1];
            long difference = time - rivalTime;
            if (difference == 0 && time != NEVER) {
                winner = isAhead(winner, rival) ? winner : rival;
            } else {
                long isEarlier = difference >> (Long.SIZE - 1);
                time = rivalTime + (difference & isEarlier);
                winner = rival ^ ((rival ^ winner) & (int) isEarlier);
            }
            node >>>= 1;
            // Zero if the event wins or won before: one branch, which is often mispredicted, instead of two.
            int wins = Math.min(winner ^ event, tree[node] ^ event);
            tree[node] = winner;
            keys[node] = time;
            if (wins != 0) {
                return;
            }
        }
    }

    /** Which of two events of the same time is first. */
    private boolean isAhead(int one, int other) {
        return priorities[one] == priorities[other] ? orders[one] < orders[other] : priorities[one] < priorities[other];
    }
}
