package org.fetchlab.sim.experiment;

import org.fetchlab.model.random.RandomStreams;

/**
 * A system that serves requests and whose download times an {@link Experiment} estimates: an immutable description from
 * which independent sample paths are made.
 */
public interface SimulatedSystem {
    /**
     * The rate at which requests arrive.
     *
     * @return requests per unit time, positive and finite
     */
    double arrivalRate();

    /**
     * The order of magnitude of a download time, which fixes the unit of the latency histograms.
     *
     * @return a positive finite time, the same for every replication
     */
    double typicalTime();

    /**
     * How the arrival rate can be compared with the capacity.
     *
     * @return what is known about the stability of the system
     */
    StabilityEvidence stability();

    /**
     * The index α of the tail of the stationary download time: P{T &gt; s} decays like s<sup>-α</sup>.
     *
     * <p>The mean is infinite if α &le; 1, and no confidence interval of the mean is valid if α &le; 2.
     *
     * @return a lower limit of the index; positive infinity for tails lighter than every power
     */
    default double tailIndex() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * A sample path that starts from the empty system.
     *
     * @param streams the family of random streams of the experiment
     * @param replication the index of the replication, at least 0; paths of different indices are independent
     * @return a new path
     */
    SamplePath path(RandomStreams streams, long replication);
}
