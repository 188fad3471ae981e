package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutingCapacity;
import org.fetchlab.sim.routing.RoutingRelaxation;

/**
 * The stationary queue lengths of an {@link OccupancyModel}. What an experiment observes is not a download time but the mean
 * queue length per server, the piece in service included: its mean, and its percentiles over time. Immutable.
 *
 * <p>No clock is simulated. The chain is uniformised, so an average over its steps is a time average in which every holding
 * time is replaced by its expectation. Requests are counted in mean: a step is an arrival with probability λ/(λ+μ).
 *
 * <p>{@link OccupancyStatistics} names the statistics of its experiments.
 */
public final class OccupancySystem implements SimulatedSystem {
    private static final double LEAST_LOOKS = 64;
    private static final double LEAST_LOAD = 1e-4;

    private final OccupancyModel model;
    private final Capacity capacity;

    private OccupancySystem(OccupancyModel model, Capacity capacity) {
        this.model = model;
        this.capacity = capacity;
    }

    /**
     * The queue lengths of a model.
     *
     * @param model the model
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is less than 10<sup>-4</sup> of the service rate: nearly all steps
     *     of the chain would be services of idle servers
     */
    public static OccupancySystem of(OccupancyModel model) {
        if (model.arrivalRate() < LEAST_LOAD * model.serviceRate()) {
            throw new IllegalArgumentException("arrival rate " + model.arrivalRate()
                    + " must be at least " + LEAST_LOAD + " of the service rate " + model.serviceRate()
                    + ", because queue lengths are simulated service by service, also of idle servers;"
                    + " at such loads simulate download times, which skips idle times");
        }
        return new OccupancySystem(model, model.capacity());
    }

    /**
     * The model.
     *
     * @return policy, placement, servers and rates
     */
    public OccupancyModel model() {
        return model;
    }

    /** That of all servers. */
    @Override
    public double arrivalRate() {
        return model.servers() * model.arrivalRate();
    }

    /** The order of magnitude of the mean queue length: that of the load. */
    @Override
    public double typicalTime() {
        return model.arrivalRate() / model.serviceRate();
    }

    @Override
    public StabilityEvidence stability() {
        return RoutingCapacity.evidence(capacity, model.servers());
    }

    /** At least so many that the warm-up sees a series. */
    @Override
    public double relaxationRequests(double load) {
        double single = SimulatedSystem.super.relaxationRequests(load);
        double served = model.servers() * capacity.lower() / model.serviceRate();
        return Math.max(
                new RoutingRelaxation(model.policy(), model.placement(), model.servers(), served)
                        .requests(single, load),
                LEAST_LOOKS * ObservedChain.stride(model.servers()) * arrivalProbability());
    }

    /** Servers of equal rank relax side by side; those of the hottest files on a table may be few. */
    @Override
    public double requestsPerLook(double load) {
        return Math.max(
                1,
                model.placement() instanceof Placement.Table
                        ? relaxationRequests(load)
                        : SimulatedSystem.super.relaxationRequests(load));
    }

    private double arrivalProbability() {
        return model.arrivalRate() / (model.arrivalRate() + model.serviceRate());
    }

    @Override
    public double memory() {
        return model.memory();
    }

    @Override
    public SamplePath path(RandomStreams streams, long replication) {
        OccupancyChain chain = model.start(
                OccupancyHistogram.empty(model.servers()), streams.stream(replication, RandomPurpose.EVENTS));
        return new ObservedChain(chain, arrivalProbability());
    }

    /**
     * n times the variance of the mean queue over time, then the tails. The variance of a path is that around its own mean plus
     * its part of the variance of the means, so that the average over the paths is unbiased however short they are. A path
     * that never saw the longest queues of another has zeros there.
     */
    @Override
    public List<double[]> combine(List<double[]> statistics) {
        double mean = statistics.stream().mapToDouble(path -> path[0]).average().orElseThrow();
        int length = statistics.stream().mapToInt(path -> path.length).max().orElseThrow();
        return statistics.stream()
                .map(path -> combined(Arrays.copyOf(path, length), mean, statistics.size()))
                .toList();
    }

    private double[] combined(double[] path, double mean, int paths) {
        double own = path[1] - path[0] * path[0];
        double deviation = path[0] - mean;
        double[] combined = Arrays.copyOfRange(path, 1, path.length);
        combined[0] = model.servers() * (own + paths / (paths - 1.0) * deviation * deviation);
        return combined;
    }
}
