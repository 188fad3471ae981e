package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.demand.PoissonArrivals;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.sim.experiment.LawWatch;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.SaturatedPath;
import org.fetchlab.sim.experiment.ServiceVariability;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.TypicalTime;
import org.fetchlab.sim.observe.MeasuredSampler;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join system: requests arrive in a Poisson process, each sends copies to servers that are useful for what it asks
 * for, servers are first come first served, and a request completes when its finished copies recover what it asks for.
 *
 * <p>Unless told otherwise a request sends a copy to every useful server, the other copies are cancelled on completion, and
 * all servers have speed 1. Service times are independent over requests and servers. Immutable.
 */
public final class ForkJoinSystem implements SimulatedSystem {
    private final RequestMix mix;
    private final ServiceTime service;
    private final double arrivalRate;
    private final AccessPolicy access;
    private final Cancellation cancellation;
    private final double[] speeds;
    private final StabilityEvidence.@Nullable Known capacity;

    private ForkJoinSystem(
            RequestMix mix,
            ServiceTime service,
            double arrivalRate,
            AccessPolicy access,
            Cancellation cancellation,
            double[] speeds,
            StabilityEvidence.@Nullable Known capacity) {
        this.mix = mix;
        this.service = service;
        this.arrivalRate = arrivalRate;
        this.access = access;
        this.cancellation = cancellation;
        this.speeds = speeds;
        this.capacity = capacity;
    }

    /**
     * A system that forks to all useful servers of speed 1 and cancels on completion.
     *
     * @param mix what requests ask for
     * @param service the law of the service time of one copy on a server of speed 1
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if the arrival rate is not positive and finite
     */
    public static ForkJoinSystem of(RequestMix mix, ServiceTime service, double arrivalRate) {
        double rate = new PoissonArrivals(arrivalRate).rate();
        double[] speeds = new double[mix.servers()];
        Arrays.fill(speeds, 1);
        return new ForkJoinSystem(
                mix, service, rate, new AccessPolicy.ForkAll(), Cancellation.ON_COMPLETE, speeds, null);
    }

    /**
     * The fast split-merge system (FJ-FSM): one request at a time, each served as if all its other copies had finished
     * before, so that any of several last copies completes it. With exponential service its mean is a lower bound of that of
     * the fork-join system with fixed arrivals.
     *
     * @param lastCopies how many copies can be the last: t + 1 with t disjoint recovery groups and a systematic server, n - k
     *     + 1 with any k of n; at least 1
     * @param service the law of the service time of one copy
     * @param arrivalRate requests per unit time, positive and finite
     * @return the system
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static ForkJoinSystem fastSplitMerge(int lastCopies, ServiceTime service, double arrivalRate) {
        if (lastCopies < 1) {
            throw new IllegalArgumentException("number of last copies " + lastCopies + " must be at least 1");
        }
        int[] copies = IntStream.range(0, lastCopies).toArray();
        RequestMix first = RequestMix.fixed(ThresholdRecovery.anyOf(lastCopies, copies, 1));
        return of(first, service, arrivalRate).with(new AccessPolicy.SplitMerge());
    }

    /**
     * This system with other servers for the copies of a request.
     *
     * @param other fork-all, fork to r, or split-merge
     * @return the new system
     * @throws IllegalArgumentException for hedged requests, which need the event-driven engine, and if r copies can never
     *     recover something that requests ask for
     */
    public ForkJoinSystem with(AccessPolicy other) {
        if (other instanceof AccessPolicy.Hedge) {
            throw new IllegalArgumentException(
                    other.spec() + " sends copies after their request arrived: use the event-driven engine");
        }
        if (other instanceof AccessPolicy.ForkTo fork) {
            RecoveringSubset.checkSize(fork, mix);
        }
        return new ForkJoinSystem(mix, service, arrivalRate, other, cancellation, speeds, capacity);
    }

    /**
     * This system with another rule for copies that are not needed any more.
     *
     * @param other the rule; without effect on split-merge, where all copies leave together
     * @return the new system
     */
    public ForkJoinSystem with(Cancellation other) {
        return new ForkJoinSystem(mix, service, arrivalRate, access, other, speeds, capacity);
    }

