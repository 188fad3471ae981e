package org.fetchlab.sim.recursion;

import org.fetchlab.sim.observe.TimeKey;

/** The k-th smallest of a few times, by their {@link TimeKey keys}, in place. */
public final class Selection {
    private static final int FEW = 24;

    private Selection() {}

    /**
     * Selects.
     *
     * @param values keys of times; reordered by the call
     * @param rank k, in [1, values.length]
     * @return the k-th smallest
     */
    public static long smallest(long[] values, int rank) {
        return smallest(values, values.length, rank);
    }

    /**
     * Selects among the first of some values.
     *
     * @param values keys of times; the first of them are reordered by the call
     * @param count how many there are, in [1, values.length]
     * @param rank k, in [1, count]
     * @return the k-th smallest
     */
    public static long smallest(long[] values, int count, int rank) {
        int low = 0;
        int high = count - 1;
        int target = rank - 1;
        while (high - low >= FEW) {
            long pivot = median(values[low], values[(low + high) >>> 1], values[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    swap(values, i++, j--);
                }
            }
            if (target <= j) {
                high = j;
            } else if (target >= i) {
                low = i;
            } else {
                return values[target];
            }
        }
        return 2 * target > low + high
                ? fromTheLatest(values, low, high, target)
                : fromTheEarliest(values, low, high, target);
    }

    /** Moves the latest time of those left to their end, again and again: no branch depends on the times. */
    private static long fromTheLatest(long[] values, int low, int high, int target) {
        for (int end = high; end >= target; end--) {
            long latest = values[low];
            for (int i = low + 1; i <= end; i++) {
                long value = values[i];
                values[i - 1] = TimeKey.earlier(latest, value);
                latest = TimeKey.later(latest, value);
            }
            values[end] = latest;
        }
        return values[target];
    }

    /** The mirror image. */
    private static long fromTheEarliest(long[] values, int low, int high, int target) {
        for (int start = low; start <= target; start++) {
            long earliest = values[high];
            for (int i = high - 1; i >= start; i--) {
                long value = values[i];
                values[i + 1] = TimeKey.later(earliest, value);
                earliest = TimeKey.earlier(earliest, value);
            }
            values[start] = earliest;
        }
        return values[target];
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static void swap(long[] values, int i, int j) {
        long value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}
