package org.fetchlab.sim.recursion;

/** The k-th smallest of a few numbers, in place. */
public final class Selection {
    private static final int MOST_INSERTIONS = 24;

    private Selection() {}

    /**
     * Selects.
     *
     * @param values numbers without NaN; reordered by the call
     * @param rank k, in [1, values.length]
     * @return the k-th smallest
     */
    public static double smallest(double[] values, int rank) {
        int low = 0;
        int high = values.length - 1;
        int target = rank - 1;
        while (high - low >= MOST_INSERTIONS) {
            double pivot = median(values[low], values[(low + high) >>> 1], values[high]);
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
        insertionSort(values, low, high);
        return values[target];
    }

    private static void insertionSort(double[] values, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            double value = values[i];
            int hole = i;
            while (hole > low && values[hole - 1] > value) {
                values[hole] = values[hole - 1];
                hole--;
            }
            values[hole] = value;
        }
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static void swap(double[] values, int i, int j) {
        double value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}
