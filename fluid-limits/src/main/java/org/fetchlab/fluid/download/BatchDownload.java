package org.fetchlab.fluid.download;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.QueueTails;

/**
 * The download time of a file under batch sampling as n goes to infinity: the L sampled queue lengths are independent, a
 * piece joins each of the k shortest, and the file is complete when the last of them is served.
 *
 * <p>Algorithm: go up the levels and keep how many of the L samples have been seen. Given that u have, the number at level
 * j is {@code Bin(L−u, π_j/s_j)}, and {@code min(number, k−u)} of them contribute a factor each to the probability that all
 * pieces are served. The recursion carries the probability that some piece is not, in which every term is positive, so that
 * far tails keep their relative accuracy. Derived from the asymptotic independence of queues.
 */
public final class BatchDownload {
    private final int sampled;
    private final int joined;
    private final int levels;
    private final PieceTimes pieces;
    private final double[][] here;

    private BatchDownload(BatchChoice choice, QueueTails tails, PieceTimes pieces) {
        this.sampled = choice.sampled();
        this.joined = choice.joined();
        this.levels = tails.levels();
        this.pieces = pieces;
        this.here = new double[levels][];
        for (int j = 0; j < levels; j++) {
            double share = j == levels - 1 ? 1 : 1 - tails.tail(j + 1) / tails.tail(j);
            here[j] = binomials(share);
        }
    }

    /**
     * The download time with exponential service.
     *
     * @param choice k out of L
     * @param tails the stationary queue lengths, positive in every stored level
     * @return the law, for pieces that are served at rate k
     */
    public static LatencyDistribution of(BatchChoice choice, QueueTails tails) {
        return of(choice, tails, new ExponentialPieces(choice.joined()), 1.0 / choice.joined());
    }

    /**
     * The download time with any service.
     *
     * @param choice k out of L
     * @param tails the stationary queue lengths, positive in every stored level
     * @param pieces the time of a piece given the queue that it joins
     * @param meanPiece the mean service time of a piece, positive
     * @return the law
     * @throws IllegalArgumentException if the mean is not positive and finite
     */
    public static LatencyDistribution of(BatchChoice choice, QueueTails tails, PieceTimes pieces, double meanPiece) {
        if (!(meanPiece > 0 && meanPiece < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("mean service time " + meanPiece + " must be positive and finite");
        }
        BatchDownload download = new BatchDownload(choice, tails, pieces);
        return ComputedLatency.of(download::notAllServed, meanPiece, "independent queues at the fixed point");
    }

    /** The probability that some piece is late at a time. */
    private double notAllServed(double time) {
        double[] late = new double[levels];
        pieces.survivals(time, late);
        double[] seen = new double[joined];
        double[] missed = new double[joined];
        seen[0] = 1;
        double total = 0;
        for (int j = 0; j < levels; j++) {
            total += climb(here[j], Math.log1p(-late[j]), seen, missed);
        }
        return total;
    }

    /**
     * Passes one level: {@code seen[u]} is the probability that u samples lie below it, {@code missed[u]} that moreover some
     * piece on them is late.
     *
     * @return the probability that the k-th sample lies at this level and some piece is late
     */
    private double climb(double[] binomials, double logServed, double[] seen, double[] missed) {
        double complete = 0;
        for (int u = joined - 1; u >= 0; u--) {
            double before = seen[u];
            double missedBefore = missed[u];
            seen[u] = 0;
            missed[u] = 0;
            for (int count = 0; count <= sampled - u; count++) {
                int joins = Math.min(count, joined - u);
                double probability = binomials[index(u, count)];
                double late = joins == 0 ? 0 : -Math.expm1(joins * logServed);
                double missedNow = probability * (before * late + missedBefore * (1 - late));
                if (u + count < joined) {
                    seen[u + count] += probability * before;
                    missed[u + count] += missedNow;
                } else {
                    complete += missedNow;
                }
            }
        }
        return complete;
    }

    /** P{Bin(L−u, share) = count} for all u below k. */
    private double[] binomials(double share) {
        double[] table = new double[joined * (sampled + 1)];
        for (int u = 0; u < joined; u++) {
            int rest = sampled - u;
            for (int count = 0; count <= rest; count++) {
                table[index(u, count)] = BinomialCoefficientDouble.value(rest, count)
                        * Math.pow(share, count)
                        * Math.pow(1 - share, rest - count);
            }
        }
        return table;
    }

    private int index(int u, int count) {
        return u * (sampled + 1) + count;
    }
}
