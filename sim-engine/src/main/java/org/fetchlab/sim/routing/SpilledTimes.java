package org.fetchlab.sim.routing;

import org.jspecify.annotations.Nullable;

/**
 * Finish times that do not fit in the cache line of their server: a ring per server, made when first needed. Times are the
 * bits of positive doubles, ascending in every ring; those that are past are dropped when the ring is next used.
 */
final class SpilledTimes {
    private static final int FIRST_CAPACITY = 8;

    private final long[] @Nullable [] rings;
    private final int[] heads;
    private final int[] lengths;

    SpilledTimes(int servers) {
        rings = new long[servers][];
        heads = new int[servers];
        lengths = new int[servers];
    }

    /** The number of spilled times of a server after now. */
    int length(int server, long now) {
        long[] ring = rings[server];
        if (ring == null) {
            return 0;
        }
        int head = heads[server];
        int length = lengths[server];
        while (length > 0 && ring[head] <= now) {
            head = (head + 1) & (ring.length - 1);
            length--;
        }
        heads[server] = head;
        lengths[server] = length;
        return length;
    }

    /** Appends a time that is later than all others of its server. */
    void add(int server, long now, long finish) {
        int length = length(server, now);
        long[] ring = rings[server];
        if (ring == null) {
            ring = new long[FIRST_CAPACITY];
            rings[server] = ring;
        } else if (length == ring.length) {
            ring = grown(ring, heads[server]);
            rings[server] = ring;
            heads[server] = 0;
        }
        ring[(heads[server] + length) & (ring.length - 1)] = finish;
        lengths[server] = length + 1;
    }

    private static long[] grown(long[] ring, int head) {
        long[] larger = new long[2 * ring.length];
        System.arraycopy(ring, head, larger, 0, ring.length - head);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        return larger;
    }
}
