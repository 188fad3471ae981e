package org.fetchlab.sim.occupancy;

import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.sim.routing.BatchChoice;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutingCapacity;
import org.fetchlab.sim.routing.RoutingChecks;
import org.fetchlab.sim.routing.ServerSampler;

/**
 * n servers with exponential service whose queue lengths are a Markov chain. Requests are a Poisson process; a queue
 * length counts the piece in service; ties are broken uniformly at random.
 *
 * @param policy how requests are routed; every policy but redundant requests with killing, which moves no queue lengths
 * @param placement which servers a request can ask
 * @param servers n, at least the number of servers that the policy asks
 * @param arrivalRate λ, requests per server and unit time, positive and finite
 * @param serviceRate μ, pieces that a busy server completes per unit time, positive and finite; under centralization the
 *     sum of a server's own rate (1-p)μ and its share pμ of the central server
 */
public record OccupancyModel(
        RoutingPolicy policy, Placement placement, int servers, double arrivalRate, double serviceRate) {
    private static final double BYTES_PER_SERVER = 1;
    private static final double BYTES_PER_LONG_QUEUE = 4;

    /**
     * Checks that the parts fit together.
     *
     * @param policy how requests are routed
     * @param placement which servers a request can ask
     * @param servers n
     * @param arrivalRate λ
     * @param serviceRate μ
     * @throws IllegalArgumentException if a part is out of its range or does not fit the others
     */
    public OccupancyModel {
        if (policy instanceof RoutingPolicy.RedundantKilling) {
            throw new IllegalArgumentException(
                    policy.spec() + " has no Markov chain of queue lengths; simulate its download times instead");
        }
        RoutingChecks.checkFit(policy, placement, servers);
        RoutingChecks.checkRate("arrival rate", arrivalRate);
        RoutingChecks.checkRate("service rate", serviceRate);
    }

    /**
     * The usual normalisation: distinct samples, and a file is one unit of work, so that a server completes k pieces per
     * unit time where a file is made of k pieces. The load of a server is then λ.
     *
     * @param policy how requests are routed
     * @param servers n
     * @param arrivalRate λ, requests per server and unit time
     * @return the model
     * @throws IllegalArgumentException if a part is out of its range or does not fit the others
     */
    public static OccupancyModel of(RoutingPolicy policy, int servers, double arrivalRate) {
        return of(policy, servers, arrivalRate, Sampling.DISTINCT);
    }

    /**
     * The usual normalisation with a choice of sampling.
     *
     * @param policy how requests are routed
     * @param servers n
     * @param arrivalRate λ, requests per server and unit time
     * @param sampling whether sampled servers are distinct
     * @return the model
     * @throws IllegalArgumentException if a part is out of its range or does not fit the others
     */
    public static OccupancyModel of(RoutingPolicy policy, int servers, double arrivalRate, Sampling sampling) {
        return new OccupancyModel(
                policy, Placement.symmetric(sampling), servers, arrivalRate, BatchChoice.pieces(policy));
    }

    /**
     * The bracket of the capacity.
     *
     * @return requests per server and unit time
     */
    public Capacity capacity() {
        return RoutingCapacity.of(policy, placement, servers, 1 / serviceRate);
    }

    /**
     * An estimate of the memory of one replication: one byte per server, five once a queue exceeds 254 pieces; next to
     * nothing where policies look at all servers.
     *
     * @return bytes
     */
    public double memory() {
        return BatchChoice.of(policy, placement).isPresent() ? servers * (BYTES_PER_SERVER + BYTES_PER_LONG_QUEUE) : 0;
    }

    /** The chain of this model, from a given state. */
    OccupancyChain start(OccupancyHistogram initial, UniformRandomProvider random) {
        if (initial.servers() != servers) {
            throw new IllegalArgumentException(
                    "the initial histogram has " + initial.servers() + " servers; it must have n = " + servers);
        }
        Uniformisation uniformisation = Uniformisation.of(servers, arrivalRate, serviceRate);
        return BatchChoice.of(policy, placement)
                .map(choice -> sampling(choice, initial, uniformisation, random))
                .orElseGet(() -> lookingAtAll(initial, uniformisation, random));
    }

    private OccupancyChain sampling(
            BatchChoice choice,
            OccupancyHistogram initial,
            Uniformisation uniformisation,
            UniformRandomProvider random) {
        if (placement instanceof Placement.Symmetric symmetric && choice.joined() == 1 && choice.sampled() <= 2) {
            return choice.sampled() == 1
                    ? ShorterOfTwoChain.random(initial, uniformisation, random)
                    : ShorterOfTwoChain.powerOfTwo(initial, uniformisation, symmetric.sampling(), random);
        }
        ServerSampler sampler = ServerSampler.of(placement, servers, choice.sampled(), random);
        return new ShortestOfManyChain(initial, uniformisation, choice, sampler, random);
    }

    private OccupancyChain lookingAtAll(
            OccupancyHistogram initial, Uniformisation uniformisation, UniformRandomProvider random) {
        if (policy instanceof RoutingPolicy.Centralized centralized) {
            return new HistogramChain(
                    initial, uniformisation, HistogramChain.Arrival.UNIFORM, centralized.share(), random);
        }
        HistogramChain.Arrival rule = policy instanceof RoutingPolicy.JoinShortestQueue
                ? HistogramChain.Arrival.SHORTEST
                : HistogramChain.Arrival.IDLE;
        return new HistogramChain(initial, uniformisation, rule, 0, random);
    }
}
