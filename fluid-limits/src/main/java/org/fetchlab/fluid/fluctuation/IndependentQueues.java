package org.fetchlab.fluid.fluctuation;

import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * Fluctuations of servers that do not know of each other, as under random routing at stationarity. The lengths of two queues are
 * independent for every n, and {@code s_i^n} is the mean of n indicators, so that
 *
 * <pre>  Σ_ij = s_max(i,j) − s_i s_j,   V = 0,</pre>
 *
 * without an equation to solve.
 */
public final class IndependentQueues {
    /** The longest queue for which the covariances, a matrix of that size, are computed. */
    public static final int MOST_LEVELS = 4000;

    private IndependentQueues() {}

    /**
     * Mean, covariance and 1/n term, which is 0.
     *
     * @param tails the law of each queue, levels that are not negligible
     * @return the moments; none if more than {@link #MOST_LEVELS} queue lengths are in use
     */
    public static Outcome<Moments> moments(QueueTails tails) {
        int size = Math.max(1, tails.levels() - 1);
        if (size > MOST_LEVELS) {
            return new Outcome.None<>(
                    "law of one queue",
                    "queues of " + size + " lengths are in use, and covariances are computed for at most "
                            + MOST_LEVELS);
        }
        double[] mean = new double[size];
        double[][] covariance = new double[size][size];
        for (int i = 0; i < size; i++) {
            mean[i] = tails.tail(i + 1);
            for (int j = 0; j <= i; j++) {
                covariance[i][j] = mean[i] * (1 - mean[j]);
                covariance[j][i] = covariance[i][j];
            }
        }
        return new Outcome.Known<>(Moments.smooth(mean, covariance, new double[size]), "law of one queue");
    }
}
