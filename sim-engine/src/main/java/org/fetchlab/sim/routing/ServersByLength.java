package org.fetchlab.sim.routing;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** Servers sorted by queue length, so that a uniform one of a given length is found in constant time. */
final class ServersByLength {
    private static final int NEAR = 16;

    private final int[] order;
    /** By server: its length, and where it stands in the order, in one place of memory. */
    private final long[] places;
    /** {@code starts[j]}: where in the order the servers with at least j pieces start. */
    private int[] starts = new int[16];

    private int shortest;
    private int longest;

    /** All servers empty. */
    ServersByLength(int servers) {
        order = new int[servers];
        places = new long[servers];
        for (int server = 0; server < servers; server++) {
            order[server] = server;
            places[server] = place(0, server);
        }
        Arrays.fill(starts, 1, starts.length, servers);
    }

    int length(int server) {
        return (int) (places[server] >>> Integer.SIZE);
    }

    /** How many servers have a length. */
    int count(int atLength) {
        return starts[atLength + 1] - starts[atLength];
    }

    /** The least queue length. */
    int shortest() {
        while (starts[shortest + 1] == 0) {
            shortest++;
        }
        return shortest;
    }

    /** The greatest queue length. */
    int longest() {
        while (starts[longest] == order.length) {
            longest--;
        }
        return longest;
    }

    /** A uniformly chosen server among those of a length that occurs. */
    int uniform(int atLength, UniformRandomProvider random) {
        int from = starts[atLength];
        return order[from + RandomIndex.next(random, 2L * (starts[atLength + 1] - from))];
    }

    /** Reads from the memory of the servers next to a change of length in the order. The result is of no interest. */
    long touchBoundaries() {
        long sum = 0;
        for (int level = shortest() + 1; level <= longest(); level++) {
            int from = Math.max(0, starts[level] - NEAR);
            int to = Math.min(order.length, starts[level] + NEAR);
            for (int i = from; i < to; i++) {
                sum += places[order[i]];
            }
        }
        return sum;
    }

    void lengthen(int server) {
        int above = length(server) + 1;
        if (above + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
            Arrays.fill(starts, above + 1, starts.length, order.length);
        }
        starts[above]--;
        move(server, above, starts[above], above - 1);
        longest = Math.max(longest, above);
    }

    void shorten(int server) {
        int old = length(server);
        move(server, old - 1, starts[old], old);
        starts[old]++;
        shortest = Math.min(shortest, old - 1);
    }

    /** Gives a server its new length and place, and its old place to the server that stands there. */
    private void move(int server, int newLength, int to, int lengthThere) {
        int from = (int) places[server];
        int other = order[to];
        order[from] = other;
        places[other] = place(lengthThere, from);
        order[to] = server;
        places[server] = place(newLength, to);
    }

    private static long place(int length, int position) {
        return ((long) length << Integer.SIZE) | position;
    }
}
