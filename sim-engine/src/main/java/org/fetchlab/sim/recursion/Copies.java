package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The copies of a request, one on each useful server, with what orders their starts. Things with the same useful servers may
 * share them: they hold the times of one request, the last that was served.
 */
final class Copies {
    /** The useful servers, in increasing order. */
    final int[] servers;
    /** All positions: 0, 1, …, one per useful server. */
    final int[] positions;
    /** In the order of the servers. */
    final Copy[] all;
    /** The order of their starts; only for the recursion that needs it. */
    final TimeOrder startOrder;
    /** What the order sorts: their starts, by position. */
    final long[] starts;
    /** The position on each server from the first useful one to the last; only that of a useful server has a meaning. */
    private final int[] positionOn;

    /**
     * Lays out.
     *
     * @param servers the indices of the useful servers, at least one, in increasing order; not copied
     * @param code the servers of the code
     */
    Copies(int[] servers, Server[] code) {
        this.servers = servers;
        positions = IntStream.range(0, servers.length).toArray();
        all = Arrays.stream(positions)
                .mapToObj(position -> new Copy(code[servers[position]], position))
                .toArray(Copy[]::new);
        startOrder = new TimeOrder(servers.length);
        starts = new long[servers.length];
        positionOn = new int[servers[servers.length - 1] - servers[0] + 1];
        for (int position : positions) {
            positionOn[servers[position] - servers[0]] = position;
        }
    }

    /** The copy on a useful server. */
    Copy on(int server) {
        return all[positionOn[server - servers[0]]];
    }

    /** The copies on some useful servers, in the order of these. */
    Copy[] on(int[] some) {
        return Arrays.stream(some).mapToObj(this::on).toArray(Copy[]::new);
    }
}
