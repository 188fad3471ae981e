package org.fetchlab.sim.recursion;

import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;
import org.jspecify.annotations.Nullable;

/**
 * One thing that requests ask for, laid out for the recursion. The copies are those of the last request for it or for a thing
 * with the same useful servers: the recursion fills in their times and the statistics read them before the next request.
 */
final class RequestKind {
    /** Per useful server, the copies to look at, the times to select from and the state of a decoder. */
    private static final double BYTES_PER_QUESTION = 20;
    /** One to sort out when it is recovered, one for sets of servers. */
    private static final double DECODERS = 2;
    /** The objects that hold all this. */
    private static final double BYTES_PER_THING = 300;
    /** A copy, and what orders its start. */
    private static final double BYTES_PER_COPY = 72;

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
     * Lays out, with copies of its own.
     *
     * @param recovery what recovers it
     * @param systematicServer the index of its systematic server, or -1
     * @param all the servers of the code
     */
    RequestKind(Recovery recovery, int systematicServer, Server[] all) {
        this(recovery, systematicServer, new Copies(recovery.usefulServers(), all));
    }

    private RequestKind(Recovery recovery, int systematicServer, Copies laidOut) {
        servers = laidOut.servers;
        positions = laidOut.positions;
        copies = laidOut.all;
        completion = CompletionTime.of(recovery, laidOut);
        startOrder = laidOut.startOrder;
        starts = laidOut.starts;
        decoder = recovery.decoder();
        systematic = systematicServer < 0 ? null : laidOut.on(systematicServer);
    }

    /** All that the requests of a mix can ask for. Things with the same useful servers share their copies. */
    static RequestKind[] of(RequestMix mix, Server[] servers) {
        List<Recovery> recoveries = mix.recoveries();
        int[] systematic = mix.systematicServers();
        Map<IntBuffer, Copies> shared = new HashMap<>();
        return IntStream.range(0, systematic.length)
                .mapToObj(i -> {
                    Recovery recovery = recoveries.get(i);
                    int[] useful = recovery.usefulServers();
                    Copies copies =
                            shared.computeIfAbsent(IntBuffer.wrap(useful), unknown -> new Copies(useful, servers));
                    return new RequestKind(recovery, systematic[i], copies);
                })
                .toArray(RequestKind[]::new);
    }

    /** An estimate of the memory of what the requests of a mix can ask for, in bytes. */
    static double memory(RequestMix mix) {
        double bytes = 0;
        Set<IntBuffer> shared = new HashSet<>();
        for (Recovery recovery : mix.recoveries()) {
            int[] useful = recovery.usefulServers();
            bytes += BYTES_PER_THING + BYTES_PER_QUESTION * useful.length + DECODERS * DecoderMemory.ofBasis(recovery);
            bytes += shared.add(IntBuffer.wrap(useful)) ? BYTES_PER_COPY * useful.length : 0;
        }
        return bytes;
    }
}
