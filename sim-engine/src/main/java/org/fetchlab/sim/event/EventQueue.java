package org.fetchlab.sim.event;

import java.util.Arrays;

/**
 * The pending events of a simulation, in the order of (time, priority, scheduling order). A binary heap on primitive arrays
 * with positions, so that any event can be withdrawn. Scheduling, withdrawing and taking an event cost O(log size); nothing
 * is allocated unless the number of pending events exceeds all earlier ones. Not thread-safe.
 */
final class EventQueue {
    /** No event. */
    static final int NONE = -1;

    private double[] times = new double[64];
    private int[] priorities = new int[64];
    private long[] sequences = new long[64];
    private int[] payloads = new int[64];
    private int[] heapPositions = new int[64];
    private int[] heap = new int[64];
    private int[] unused = new int[64];
    private int size;
    private int known;
    private int unusedCount;
    private long scheduled;

    /**
     * Schedules an event.
     *
     * @param time when, not NaN
     * @param priority among events of the same time, small first
     * @param payload what, for the caller
     * @return the event's handle, valid until it is taken or withdrawn
     */
    int schedule(double time, int priority, int payload) {
        int event = unusedCount > 0 ? unused[--unusedCount] : fresh();
        times[event] = time;
        priorities[event] = priority;
        sequences[event] = scheduled++;
        payloads[event] = payload;
        siftUp(size++, event);
        return event;
    }

    private int fresh() {
        if (known == times.length) {
            int capacity = 2 * known;
            times = Arrays.copyOf(times, capacity);
            priorities = Arrays.copyOf(priorities, capacity);
            sequences = Arrays.copyOf(sequences, capacity);
            payloads = Arrays.copyOf(payloads, capacity);
            heapPositions = Arrays.copyOf(heapPositions, capacity);
            heap = Arrays.copyOf(heap, capacity);
            unused = Arrays.copyOf(unused, capacity);
        }
        return known++;
    }

    /** Withdraws a pending event. */
    void withdraw(int event) {
        int position = heapPositions[event];
        int last = heap[--size];
        unused[unusedCount++] = event;
        if (last == event) {
            return;
        }
        if (position > 0 && isBefore(last, heap[(position - 1) >>> 1])) {
            siftUp(position, last);
        } else {
            siftDown(position, last);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The first event; the queue must not be empty. */
    int first() {
        return heap[0];
    }

    /** When a pending event, or the event withdrawn last, happens. */
    double time(int event) {
        return times[event];
    }

    int payload(int event) {
        return payloads[event];
    }

    private boolean isBefore(int one, int other) {
        if (times[one] != times[other]) {
            return times[one] < times[other];
        }
        return priorities[one] != priorities[other]
                ? priorities[one] < priorities[other]
                : sequences[one] < sequences[other];
    }

    private void siftUp(int from, int event) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) >>> 1;
            if (!isBefore(event, heap[parent])) {
                break;
            }
            place(position, heap[parent]);
            position = parent;
        }
        place(position, event);
    }

    private void siftDown(int from, int event) {
        int position = from;
        while (2 * position + 1 < size) {
            int child = 2 * position + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], event)) {
                break;
            }
            place(position, heap[child]);
            position = child;
        }
        place(position, event);
    }

    private void place(int position, int event) {
        heap[position] = event;
        heapPositions[event] = position;
    }
}
