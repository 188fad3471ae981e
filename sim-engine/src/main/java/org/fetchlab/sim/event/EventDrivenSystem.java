package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.RecoveringSize;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.sim.experiment.CountingPath;
import org.fetchlab.sim.experiment.LawWatch;
import org.fetchlab.sim.experiment.ServiceVariability;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.TailIndex;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join system with what the arrival-order recursion cannot do: requests that send further copies after a delay,
 * cancellations that take time, servers with slow periods or failures, processor sharing. Without any of these it is the
 * system of the recursion, path by path. Immutable.
 */
public final class EventDrivenSystem implements SimulatedSystem {
    private final ForkJoinSystem base;
    private final AccessPolicy.@Nullable Hedge hedge;
    private final boolean avoidsDownServers;
    private final Discipline discipline;
    private final @Nullable ServiceTime purgeDelay;
    private final @Nullable Interruption interruption;
    private final StabilityEvidence.@Nullable Known capacity;

    private EventDrivenSystem(
            ForkJoinSystem base,
            AccessPolicy.@Nullable Hedge hedge,
            boolean avoidsDownServers,
            Discipline discipline,
            @Nullable ServiceTime purgeDelay,
            @Nullable Interruption interruption,
            StabilityEvidence.@Nullable Known capacity) {
        this.base = base;
        this.hedge = hedge;
        this.avoidsDownServers = avoidsDownServers;
        this.discipline = discipline;
        this.purgeDelay = purgeDelay;
        this.interruption = interruption;
        this.capacity = capacity;
    }

    /**
     * A fork-join system, simulated event by event.
     *
     * @param base what requests ask for, arrivals, service times, speeds, the rule of cancellation, and to how many servers a
     *     request forks
     * @return the same system
     * @throws IllegalArgumentException if the base is split-merge, which the recursion simulates
     */
    public static EventDrivenSystem of(ForkJoinSystem base) {
        if (base.access() instanceof AccessPolicy.SplitMerge) {
            throw new IllegalArgumentException(base.access().spec() + " is simulated by the recursion, not by events");
        }
        return new EventDrivenSystem(base, null, false, Discipline.FIRST_COME_FIRST_SERVED, null, null, null);
    }

    /**
     * This system with hedged requests: a set of copies that recovers first, more after each delay, in the end to all useful
     * servers unless the number of rounds is limited.
     *
     * @param other the delay, which may be infinite, and the sizes of the first set and of further rounds
     * @return the new system
     * @throws IllegalArgumentException if this system forks to r servers: the first set of a hedge has its own size
     */
    public EventDrivenSystem with(AccessPolicy.Hedge other) {
        if (base.access() instanceof AccessPolicy.ForkTo fork) {
            throw new IllegalArgumentException(other.spec() + " does not go with " + fork.spec()
                    + ": the first set of a hedge has a size of its own,"
                    + " such as "
                    + new AccessPolicy.Hedge(other.delay(), other.copies(), other.rounds(), fork.copies()).spec());
        }
        return new EventDrivenSystem(base, other, avoidsDownServers, discipline, purgeDelay, interruption, capacity);
    }

    /**
     * This system with another discipline of its servers.
     *
     * @param other the discipline of every server
     * @return the new system
     */
    public EventDrivenSystem with(Discipline other) {
        return new EventDrivenSystem(base, hedge, avoidsDownServers, other, purgeDelay, interruption, capacity);
    }

    /**
     * This system with servers that slow down or fail.
     *
     * @param other times at full speed and of slow periods
     * @return the new system
     * @throws IllegalArgumentException if the servers change their speed more than 1000 times per request, on average and
     *     all together: 2 n / ((E[up] + E[down]) &lambda;) with n servers
     */
    public EventDrivenSystem with(Interruption other) {
        other.checkFrequency(base.mix().servers(), base.arrivalRate());
        return new EventDrivenSystem(base, hedge, avoidsDownServers, discipline, purgeDelay, other, capacity);
    }

