package org.fetchlab.sim.event;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.sim.recursion.RequestMix;

/** One thing that requests ask for: its useful servers by position, and the orders in which copies are sent to them. */
final class RequestShape {
    final int[] servers;
    /** Position of the systematic server, or -1. */
    final int systematic;
    /** The order of hedged requests. */
    final SendingOrder hedged;

    private final int[] keys;
    private final UniformRandomProvider ties;

    private RequestShape(Recovery recovery, int systematicServer, EventPath.Variates variates) {
        servers = recovery.usefulServers();
        systematic = systematicServer < 0 ? -1 : Arrays.binarySearch(servers, systematicServer);
        hedged = new SendingOrder(recovery, systematic, variates.routing());
        keys = new int[servers.length];
        ties = variates.ties();
    }

    static RequestShape[] of(RequestMix mix, EventPath.Variates variates) {
        return IntStream.range(0, mix.recoveries().size())
                .mapToObj(i -> new RequestShape(mix.recoveries().get(i), mix.systematicServers()[i], variates))
                .toArray(RequestShape[]::new);
    }

    int size() {
        return servers.length;
    }

    /** Writes the positions in increasing order. */
    void writeOrder(int[] order, int offset) {
        for (int position = 0; position < servers.length; position++) {
            order[offset + position] = position;
        }
    }

    /** Writes the positions in the order of random keys, the same keys that the recursion draws. */
    void writeRandomOrder(int[] order, int offset) {
        for (int position = 0; position < servers.length; position++) {
            keys[position] = ties.nextInt();
            int hole = position;
            while (hole > 0 && keys[order[offset + hole - 1]] > keys[position]) {
                order[offset + hole] = order[offset + hole - 1];
                hole--;
            }
            order[offset + hole] = position;
        }
    }
}
