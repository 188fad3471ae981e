package org.fetchlab.sim.routing;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** Servers sorted by queue length, so that a uniform one of a given length is found in constant time. */
final class ServersByLength {
    private final int[] order;
    private final int[] position;
    private final int[] length;
    /** {@code starts[j]}: where in the order the servers with at least j pieces start. */
    private int[] starts = new int[16];

    private int shortest;
    private int longest;

    /** All servers empty. */
    ServersByLength(int servers) {
        order = new int[servers];
        position = new int[servers];
        length = new int[servers];
        for (int server = 0; server < servers; server++) {
            order[server] = server;
            position[server] = server;
        }
        Arrays.fill(starts, 1, starts.length, servers);
    }

    int length(int server) {
        return length[server];
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

    void lengthen(int server) {
        int above = length[server] + 1;
        if (above + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
            Arrays.fill(starts, above + 1, starts.length, order.length);
        }
        starts[above]--;
        swap(position[server], starts[above]);
        length[server] = above;
        longest = Math.max(longest, above);
    }

    void shorten(int server) {
        int old = length[server];
        swap(position[server], starts[old]);
        starts[old]++;
        length[server] = old - 1;
        shortest = Math.min(shortest, old - 1);
    }

    private void swap(int i, int j) {
        int one = order[i];
        int other = order[j];
        order[i] = other;
        order[j] = one;
        position[other] = i;
        position[one] = j;
    }
}
