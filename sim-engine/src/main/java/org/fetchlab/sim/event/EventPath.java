package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.sim.experiment.CountingPath;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.recursion.RequestMix;
import org.jspecify.annotations.Nullable;

/**
 * One sample path of an {@link EventDrivenSystem}, event by event. A request draws its service times on its
 * arrival, in increasing order of servers: for r copies when it forks to r, otherwise for every useful server, whether it
 * will send a copy there or not. So the arrival-order recursion sees the same times, and systems that send copies later see
 * the same times as those that send them at once. Not thread-safe.
 */
final class EventPath implements CountingPath {
    /** Kinds of events; at equal times they happen in this order. */
    static final int DEPARTURE = 0;

    static final int PURGE = 1;
    static final int SPEED = 2;
    static final int ARRIVAL = 3;
    static final int HEDGE = 4;
    private static final int KINDS = 8;
    /** Changes of speed between two questions whether to give up. */
    private static final int CHANGES_PER_CHECK = 1 << 13;
    /** No event. */
    static final int NONE = -1;

    private final Rules rules;
    private final AccessPolicy.@Nullable Hedge hedge;
    private final Variates variates;
    private final EventQueue events = new EventQueue();
    private final RequestEvents purges = new RequestEvents(events, PURGE);
    private final RequestEvents hedges = new RequestEvents(events, HEDGE);
    private final Server[] servers;
    private final RequestShape[] shapes;
    private final DeferredStarts starts;
    private final boolean[] isSlow;
    /** By server: the event that starts or ends a slow period. */
    private final int[] speedChanges;

    private final int nextArrival;
    private final boolean isSystematic;
    private Completions listener = (index, arrival, completion) -> {};
    private Runnable check = () -> {};
    private int uncheckedChanges;
    private @Nullable DownloadRecorder recorder;
    private double now;
    private double measuredFrom;
    private double work;
    private double wastedWork;
    private long arrived;
    private long completed;
    private long measuredCompletions;
    private long wonBySystematic;

    /**
     * Where the chances of a path come from.
     *
     * @param interarrival times between arrivals
     * @param things what requests ask for
     * @param service service times at speed 1
     * @param ties keys that order copies which could start at once
     * @param routing the random order of copies
     * @param purgeDelay how long a cancellation takes; null for no time
     * @param up times at full speed; null without interruptions
     * @param down times of slow periods; null without interruptions
     */
    record Variates(
            ContinuousSampler interarrival,
            DiscreteSampler things,
            ContinuousSampler service,
            UniformRandomProvider ties,
            UniformRandomProvider routing,
            @Nullable ContinuousSampler purgeDelay,
            @Nullable ContinuousSampler up,
            @Nullable ContinuousSampler down) {}

    /**
     * What the path does when something happens.
     *
     * @param access where copies are sent, and when; not split-merge
     * @param cancellation which copies are removed when
     * @param slowSpeed the factor on speeds in slow periods
     * @param avoidsDownServers whether requests avoid servers that are in a slow period when they arrive
     * @param discipline how servers work
     */
    record Rules(
            AccessPolicy access,
            Cancellation cancellation,
            double slowSpeed,
            boolean avoidsDownServers,
            Discipline discipline) {}

    /**
     * A path that starts from the empty system with all servers at full speed.
     *
     * @param rules what happens when
     * @param variates where chances come from
     * @param mix what requests ask for
     * @param slowness one over the speed of each server
     */
    EventPath(Rules rules, Variates variates, RequestMix mix, double[] slowness) {
        this.rules = rules;
        this.variates = variates;
        hedge = rules.access instanceof AccessPolicy.Hedge hedged ? hedged : null;
        starts = new DeferredStarts(rules.cancellation == Cancellation.ON_START, this::started);
        isSlow = new boolean[mix.servers()];
        isSystematic = mix.isSystematic();
        servers = IntStream.range(0, mix.servers())
                .mapToObj(index -> server(index, slowness[index]))
                .toArray(Server[]::new);
        shapes = RequestShape.of(mix, rules, variates, servers, isSlow);
        nextArrival = events.add(ARRIVAL, payload(ARRIVAL, 0));
        speedChanges = IntStream.range(0, servers.length)
                .map(server -> variates.up == null ? NONE : events.add(SPEED, payload(SPEED, server)))
                .toArray();
        IntStream.range(0, servers.length).forEach(this::scheduleSpeedChange);
        scheduleArrival();
    }

