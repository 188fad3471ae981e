package org.fetchlab.sim.routing;

import org.jspecify.annotations.Nullable;

/**
 * The finish times of the pending pieces of every server. With first come first served a piece's finish time is known when
 * it arrives, so departures need no event: the length of a queue is the number of its times that are still to come.
 *
 * <p>A server is one cache line: its eight latest finish times, ascending. They are stored as the bits of doubles, whose
 * order for positive numbers is that of integers, so that counting needs no branch. Pieces beyond the eighth are spilled.
 */
final class PendingTimes {
    /** Times per line: 64 bytes. */
    private static final int LINE = 8;

    private static final int LAST = LINE - 1;

    /** Few queues are so long: the times before the latest five are seldom looked at. */
    private static final int RECENT = 5;

    /**
     * Where the first line starts. Array elements follow a header of 16 bytes, and a large array starts at a page, so
     * these 48 bytes put every line of a large array on a cache line of its own. Only speed depends on it.
     */
    private static final int OFFSET = 6;

    private final long[] lines;
    private final int servers;
    private @Nullable SpilledTimes spilled;

    PendingTimes(int servers) {
        this.servers = servers;
        lines = new long[Math.addExact(Math.multiplyExact(servers, LINE), OFFSET)];
    }

    /** Reads from the line of a server, so that it is in the cache soon. */
    long touch(int server) {
        return lines[start(server)];
    }

    /** The number of pieces that finish after a time. */
    int length(int server, double time) {
        long now = Double.doubleToRawLongBits(time);
        int last = start(server) + LAST;
        long[] times = lines;
        long recent = after(now, times[last])
                + after(now, times[last - 1])
                + after(now, times[last - 2])
                + after(now, times[last - 3])
                + after(now, times[last - 4]);
        return recent < RECENT ? (int) recent : RECENT + olderThanRecent(server, now);
    }

    /** The rare case: all of the five latest are pending, perhaps others too. */
    private int olderThanRecent(int server, long now) {
        int start = start(server);
        int older = 0;
        for (int i = 0; i < LINE - RECENT; i++) {
            older += (int) after(now, lines[start + i]);
        }
        return older < LINE - RECENT || spilled == null ? older : older + spilled.length(server, now);
    }

    /** 1 if the second of two positive doubles, given by their bits, is the larger one, else 0. */
    private static long after(long now, long time) {
        return (now - time) >>> 63;
    }

    /** The time at which all present pieces are finished, at most {@code time} if the server is idle then. */
    double lastFinish(int server) {
        return Double.longBitsToDouble(lines[start(server) + LAST]);
    }

    /** Appends a piece that arrives at a time and finishes after all others. */
    void add(int server, double time, double finish) {
        int start = start(server);
        long[] times = lines;
        long oldest = times[start];
        long now = Double.doubleToRawLongBits(time);
        if (oldest > now) {
            spill(server, now, oldest);
        }
        for (int i = 0; i < LAST; i++) {
            times[start + i] = times[start + i + 1];
        }
        times[start + LAST] = Double.doubleToRawLongBits(finish);
    }

    /** The number of pieces at all servers that finish after a time. */
    long total(double time) {
        long total = 0;
        for (int server = 0; server < servers; server++) {
            total += length(server, time);
        }
        return total;
    }

    private void spill(int server, long now, long finish) {
        if (spilled == null) {
            spilled = new SpilledTimes(servers);
        }
        spilled.add(server, now, finish);
    }

    private static int start(int server) {
        return server * LINE + OFFSET;
    }
}