    /**
     * This system with degraded reads: a request chooses among the useful servers that are up when it arrives as if there
     * were no others, unless these do not recover. Without interruptions nothing changes. Copies that a server has when it
     * fails wait for its repair. When a request forks to r servers, and 1000 random choices of r servers that are up do not
     * recover, it forks to all that are up. A hedged request sends copies to other servers last.
     *
     * @return the new system
     */
    public EventDrivenSystem withDegradedReads() {
        return new EventDrivenSystem(base, hedge, true, discipline, purgeDelay, interruption, capacity);
    }

    /**
     * This system with cancellations that take time: until one arrives, its copies are served as if they were needed.
     *
     * @param delay the law of the time that the cancellation of one request takes
     * @return the new system
     */
    public EventDrivenSystem withCancellationDelay(ServiceTime delay) {
        return new EventDrivenSystem(base, hedge, avoidsDownServers, discipline, delay, interruption, capacity);
    }

    /**
     * This system with a capacity that is known by other means, which then decides its stability.
     *
     * @param known the capacity in requests per unit time, and how it is known
     * @return the new system
     */
    public EventDrivenSystem withCapacity(StabilityEvidence.Known known) {
        return new EventDrivenSystem(base, hedge, avoidsDownServers, discipline, purgeDelay, interruption, known);
    }

    @Override
    public double arrivalRate() {
        return base.arrivalRate();
    }

    @Override
    public double typicalTime() {
        return base.typicalTime();
    }

    @Override
    public StabilityEvidence stability() {
        if (capacity != null) {
            return capacity;
        }
        boolean isAtOnce = hedge == null && purgeDelay == null;
        boolean isInOrder = isAtOnce && discipline == Discipline.FIRST_COME_FIRST_SERVED;
        if (isInOrder && interruption == null) {
            return base.stability();
        }
        boolean areAllAsked =
                base.access() instanceof AccessPolicy.ForkAll && (interruption == null || !avoidsDownServers);
        boolean isAsUninterrupted = base.needsAllCopies()
                || (areAllAsked && isInOrder)
                || (areAllAsked && hedge == null && base.servesInFull())
                || (areAllAsked && isAtOnce && base.isOneCopyEnough());
        return Optional.of(base)
                .filter(system -> isAsUninterrupted && (interruption == null || !system.isInStep()))
                .flatMap(ForkJoinSystem::exactCapacity)
                .flatMap(this::atMeanSpeed)
                .orElseGet(() -> new StabilityEvidence.Backlog(this::path));
    }

    /**
     * Where no server idles while its work is waiting, the capacity is proportional to the mean speed of the servers: for
     * copies that are all served in full under any discipline, for any k of n in the order of arrivals, and for one copy of n
     * that are all served at once.
     */
    private Optional<StabilityEvidence> atMeanSpeed(StabilityEvidence.Known full) {
        OptionalDouble speed = interruption == null ? OptionalDouble.of(1) : interruption.meanSpeed();
        return speed.isEmpty()
                ? Optional.empty()
                : Optional.of(new StabilityEvidence.Known(
                        Capacity.exactly(full.capacity().upper() * speed.getAsDouble()), full.method()));
    }

    @Override
    public double failureCycle() {
        return interruption == null ? 0 : interruption.meanCycle();
    }

    @Override
    public double relaxationRequests(double load) {
        return base.relaxationRequests(load);
    }

    @Override
    public ServiceVariability serviceVariability() {
        if (!canOneCopyDelay()) {
            return ServiceVariability.NONE;
        }
        return discipline == Discipline.PROCESSOR_SHARING
                ? ServiceVariability.ofShared(base.service())
                : ServiceVariability.of(base.service());
    }

