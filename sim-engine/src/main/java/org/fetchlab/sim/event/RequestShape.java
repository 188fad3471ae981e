package org.fetchlab.sim.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.sim.recursion.RecoveringSubset;
import org.fetchlab.sim.recursion.RequestMix;

/** One thing that requests ask for: its useful servers by position, and the plan by which copies are sent to them. */
final class RequestShape {
    final int[] servers;
    /** Position of the systematic server, or -1. */
    final int systematic;

    final CopyPlan plan;
    private final Recovery recovery;
    /** Decoders that no request uses. */
    private final List<Recovery.Decoder> unused = new ArrayList<>();

    private RequestShape(
            Recovery recovery,
            int systematicServer,
            EventPath.Rules rules,
            EventPath.Variates variates,
            boolean[] isDown) {
        this.recovery = recovery;
        servers = recovery.usefulServers();
        systematic = systematicServer < 0 ? -1 : Arrays.binarySearch(servers, systematicServer);
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
    static RequestShape[] of(RequestMix mix, EventPath.Rules rules, EventPath.Variates variates, boolean[] isDown) {
        int[] systematic = mix.systematicServers();
        return IntStream.range(0, systematic.length)
                .mapToObj(i -> new RequestShape(mix.recoveries().get(i), systematic[i], rules, variates, isDown))
                .toArray(RequestShape[]::new);
    }

    int size() {
        return servers.length;
    }

    /** A decoder to which nothing is added. */
    Recovery.Decoder takeDecoder() {
        if (unused.isEmpty()) {
            return recovery.decoder();
        }
        Recovery.Decoder decoder = unused.remove(unused.size() - 1);
        decoder.reset();
        return decoder;
    }

    /** Gives a decoder back. */
    void returnDecoder(Recovery.Decoder decoder) {
        unused.add(decoder);
    }
}
