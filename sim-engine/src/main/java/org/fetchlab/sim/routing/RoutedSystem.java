package org.fetchlab.sim.routing;

import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.LawWatch;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.ServiceVariability;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.TailIndex;
import org.fetchlab.sim.experiment.TypicalTime;
import org.fetchlab.sim.observe.MeasuredSampler;

/**
 * n servers, first come first served, any service law: the download times of files routed by a {@link RoutingPolicy}. A
 * file of batch sampling BS(L, k) is complete when its k pieces are, one of RRK(L, k) when k of its L copies are, all others
 * when their only piece is. Centralization has exponential service, of which a share p is the central server's. Immutable.
 *
 * <p>{@link RoutingStatistics} names the statistics of its experiments.
 */
public final class RoutedSystem implements SimulatedSystem {
    private static final double BYTES_PER_QUEUE = 64;
    private static final double BYTES_PER_SPILL = 16;
    private static final double BYTES_PER_RING = 80;
    private static final int LONGEST_UNSPILLED = 8;
    /** Longer queues take more requests than simulations of many servers have. */
    private static final double LONGEST_RING = 1024;

    private static final double RARELY_EXCEEDED = 1e-6;
    private static final double BYTES_PER_SERVER_SEEN_WHOLE = 128;
    private static final double BYTES_PER_KILLING_SERVER = 8;

    private final RoutingPolicy policy;
    private final Placement placement;
    private final int servers;
    private final double arrivalRatePerServer;
    private final ServiceTime service;
    /** What the servers' load says of the capacity, requests per server and unit time; nothing where copies are killed. */
    private final Capacity capacity;

    private RoutedSystem(
            RoutingPolicy policy,
            Placement placement,
            int servers,
            double arrivalRatePerServer,
            ServiceTime service,
            Capacity capacity) {
        this.policy = policy;
        this.placement = placement;
        this.servers = servers;
        this.arrivalRatePerServer = arrivalRatePerServer;
        this.service = service;
        this.capacity = capacity;
    }

    /**
     * A system.
     *
     * @param policy how files are routed
     * @param placement which servers a file can ask
     * @param servers n, at least the number of servers that the policy asks
     * @param arrivalRatePerServer λ, files per server and unit time, positive and finite
     * @param service the law of the service time of one piece or copy; in the usual normalisation its mean is 1/k. Under
     *     centralization it is exponential, and its rate is the sum of a server's own rate (1-p)μ and its share pμ of the
     *     central server
     * @return the system
     * @throws IllegalArgumentException if a part is out of its range or does not fit the others
     */
    public static RoutedSystem of(
            RoutingPolicy policy, Placement placement, int servers, double arrivalRatePerServer, ServiceTime service) {
        RoutingChecks.checkFit(policy, placement, servers);
        RoutingChecks.checkService(policy, service);
        RoutingChecks.checkRate("arrival rate", arrivalRatePerServer);
        Capacity capacity = policy instanceof RoutingPolicy.RedundantKilling
                ? StabilityEvidence.Saturation.NOTHING_CERTIFIED
                : RoutingCapacity.of(policy, placement, servers, mean(service));
        return new RoutedSystem(policy, placement, servers, arrivalRatePerServer, service, capacity);
    }

    private static double mean(ServiceTime service) {
        return service.moment(1).value().orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * The number of servers.
     *
     * @return n, at least 1
     */
    public int servers() {
        return servers;
    }

    @Override
    public double arrivalRate() {
        return servers * arrivalRatePerServer;
    }

    @Override
    public double typicalTime() {
        return TypicalTime.of(service);
    }

    /**
     * A slow piece delays those behind it, which costs one power; where copies are killed at every server, L - k + 1 of them
     * must be slow at once, as in the fork-join system of any k of n.
     */
    @Override
    public double tailIndex() {
        return holdingIndex() - 1;
    }

    /** A lower limit of the tail index of the time for which a request holds its servers. */
    private double holdingIndex() {
        double law = TailIndex.of(service);
        return policy instanceof RoutingPolicy.RedundantKilling killing && killing.copies() == servers
                ? (killing.copies() - killing.needed() + 1) * law
                : law;
    }

    @Override
    public double relaxationRequests(double load) {
        double single = SimulatedSystem.super.relaxationRequests(load);
        double served = servers * capacity.lower() * Math.min(mean(service), Double.MAX_VALUE);
        return new RoutingRelaxation(policy, placement, servers, served).requests(single, load);
    }

    @Override
    public ServiceVariability serviceVariability() {
        return canOneCopyDelay() ? ServiceVariability.of(service) : ServiceVariability.NONE;
    }

    /** Servers of equal rank relax side by side; those of the hottest files on a table may be few. */
    @Override
    public double requestsPerLook(double load) {
        double requests = placement instanceof Placement.Table
                ? relaxationRequests(load)
                : SimulatedSystem.super.relaxationRequests(load);
        return Math.max(1, requests * serviceVariability().factor());
    }

    /** Short queues are assumed where files choose among servers, and those of M/M/1 where they do not. */
    @Override
    public double memory() {
        if (policy instanceof RoutingPolicy.RedundantKilling) {
            return servers * BYTES_PER_KILLING_SERVER;
        }
        if (policy instanceof RoutingPolicy.Centralized) {
            return servers * BYTES_PER_QUEUE;
        }
        return servers
                * BatchChoice.of(policy, placement)
                        .map(choice -> BYTES_PER_QUEUE + bytesPerLongQueue(choice))
                        .orElse(BYTES_PER_SERVER_SEEN_WHOLE);
    }

    /** The ring of a queue as long as one in a million of M/M/1, if that does not fit in a cache line. */
    private double bytesPerLongQueue(BatchChoice choice) {
        double load = arrivalRatePerServer
                * choice.joined()
                * service.moment(1).value().orElse(0.0);
        boolean isStable = load > 0 && load < 1;
        double longest = isStable ? Math.min(Math.log(RARELY_EXCEEDED) / Math.log(load), LONGEST_RING) : 0;
        boolean isSpilled = choice.sampled() == choice.joined() && longest > LONGEST_UNSPILLED;
        return isSpilled ? BYTES_PER_SPILL + Math.max(BYTES_PER_RING, 2 * Long.BYTES * longest) : 0;
    }

    @Override
    public StabilityEvidence stability() {
        if (policy instanceof RoutingPolicy.RedundantKilling killing) {
            return killingStability(killing);
        }
        return RoutingCapacity.evidence(capacity, servers);
    }

    /**
     * With exponential service on the symmetric placement no busy server's work is lost and every request takes exactly k
     * completions, so the capacity is n μ / k; in all other cases the saturated system is simulated.
     */
    private StabilityEvidence killingStability(RoutingPolicy.RedundantKilling killing) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        if (rate.isPresent() && placement instanceof Placement.Symmetric) {
            return StabilityEvidence.Known.byWorkConservation(servers * rate.getAsDouble(), killing.needed());
        }
        StabilityEvidence.Part whole =
                new StabilityEvidence.Part(1, (streams, replication) -> saturated(killing, streams, replication));
        return new StabilityEvidence.Saturation(
                List.of(whole), StabilityEvidence.Saturation.NOTHING_CERTIFIED, holdingIndex());
    }

