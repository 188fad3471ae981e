package org.fetchlab.fluid.download;

/** How long a piece takes from joining a queue to being served, for every length of the queue that it joins. */
public interface PieceTimes {
    /**
     * Survival functions at one time.
     *
     * @param time x, at least 0
     * @param survivals receives at index j the probability that a piece which finds j others takes longer than x
     */
    void survivals(double time, double[] survivals);
}
