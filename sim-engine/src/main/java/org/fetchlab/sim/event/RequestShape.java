package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.sim.recursion.DecoderMemory;
import org.fetchlab.sim.recursion.RecoveringSubset;
import org.fetchlab.sim.recursion.RequestMix;
import org.jspecify.annotations.Nullable;

/** One thing that requests ask for: its useful servers, and the plan by which copies are sent to them. */
final class RequestShape {
    /** Per useful server, a reference to it and the arrays of the plan. */
    private static final double BYTES_PER_POSITION = 32;
    /** A copy, its place in the order of sending, and its part of the state of a decoder. */
    private static final double BYTES_PER_COPY = 80;
    /** That of the plan and that of a request. */
    private static final double DECODERS = 2;
    /** Long lines are rare, and those of requests for the same thing take turns. */
    private static final double COPIES_IN_LINE = 10;

    /** In increasing order. */
    final Server[] servers;
    /** Position of the systematic server, or -1. */
    final int systematic;

    final CopyPlan plan;
    final Recovery recovery;
    /** The first of the places that no request uses now; each knows the next. */
    private @Nullable Request unused;

    private RequestShape(
            Recovery recovery,
            int systematicServer,
            EventPath.Rules rules,
            EventPath.Variates variates,
            Server[] all,
            boolean[] isDown) {
        this.recovery = recovery;
        int[] useful = recovery.usefulServers();
        servers = Arrays.stream(useful).mapToObj(server -> all[server]).toArray(Server[]::new);
        systematic = systematicServer < 0 ? -1 : Arrays.binarySearch(useful, systematicServer);
        CopyPlan.Availability availability = new CopyPlan.Availability(rules.avoidsDownServers() ? isDown : null);
        plan = rules.access() instanceof AccessPolicy.Hedge hedge
                ? new CopyPlan.Hedged(hedge, recovery, systematic, availability, variates.routing())
                : new CopyPlan.AtOnce(
                        recovery,
                        availability,
                        rules.access() instanceof AccessPolicy.ForkTo fork
                                ? new RecoveringSubset(fork.copies(), variates.routing())
                                : null,
                        rules.cancellation() == Cancellation.ON_START ? variates.ties() : null);
    }

    /** The shapes of a mix; {@code isDown} is read whenever a request arrives. */
    static RequestShape[] of(
            RequestMix mix, EventPath.Rules rules, EventPath.Variates variates, Server[] all, boolean[] isDown) {
        int[] systematic = mix.systematicServers();
        return IntStream.range(0, systematic.length)
                .mapToObj(i -> new RequestShape(mix.recoveries().get(i), systematic[i], rules, variates, all, isDown))
                .toArray(RequestShape[]::new);
    }

    /**
     * An estimate of the memory of the shapes of a mix and of the requests in the system, in bytes: one request for each
     * thing, because places are not given back, and a few copies in the line of every server.
     */
    static double memory(RequestMix mix) {
        double bytes = BYTES_PER_COPY * COPIES_IN_LINE * mix.servers();
        for (Recovery recovery : mix.recoveries()) {
            bytes += (BYTES_PER_POSITION + BYTES_PER_COPY) * recovery.usefulServers().length
                    + DECODERS * DecoderMemory.ofBasis(recovery);
        }
        return bytes;
    }

    /** A place that no request uses, if there is one. */
    @Nullable
    Request reuse() {
        Request place = unused;
        if (place != null) {
            unused = place.nextUnused;
        }
        return place;
    }

    /** A request has left the system. */
    void release(Request request) {
        request.nextUnused = unused;
        unused = request;
    }
}
