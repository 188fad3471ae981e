package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/**
 * One thing that requests ask for, laid out for the recursion. The copies are those of its last request: the recursion fills
 * in their times and the statistics read them.
 */
final class RequestKind {
    /** Its useful servers, in increasing order. */
    final int[] servers;
    /** All positions: 0, 1, …, one per useful server. */
    final int[] positions;
    /** A copy per useful server, in the same order. */
    final Copy[] copies;
    /** When it is recovered, from the times of its copies. */
    final CompletionTime completion;
    /** Copies of the last request in the order of their starts; only for the recursion that needs it. */
    final TimeOrder startOrder;
    /** What the order sorts: their starts, by position. */
    final long[] starts;
    /** Answers the recovery question for sets of servers. */
    final Recovery.Decoder decoder;
    /** The copy of the systematic server, if there is one. */
    final @Nullable Copy systematic;

    /**
     * Lays out.
     *
     * @param recovery what recovers it
     * @param systematicServer the index of its systematic server, or -1
     * @param all the servers of the code
     */
    RequestKind(Recovery recovery, int systematicServer, Server[] all) {
        servers = recovery.usefulServers();
        positions = IntStream.range(0, servers.length).toArray();
        copies = Arrays.stream(positions)
                .mapToObj(position -> new Copy(all[servers[position]], position))
                .toArray(Copy[]::new);
        completion = CompletionTime.of(recovery, copies);
        startOrder = new TimeOrder(servers.length);
        starts = new long[servers.length];
        decoder = recovery.decoder();
        systematic = Arrays.stream(copies)
                .filter(copy -> copy.server.index == systematicServer)
                .findFirst()
                .orElse(null);
    }

    /** All that the requests of a mix can ask for. */
    static RequestKind[] of(RequestMix mix, Server[] servers) {
        int[] systematic = mix.systematicServers();
        return IntStream.range(0, systematic.length)
                .mapToObj(i -> new RequestKind(mix.recoveries().get(i), systematic[i], servers))
                .toArray(RequestKind[]::new);
    }
}