    /**
     * This system with servers of different speeds: a copy takes its service time divided by the speed.
     *
     * @param newSpeeds one speed per server, in [1e-100, 1e100]
     * @return the new system
     * @throws IllegalArgumentException if there are not as many speeds as servers, or one is out of its range
     */
    public ForkJoinSystem withSpeeds(double... newSpeeds) {
        if (newSpeeds.length != mix.servers()) {
            throw new IllegalArgumentException(
                    newSpeeds.length + " speeds given for " + mix.servers() + " servers; give one each");
        }
        for (double speed : newSpeeds) {
            if (!(speed >= 1e-100 && speed <= 1e100)) {
                throw new IllegalArgumentException("speed " + speed + " must lie in [1e-100, 1e100]");
            }
        }
        return new ForkJoinSystem(mix, service, arrivalRate, access, cancellation, newSpeeds.clone(), capacity);
    }

    /**
     * This system with a capacity that is known by other means, which then decides its stability. Inside a bracket the
     * capacity is estimated further where that needs simulation.
     *
     * @param known the capacity in requests per unit time, and how it is known
     * @return the new system
     */
    public ForkJoinSystem withCapacity(StabilityEvidence.Known known) {
        return new ForkJoinSystem(mix, service, arrivalRate, access, cancellation, speeds, known);
    }

    /**
     * What requests ask for.
     *
     * @return the mix
     */
    public RequestMix mix() {
        return mix;
    }

    /**
     * The law of the service time of one copy on a server of speed 1.
     *
     * @return the law
     */
    public ServiceTime service() {
        return service;
    }

    /**
     * Which servers get copies.
     *
     * @return the policy, never hedged
     */
    public AccessPolicy access() {
        return access;
    }

    /**
     * What happens to copies that are not needed any more.
     *
     * @return the rule
     */
    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * The speeds of the servers.
     *
     * @return one per server; a fresh array
     */
    public double[] speeds() {
        return speeds.clone();
    }

    @Override
    public double arrivalRate() {
        return arrivalRate;
    }

    @Override
    public double typicalTime() {
        return TypicalTime.of(service);
    }

    @Override
    public StabilityEvidence stability() {
        if (capacity == null) {
            return ForkJoinStability.of(this);
        }
        boolean isExact = capacity.capacity().lower() == capacity.capacity().upper();
        return !isExact && ForkJoinStability.of(this) instanceof StabilityEvidence.Saturation saturation
                ? saturation.within(capacity.capacity())
                : capacity;
    }

    /** Requests to other parts of the system pass while one part relaxes. */
    @Override
    public double relaxationRequests(double load) {
        return SimulatedSystem.super.relaxationRequests(load) / ForkJoinStability.largestShare(this);
    }

    @Override
    public ServiceVariability serviceVariability() {
        return canOneCopyDelay() ? ServiceVariability.of(service) : ServiceVariability.NONE;
    }

    @Override
    public double tailIndex() {
        return ForkJoinStability.tailIndex(this);
    }

    @Override
    public boolean isMeanInfinite() {
        return ForkJoinStability.isMeanInfinite(this);
    }

    @Override
    public SamplePath path(RandomStreams streams, long replication) {
        Server[] servers = servers();
        RequestKind[] kinds = RequestKind.of(mix, servers);
        LawWatch watch = new LawWatch();
        ContinuousSampler variates = watch.over(service, variates(streams, replication), this::canOneCopyDelay);
        return watch.on(new ForkJoinPath(
                interarrival(streams, replication),
                things(streams, replication),
                kinds,
                choice(streams, replication),
                recursion(servers, variates, streams, replication),
                types(kinds)));
    }

    @Override
    public double memory() {
        return RequestKind.memory(mix);
    }

    /**
     * The capacity, where theory knows it exactly.
     *
     * @return the capacity of a system whose servers are always up, whatever {@link #withCapacity} was told
     */
    public Optional<StabilityEvidence.Known> exactCapacity() {
        return ForkJoinStability.of(this) instanceof StabilityEvidence.Known known
                ? Optional.of(known)
                : Optional.empty();
    }

    /**
     * Whether no copy is ever cancelled.
     *
     * @return true if that is the rule, or every request needs all its copies
     */
    public boolean servesInFull() {
        return access instanceof AccessPolicy.ForkAll && ForkJoinStability.servesInFull(this);
    }