    private Server server(int index, double slowness) {
        return rules.discipline == Discipline.PROCESSOR_SHARING
                ? new Server.Shared(index, slowness, events, starts)
                : new Server.InOrder(index, slowness, events, starts);
    }

    static int payload(int kind, int index) {
        return index * KINDS + kind;
    }

    private void scheduleArrival() {
        events.schedule(nextArrival, now + variates.interarrival.sample());
    }

    private void scheduleSpeedChange(int server) {
        ContinuousSampler period = isSlow[server] ? variates.down : variates.up;
        if (period != null) {
            events.schedule(speedChanges[server], now + period.sample());
        }
    }

    /** Tells a listener of every completion from now on. */
    void listen(Completions completions) {
        listener = completions;
    }

    @Override
    public void checkBetweenRequests(Runnable other) {
        check = other;
    }

    /** Simulates until so many further requests have completed; they are recorded in the order of their completions. */
    @Override
    public void advance(long more, DownloadRecorder downloads) {
        recorder = downloads;
        long target = completed + more;
        while (completed < target) {
            step();
        }
    }

    /** Handles the next event, and starts what can start now, unless further servers become free or change at the same instant. */
    void step() {
        handleNext();
        if (starts.areWaiting() && !isServerDue()) {
            starts.start(servers, now);
        }
    }

    private boolean isServerDue() {
        int next = events.first();
        return events.time(next) == now && events.payload(next) % KINDS <= SPEED;
    }

    private void handleNext() {
        int event = events.first();
        int payload = events.payload(event);
        now = events.time(event);
        events.withdraw(event);
        int index = payload / KINDS;
        switch (payload % KINDS) {
            case DEPARTURE -> departure(servers[index]);
            case PURGE -> purgeArrives(purges.happen(event));
            case SPEED -> changeSpeed(index);
            case ARRIVAL -> arrival();
            default -> hedge(hedges.happen(event));
        }
    }

    private void arrival() {
        RequestShape shape = shapes[variates.things.sample()];
        Request request = place(shape);
        request.open(arrived++, now);
        CopyPlan plan = shape.plan;
        plan.choose();
        for (int i = 0; i < plan.drawnCount; i++) {
            Copy copy = request.copies[plan.drawn[i]];
            copy.requirement = variates.service.sample() * copy.server.slowness;
        }
        request.sendingOrder = plan.order(request.ownOrder);
        request.planned = plan.total;
        send(request, plan.first);
        scheduleHedge(request);
        scheduleArrival();
    }

    private Request place(RequestShape shape) {
        Request unused = shape.reuse();
        return unused == null ? new Request(shape, rules.cancellation == Cancellation.ON_START) : unused;
    }

    private void send(Request request, int count) {
        int end = Math.min(request.planned, request.sent + Math.min(count, request.planned));
        while (request.sent < end && !request.isStarted) {
            Copy copy = request.copies[request.sendingOrder[request.sent++]];
            request.outstanding++;
            copy.server.join(copy, now);
        }
    }

    private void scheduleHedge(Request request) {
        boolean isAllSent = request.sent == request.planned;
        if (hedge != null && !isAllSent && !request.isStarted && hedge.delay() < Double.POSITIVE_INFINITY) {
            request.hedge = hedges.schedule(request, now + hedge.delay());
        }
    }

    private void hedge(Request request) {
        request.hedge = NONE;
        if (hedge != null) {
            send(request, hedge.copies());
            scheduleHedge(request);
        }
    }

    /** A copy enters service, and copies are cancelled on start: when enough copies have, those that wait may leave. */
    private void started(Copy copy) {
        Request request = copy.request;
        if (!request.isStarted && request.addStarted(copy)) {
            request.isStarted = true;
            stopHedging(request);
            purge(request);
        }
    }

