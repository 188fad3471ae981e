package org.fetchlab.model.result;

import java.util.Arrays;

/**
 * The distribution of queue lengths over servers, as tails: {@code s_j} is the fraction of servers with at least
 * {@code j} jobs, the one in service included.
 */
public final class QueueTails {
    private static final double ROUNDING = 1e-9;

    private final double[] tails;

    private QueueTails(double[] tails) {
        this.tails = tails;
    }

    /**
     * Tails from their values.
     *
     * @param tails s_0, s_1, …; {@code tails[0]} must be 1, and the values must not increase and lie in [0, 1], up to
     *     1e-9 of rounding
     * @return the tails
     * @throws IllegalArgumentException if the values are not tails
     */
    public static QueueTails of(double... tails) {
        if (tails.length == 0 || !(Math.abs(tails[0] - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("queue tails must start with s_0 = 1");
        }
        for (int j = 1; j < tails.length; j++) {
            if (!(tails[j] >= -ROUNDING && tails[j] <= tails[j - 1] + ROUNDING)) {
                throw new IllegalArgumentException(
                        "queue tail s_" + j + " = " + tails[j] + " must lie between 0 and s_" + (j - 1));
            }
        }
        return new QueueTails(tails.clone());
    }

    /**
     * One tail.
     *
     * @param level j, at least 0
     * @return s_j, the fraction of servers with at least j jobs; 0 beyond the stored levels
     */
    public double tail(int level) {
        return level < tails.length ? tails[level] : 0;
    }

    /**
     * The number of stored levels.
     *
     * @return one more than the largest level that is stored
     */
    public int levels() {
        return tails.length;
    }

    /**
     * The mean queue length per server.
     *
     * @return {@code s_1 + s_2 + …}
     */
    public double meanQueue() {
        double sum = 0;
        for (int j = tails.length - 1; j >= 1; j--) {
            sum += tails[j];
        }
        return sum;
    }

    /**
     * A copy of the values.
     *
     * @return s_0, s_1, …
     */
    public double[] toArray() {
        return tails.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueTails that && Arrays.equals(tails, that.tails);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(tails);
    }

    @Override
    public String toString() {
        return "QueueTails" + Arrays.toString(tails);
    }
}