    /**
     * Whether all copies of a request start together and finish together, because service takes a constant time.
     *
     * @return true if so, and not all copies are served in full anyway
     */
    public boolean isInStep() {
        return !servesInFull() && ForkJoinStability.isInStep(this);
    }

    /**
     * Whether every request needs a copy of every server that is useful for it.
     *
     * @return true if there is nothing to choose and nothing to cancel
     */
    public boolean needsAllCopies() {
        return access instanceof AccessPolicy.ForkAll && ForkJoinStability.needsAllCopies(mix);
    }

    /**
     * Whether every request asks all useful servers and completes with its first finished copy, which removes the others.
     *
     * @return true if a server has work whenever a request that asks it is in the system
     */
    public boolean isOneCopyEnough() {
        return access instanceof AccessPolicy.ForkAll
                && cancellation == Cancellation.ON_COMPLETE
                && mix.recoveries().stream()
                        .allMatch(
                                recovery -> recovery instanceof ThresholdRecovery threshold && threshold.needed() == 1);
    }

    /**
     * The tail index of the time for which a request holds its servers.
     *
     * @return a lower limit; positive infinity for light tails
     */
    public double serviceIndex() {
        return ForkJoinStability.serviceIndex(this);
    }

    /**
     * Whether a single slow copy can delay a request although the others are fast.
     *
     * @return true if some request needs a certain copy, or cannot be rid of a slow one
     */
    public boolean canOneCopyDelay() {
        return ForkJoinStability.canOneCopyDelay(this);
    }

    /**
     * Where the times between arrivals come from.
     *
     * @param streams the family of random streams
     * @param replication the index of the replication
     * @return a sampler of the replication's times between arrivals
     */
    public ContinuousSampler interarrival(RandomStreams streams, long replication) {
        return new PoissonArrivals(arrivalRate)
                .interarrivalSampler(streams.stream(replication, RandomPurpose.ARRIVALS));
    }

    /**
     * Where it comes from what a request asks for.
     *
     * @param streams the family of random streams
     * @param replication the index of the replication
     * @return a sampler of indices into the things of the mix
     */
    public DiscreteSampler things(RandomStreams streams, long replication) {
        return mix.sampler(streams.stream(replication, RandomPurpose.OBJECTS));
    }

    /** A path of some of the requests that all wait from the start. */
    SaturatedPath saturated(RequestMix part, RandomStreams streams, long replication) {
        Server[] servers = servers();
        MeasuredSampler variates = new MeasuredSampler(service, variates(streams, replication));
        return new SaturatedForkJoin(
                part.sampler(streams.stream(replication, RandomPurpose.OBJECTS)),
                RequestKind.of(part, servers),
                choice(streams, replication),
                recursion(servers, variates, streams, replication),
                variates);
    }

    private Server[] servers() {
        return Server.idle(Arrays.stream(speeds).map(speed -> 1 / speed).toArray());
    }

    private CopyChoice choice(RandomStreams streams, long replication) {
        return access instanceof AccessPolicy.ForkTo fork
                ? new CopyChoice.Subset(fork.copies(), streams.stream(replication, RandomPurpose.ROUTING))
                : new CopyChoice.All();
    }

    private ContinuousSampler variates(RandomStreams streams, long replication) {
        return service.sampler(streams.stream(replication, RandomPurpose.SERVICE));
    }

    private Recursion recursion(Server[] servers, ContinuousSampler variates, RandomStreams streams, long replication) {
        if (access instanceof AccessPolicy.SplitMerge) {
            return new Recursion.SplitMerge(servers, variates);
        }
        return switch (cancellation) {
            case ON_COMPLETE -> new Recursion.PurgeOnComplete(servers, variates);
            case ON_START ->
                new Recursion.PurgeOnStart(servers, variates, streams.stream(replication, RandomPurpose.DELAYS));
            case NONE -> new Recursion.NoPurge(servers, variates);
        };
    }

    private @Nullable ServiceTypes types(RequestKind[] kinds) {
        return kinds.length == 1 && access instanceof AccessPolicy.ForkAll
                ? ServiceTypes.of(kinds[0]).orElse(null)
                : null;
    }
}