    private void departure(Server server) {
        Copy copy = server.departing();
        Request request = copy.request;
        work += copy.requirement;
        wastedWork += request.completion < now ? copy.requirement : 0;
        server.leave(copy, now);
        request.outstanding--;
        if (!request.isComplete && request.addFinished(copy)) {
            complete(copy);
        }
        closeIfDone(request);
    }

    private void complete(Copy last) {
        Request request = last.request;
        request.isComplete = true;
        request.completion = now;
        completed++;
        measuredCompletions++;
        wonBySystematic += isWonBySystematic(last) ? 1 : 0;
        if (recorder != null) {
            recorder.record(now - request.arrival);
        }
        listener.completed(request.index, request.arrival, now);
        stopHedging(request);
        if (rules.cancellation == Cancellation.ON_COMPLETE) {
            purge(request);
        }
    }

    /** Of copies that finish at the same instant that of the systematic server wins. */
    private boolean isWonBySystematic(Copy last) {
        int systematic = last.request.shape.systematic;
        if (systematic < 0 || last.position == systematic) {
            return last.position == systematic;
        }
        Copy copy = last.request.copies[systematic];
        return copy.state == Copy.STARTED && copy.server.attained(copy, now) >= copy.requirement;
    }

    private void stopHedging(Request request) {
        if (request.hedge != NONE) {
            hedges.withdraw(request.hedge);
            request.hedge = NONE;
        }
    }

    /** Removes copies that are not needed any more, now or when the cancellation arrives. */
    private void purge(Request request) {
        if (variates.purgeDelay == null) {
            removeCopies(request);
        } else {
            request.isPurging = true;
            purges.schedule(request, now + variates.purgeDelay.sample());
        }
    }

    private void purgeArrives(Request request) {
        request.isPurging = false;
        removeCopies(request);
        closeIfDone(request);
    }

    /** Removes the copies of a request that wait, and unless copies are cancelled on start, those in service. */
    private void removeCopies(Request request) {
        boolean onlyWaiting = rules.cancellation == Cancellation.ON_START;
        for (Copy copy : request.copies) {
            if (copy.state == Copy.WAITING || (copy.state == Copy.STARTED && !onlyWaiting)) {
                remove(copy);
                request.outstanding--;
            }
        }
    }

    private void remove(Copy copy) {
        Server server = copy.server;
        if (copy.state == Copy.STARTED) {
            double attained = server.attained(copy, now);
            work += attained;
            wastedWork += attained < copy.requirement ? attained : 0;
        }
        server.leave(copy, now);
    }

    private void closeIfDone(Request request) {
        if (request.isComplete && request.outstanding == 0 && !request.isPurging) {
            request.shape.release(request);
        }
    }

    private void changeSpeed(int server) {
        isSlow[server] = !isSlow[server];
        servers[server].setSpeed(isSlow[server] ? rules.slowSpeed : 1, now);
        scheduleSpeedChange(server);
        if (++uncheckedChanges == CHANGES_PER_CHECK) {
            uncheckedChanges = 0;
            check.run();
        }
    }

    @Override
    public void startMeasuring() {
        measuredFrom = now;
        measuredCompletions = 0;
        wonBySystematic = 0;
        work = 0;
        wastedWork = 0;
        for (Server server : servers) {
            server.resetTimes(now);
        }
    }

    @Override
    public double[] statistics() {
        double[] won = {(double) wonBySystematic / Math.max(1, measuredCompletions)};
        return Stream.of(
                        new double[] {work > 0 ? wastedWork / work : 0},
                        Server.fractions(servers, server -> server.workingTime(now), now - measuredFrom),
                        isSystematic ? won : new double[0])
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    /** A server has work while it has copies, whether it is up or down. */
    @Override
    public double load() {
        return Arrays.stream(Server.fractions(servers, server -> server.presentTime(now), now - measuredFrom))
                .max()
                .orElseThrow();
    }

    @Override
    public long backlog() {
        return arrived - completed;
    }
}
