package org.fetchlab.fluid.trajectory;

import java.util.Arrays;
import java.util.Locale;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * Fixed points that have a closed form: the limit, as n and then t grow, of the queue lengths of a stable system.
 *
 * <p>All are exact up to rounding. Tails below {@link #SMALLEST} times the first are left out.
 */
public final class FixedPoints {
    /** The share of the first tail below which no further level is computed. */
    public static final double SMALLEST = 1e-18;

    private static final int MOST_LEVELS = 5_000_000;
    /** A net flow to the longest queues, in units of the arrivals, that cannot be told from zero. */
    private static final double ROUNDING = 1e-13;

    private FixedPoints() {}

    /**
     * Batch sampling: {@code s_{j+1} = (λ/k) A(s_j)}, by summing the drift over the levels above j. For power-of-d it is
     * {@code s_j = λ^((d^j − 1)/(d − 1))} (Vvedenskaya, Dobrushin and Karpelevich 1996).
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time, positive
     * @return the fixed point; none if λ >= 1
     */
    public static Outcome<QueueTails> batchSampling(BatchChoice choice, double arrivalRate) {
        String method = "recursion over levels";
        if (!(arrivalRate < 1)) {
            return overloaded(method, arrivalRate);
        }
        LevelList tails = new LevelList();
        for (double s = 1; s > SMALLEST * arrivalRate; s = arrivalRate / choice.joined() * choice.meanAbove(s)) {
            tails.add(s);
            if (tails.isFull()) {
                return tooManyLevels(method, arrivalRate);
            }
        }
        return new Outcome.Known<>(tails.toQueueTails(), method);
    }

    /**
     * Join the shortest queue, and join an idle queue: almost no server has more than one job.
     *
     * @param arrivalRate λ, jobs per server and unit time, positive
     * @return {@code s_1 = λ}, {@code s_2 = 0}; none if λ >= 1
     */
    public static Outcome<QueueTails> idleServerFound(double arrivalRate) {
        String method = "every job finds an idle server";
        return arrivalRate < 1
                ? new Outcome.Known<>(QueueTails.of(1, arrivalRate), method)
                : overloaded(method, arrivalRate);
    }

    /**
     * Centralization: {@code s_i = max(0, (λ s_{i−1} − p)/(1−p))} (Tsitsiklis and Xu 2011, Theorem 2).
     *
     * @param arrivalRate λ, jobs per station and unit time, positive
     * @param share p, the centralized share of the capacity, in (0, 1]
     * @return the fixed point, which has finitely many levels; none if λ >= 1
     */
    public static Outcome<QueueTails> centralization(double arrivalRate, double share) {
        String method = "recursion over levels";
        if (!(arrivalRate < 1)) {
            return overloaded(method, arrivalRate);
        }
        LevelList tails = new LevelList();
        tails.add(1);
        for (double s = 1; arrivalRate * s - share > ROUNDING * arrivalRate; ) {
            s = (arrivalRate * s - share) / (1 - share);
            tails.add(s);
            if (tails.isFull()) {
                return tooManyLevels(method, arrivalRate);
            }
        }
        return new Outcome.Known<>(tails.toQueueTails(), method);
    }

    /**
     * The answer for a load at which queues grow without limit.
     *
     * @param <T> the type of the answer that does not exist
     * @param method the method that was asked
     * @param arrivalRate λ, at least 1
     * @return a void outcome
     */
    public static <T> Outcome<T> overloaded(String method, double arrivalRate) {
        return new Outcome.None<>(
                method,
                String.format(
                        Locale.ROOT, "no fixed point: load %s per server is not below the capacity 1", arrivalRate));
    }

    private static Outcome<QueueTails> tooManyLevels(String method, double arrivalRate) {
        return new Outcome.None<>(
                method, "more than " + MOST_LEVELS + " queue lengths are in use at load " + arrivalRate);
    }

    /** Tails under construction. */
    private static final class LevelList {
        private double[] values = new double[64];
        private int count;

        void add(double tail) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = tail;
        }

        boolean isFull() {
            return count > MOST_LEVELS;
        }

        QueueTails toQueueTails() {
            return QueueTails.of(Arrays.copyOf(values, count));
        }
    }
}
