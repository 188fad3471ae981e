package org.fetchlab.sim.experiment;

import java.util.List;
import org.fetchlab.model.random.RandomStreams;

/**
 * A system that serves requests and whose download times an {@link Experiment} estimates: an immutable description from
 * which independent sample paths are made. A system may be observed by another quantity in the place of the download time,
 * and then says so.
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
     * Whether the mean download time is infinite beyond doubt, although the system is stable.
     *
     * @return true if that is proved; false by default, and where the {@linkplain #tailIndex() tail index} leaves it open
     */
    default boolean isMeanInfinite() {
        return false;
    }

    /**
     * How many requests arrive in the relaxation time of the system: a transient that may be too slow to show in a shorter
     * series, so that warm-up and stability tests are at least so long. It holds for exponential service, and takes
     * {@link ServiceVariability#factor()} times as long otherwise.
     *
     * @param load the arrival rate over the capacity, in (0, 1]
     * @return by default that of M/M/1, {@code ρ / (1 - √ρ)²}; positive infinity at full load
     */
    default double relaxationRequests(double load) {
        double gap = 1 - Math.sqrt(load);
        return load / (gap * gap);
    }

    /**
     * What rare long services do, for which others have to wait.
     *
     * @return by default that nobody waits for one
     */
    default ServiceVariability serviceVariability() {
        return ServiceVariability.NONE;
    }

    /**
     * How many requests tell as much about the download time as one independent look at the system. An interval rests on
     * the number of such looks, since their average is nearly normal only when there are many.
     *
     * @param load the arrival rate over the capacity, in (0, 1]
     * @return at least 1; by default a relaxation time, as in a system that is one queue. Where many servers relax side by
     *     side, each of them is a look of its own
     */
    default double requestsPerLook(double load) {
        return Math.max(1, relaxationRequests(load) * serviceVariability().factor());
    }

    /**
     * The mean time from one failure or slow period of a server to the next. Simulations that are not long against it have
     * not seen how the servers change, so that they neither decide stability nor report a mean.
     *
     * @return a time; 0 by default, where servers never change, and positive infinity where no simulation is long enough
     */
    default double failureCycle() {
        return 0;
    }

    /**
     * An estimate of the memory of one sample path, for systems so large that it matters.
     *
     * @return bytes; 0 by default
     */
    default double memory() {
        return 0;
    }

    /**
     * Makes the statistics of the paths comparable, so that their means over the paths can be reported.
     *
     * @param statistics those of each path, see {@link SamplePath#statistics()}
     * @return arrays of equal length, one per path; by default the same
     */
    default List<double[]> combine(List<double[]> statistics) {
        return statistics;
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