    private SaturatedKilling saturated(
            RoutingPolicy.RedundantKilling killing, RandomStreams streams, long replication) {
        MeasuredSampler times = new MeasuredSampler(service, times(streams, replication));
        return new SaturatedKilling(
                killingServers(killing, times),
                killing.copies(),
                sampler(killing.copies(), streams, replication),
                times);
    }

    @Override
    public SamplePath path(RandomStreams streams, long replication) {
        LawWatch watch = new LawWatch();
        ContinuousSampler times = watch.over(service, times(streams, replication), this::canOneCopyDelay);
        return watch.on(path(times, streams, replication));
    }

    /** Whether a single slow copy can delay a request although its others are fast. */
    private boolean canOneCopyDelay() {
        if (policy instanceof RoutingPolicy.RedundantKilling killing) {
            int hosts = placement instanceof Placement.Table table ? table.fewestHosts() : killing.copies();
            return killing.needed() == Math.min(killing.copies(), hosts);
        }
        return true;
    }

    private SamplePath path(ContinuousSampler times, RandomStreams streams, long replication) {
        ContinuousSampler gaps =
                ZigguratSampler.Exponential.of(streams.stream(replication, RandomPurpose.ARRIVALS), 1 / arrivalRate());
        if (policy instanceof RoutingPolicy.RedundantKilling killing) {
            return new KillingPath(
                    killingServers(killing, times),
                    killing.copies(),
                    gaps,
                    sampler(killing.copies(), streams, replication));
        }
        if (policy instanceof RoutingPolicy.Centralized centralized) {
            return new CentralizedPath(
                    servers,
                    centralized.share(),
                    new CentralizedPath.Clock(gaps, routing(streams, replication)),
                    services(streams.stream(replication, RandomPurpose.EVENTS)));
        }
        return BatchChoice.of(policy, placement)
                .<SamplePath>map(choice ->
                        new BatchPath(servers, choice, gaps, sampler(choice.sampled(), streams, replication), times))
                .orElseGet(() ->
                        new AllQueuesPath(servers, rule(), arrivalRate(), gaps, routing(streams, replication), times));
    }

    /** The services of all servers, local and central, of exponential service. */
    private CentralizedPath.Clock services(UniformRandomProvider random) {
        double rate = ServiceTimes.exponentialRate(service).orElseThrow();
        return new CentralizedPath.Clock(ZigguratSampler.Exponential.of(random, 1 / (servers * rate)), random);
    }

    private AllQueuesPath.Rule rule() {
        return policy instanceof RoutingPolicy.JoinShortestQueue
                ? AllQueuesPath.Rule.SHORTEST
                : AllQueuesPath.Rule.IDLE;
    }

    private KillingServers killingServers(RoutingPolicy.RedundantKilling killing, ContinuousSampler times) {
        return new KillingServers(servers, killing.copies(), killing.needed(), times);
    }

    private ContinuousSampler times(RandomStreams streams, long replication) {
        return service.sampler(streams.stream(replication, RandomPurpose.SERVICE));
    }

    private ServerSampler sampler(int count, RandomStreams streams, long replication) {
        return ServerSampler.of(placement, servers, count, routing(streams, replication));
    }

    private static UniformRandomProvider routing(RandomStreams streams, long replication) {
        return streams.stream(replication, RandomPurpose.ROUTING);
    }
}