    /**
     * That of the system without events, with five exceptions: processor sharing delays other requests by a slow one only in
     * proportion, so that no power is lost (Zwart and Boxma, Queueing Systems 35, 2000); degraded reads may have one copy only;
     * requests that never ask all useful servers may be slow when one of their copies is; a late cancellation lets a copy hold its server for the lesser of two times; and copies wait
     * for the end of a slow period, which costs one power, as waiting for slow service does.
     */
    @Override
    public double tailIndex() {
        double lost = discipline == Discipline.PROCESSOR_SHARING ? 0 : 1;
        double law = TailIndex.of(base.service());
        boolean isOneCopyAlone =
                (hedge != null && !asksAllInTheEnd(hedge)) || (avoidsDownServers && interruption != null);
        double index = lost == 0 ? base.serviceIndex() : base.tailIndex();
        if (isOneCopyAlone) {
            index = Math.min(index, law - lost);
        }
        if (purgeDelay != null) {
            index = Math.min(index, law + TailIndex.of(purgeDelay) - lost);
        }
        return interruption == null ? index : Math.min(index, TailIndex.of(interruption.down()) - 1);
    }

    private boolean asksAllInTheEnd(AccessPolicy.Hedge hedged) {
        return isEnoughForAll(hedged, hedged.furtherCopies());
    }

    private boolean isEnoughForAll(AccessPolicy.Hedge hedged, long further) {
        return base.mix().recoveries().stream().allMatch(recovery -> {
            int first = Math.max(hedged.first(), RecoveringSize.of(recovery).atLeast());
            return first + further >= recovery.usefulServers().length;
        });
    }

    /** A hedge that sends all its copies on arrival is forking to all. */
    private AccessPolicy access() {
        if (hedge == null) {
            return base.access();
        }
        return isEnoughForAll(hedge, hedge.delay() == 0 ? hedge.furtherCopies() : 0)
                ? new AccessPolicy.ForkAll()
                : hedge;
    }

    /** Until they send further copies requests need each of their first ones, and so may degraded reads. */
    private boolean canOneCopyDelay() {
        return base.canOneCopyDelay()
                || (hedge != null && hedge.delay() > 0)
                || (avoidsDownServers && interruption != null);
    }

    @Override
    public CountingPath path(RandomStreams streams, long replication) {
        LawWatch watch = new LawWatch();
        return watch.on(eventPath(streams, replication, watch));
    }

    @Override
    public double memory() {
        return RequestShape.memory(base.mix());
    }

    EventPath eventPath(RandomStreams streams, long replication) {
        return eventPath(streams, replication, new LawWatch());
    }

    private EventPath eventPath(RandomStreams streams, long replication, LawWatch watch) {
        double slowSpeed = interruption == null ? 1 : interruption.speed();
        EventPath.Rules rules =
                new EventPath.Rules(access(), base.cancellation(), slowSpeed, avoidsDownServers, discipline);
        double[] slowness = Arrays.stream(base.speeds()).map(speed -> 1 / speed).toArray();
        return new EventPath(rules, variates(streams, replication, watch), base.mix(), slowness);
    }

    private EventPath.Variates variates(RandomStreams streams, long replication, LawWatch watch) {
        var failures = streams.stream(replication, RandomPurpose.FAILURES);
        var delays = streams.stream(replication, RandomPurpose.DELAYS);
        return new EventPath.Variates(
                base.interarrival(streams, replication),
                base.things(streams, replication),
                watch.over(
                        base.service(),
                        base.service().sampler(streams.stream(replication, RandomPurpose.SERVICE)),
                        this::canOneCopyDelay),
                delays,
                streams.stream(replication, RandomPurpose.ROUTING),
                sampler(purgeDelay, delays),
                interruption == null
                        ? null
                        : watch.over(interruption.up(), interruption.up().sampler(failures), () -> true),
                interruption == null
                        ? null
                        : watch.over(interruption.down(), interruption.down().sampler(failures), () -> true));
    }

    private static @Nullable ContinuousSampler sampler(@Nullable ServiceTime law, UniformRandomProvider random) {
        return law == null ? null : law.sampler(random);
    }
}
