package org.fetchlab.sim.recursion;

/**
 * The order of a few times, as positions; equal times are ordered by a key. Insertion sort up to a few dozen, heap sort
 * beyond. Not thread-safe.
 */
final class TimeOrder {
    private static final int MOST_INSERTIONS = 48;

    private final int[] positions;
    private final int[] keys;

    /** An order of {@code size} times in which equal times keep the order of their positions, until keys are set. */
    TimeOrder(int size) {
        positions = new int[size];
        keys = new int[size];
    }

    /** Sets the key that breaks ties at a position. */
    void setKey(int position, int key) {
        keys[position] = key;
    }

    /** The position of the time of a rank, from 0, in the order of the last {@link #sort}. */
    int position(int rank) {
        return positions[rank];
    }

    /** Sorts the times of all positions. */
    void sort(long[] times) {
        if (positions.length <= MOST_INSERTIONS) {
            insertionSort(times);
        } else {
            heapSort(times);
        }
    }

    private boolean after(long[] times, int one, int other) {
        return times[one] > times[other] || (times[one] == times[other] && isKeyAfter(one, other));
    }

    private boolean isKeyAfter(int one, int other) {
        return keys[one] == keys[other] ? one > other : keys[one] > keys[other];
    }

    private void insertionSort(long[] times) {
        for (int i = 0; i < positions.length; i++) {
            int hole = i;
            while (hole > 0 && after(times, positions[hole - 1], i)) {
                positions[hole] = positions[hole - 1];
                hole--;
            }
            positions[hole] = i;
        }
    }

    private void heapSort(long[] times) {
        int size = positions.length;
        for (int i = 0; i < size; i++) {
            positions[i] = i;
        }
        for (int root = size / 2 - 1; root >= 0; root--) {
            siftDown(times, root, size);
        }
        for (int end = size - 1; end > 0; end--) {
            swap(0, end);
            siftDown(times, 0, end);
        }
    }

    private void siftDown(long[] times, int from, int size) {
        int root = from;
        while (2 * root + 1 < size) {
            int child = 2 * root + 1;
            if (child + 1 < size && after(times, positions[child + 1], positions[child])) {
                child++;
            }
            if (!after(times, positions[child], positions[root])) {
                return;
            }
            swap(root, child);
            root = child;
        }
    }

    private void swap(int i, int j) {
        int position = positions[i];
        positions[i] = positions[j];
        positions[j] = position;
    }
}
