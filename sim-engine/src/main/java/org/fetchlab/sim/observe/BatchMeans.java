package org.fetchlab.sim.observe;

import java.util.Arrays;

/**
 * Means of consecutive batches of a stream, in bounded memory.
 *
 * <p>Batches start small; when as many as fit are full, neighbours are merged in pairs and the batch size doubles. So the
 * number of batches stays in [capacity/2, capacity), and their size, proportional to the length of the stream, outgrows
 * any fixed correlation time: the batch means become uncorrelated, whatever the system (Fishman and Yarberry, INFORMS J.
 * Computing 9, 1997). An incomplete last batch is not part of the means. Not thread-safe.
 */
public final class BatchMeans {
    private final double[] means;
    private long batchSize;
    private int batches;
    private long inBatch;
    private double sum;

    /**
     * An empty sequence of batches.
     *
     * @param capacity the largest number of batches kept, even and at least 2
     * @param batchSize the size of the first batches, at least 1
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public BatchMeans(int capacity, long batchSize) {
        if (capacity < 2 || capacity % 2 != 0) {
            throw new IllegalArgumentException("capacity " + capacity + " must be even and at least 2");
        }
        if (batchSize < 1) {
            throw new IllegalArgumentException("batch size " + batchSize + " must be at least 1");
        }
        this.means = new double[capacity];
        this.batchSize = batchSize;
    }

    /**
     * Adds one number.
     *
     * @param value any finite number
     */
    public void add(double value) {
        sum += value;
        if (++inBatch == batchSize) {
            closeBatch();
        }
    }

    private void closeBatch() {
        means[batches++] = sum / batchSize;
        sum = 0;
        inBatch = 0;
        if (batches == means.length) {
            mergePairs();
        }
    }

    private void mergePairs() {
        batches /= 2;
        for (int b = 0; b < batches; b++) {
            means[b] = (means[2 * b] + means[2 * b + 1]) / 2;
        }
        batchSize *= 2;
    }

    /**
     * How many numbers were added.
     *
     * @return the count, those of the incomplete last batch included
     */
    public long count() {
        return batches * batchSize + inBatch;
    }

    /**
     * The mean of all numbers added, those of the incomplete last batch included.
     *
     * @return the mean
     * @throws IllegalStateException if none was added
     */
    public double mean() {
        if (count() == 0) {
            throw new IllegalStateException("batches without a number have no mean");
        }
        double total = sum;
        for (int b = 0; b < batches; b++) {
            total += means[b] * batchSize;
        }
        return total / count();
    }

    /**
     * The means of the complete batches in order.
     *
     * @return a fresh array
     */
    public double[] means() {
        return Arrays.copyOf(means, batches);
    }

    /**
     * How many numbers a complete batch holds.
     *
     * @return the present batch size
     */
    public long batchSize() {
        return batchSize;
    }
}
