package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.sim.observe.TimeKey;

/**
 * One thing that requests ask for, laid out for the recursion: positions 0, 1, … stand for its useful servers in increasing
 * order. The times of the last request are scratch memory that the recursion fills and the statistics read.
 */
final class RequestKind {
    /** Its useful servers, in increasing order. */
    final int[] servers;
    /** All positions: 0, 1, …, one per useful server. */
    final int[] positions;
    /** When it is recovered, from the times of its copies. */
    final CompletionTime completion;
    /** The service time of each copy of the last request on a server of speed 1, in the order of the copies. */
    final double[] services;
    /** When each copy of the last request starts, by position; only what the recursion in use fills in. */
    final long[] starts;
    /** When each copy of the last request would finish if it were not cancelled, by position; infinite without a copy. */
    final long[] finishes;
    /** Copies of the last request in the order of their starts; only for the recursion that needs it. */
    final TimeOrder startOrder;
    /** Answers the recovery question for sets of servers. */
    final Recovery.Decoder decoder;
    /** Position of the systematic server, or -1. */
    final int systematic;

    RequestKind(Recovery recovery, int systematicServer) {
        servers = recovery.usefulServers();
        positions = IntStream.range(0, servers.length).toArray();
        completion = CompletionTime.of(recovery);
        services = new double[servers.length];
        starts = new long[servers.length];
        finishes = new long[servers.length];
        Arrays.fill(starts, TimeKey.NEVER);
        Arrays.fill(finishes, TimeKey.NEVER);
        startOrder = new TimeOrder(servers.length);
        decoder = recovery.decoder();
        systematic = systematicServer < 0 ? -1 : Arrays.binarySearch(servers, systematicServer);
    }
}
