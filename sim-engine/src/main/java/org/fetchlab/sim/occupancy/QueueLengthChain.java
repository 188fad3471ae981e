package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A chain that keeps the length of every queue, in one byte: a million servers fit in a second-level cache. Lengths from
 * {@link #SATURATED} on are kept in an array of ints that exists only once it is needed.
 *
 * <p>The fast paths of the subclasses handle lengths below {@link #LIMIT}, whose neighbours fit in a byte too, and leave
 * all others to {@link #join} and {@link #leave}.
 */
abstract class QueueLengthChain implements OccupancyChain {
    /** The byte that says: the length is in {@link #longLengths}. */
    private static final int SATURATED = 255;

    /** Queues shorter than this stay below {@link #SATURATED} after a join. */
    static final int LIMIT = SATURATED - 1;

    /** The length of every queue, {@link #SATURATED} for long ones. */
    final byte[] lengths;

    /** {@code tails[j]}: the number of servers with at least j jobs; longer than any length by at least one. */
    int[] tails = new int[SATURATED + 1];

    /** The generator of all events. */
    final UniformRandomProvider random;

    private final Uniformisation uniformisation;
    private int @Nullable [] longLengths;

    QueueLengthChain(OccupancyHistogram initial, Uniformisation uniformisation, UniformRandomProvider random) {
        this.lengths = new byte[initial.servers()];
        this.uniformisation = uniformisation;
        this.random = random;
        tails[0] = initial.servers();
        int server = 0;
        for (int level = 0; level < initial.levels(); level++) {
            for (int i = 0; i < initial.serversWith(level); i++) {
                for (int job = 0; job < level; job++) {
                    join(server);
                }
                server++;
            }
        }
    }

    @Override
    public final int serversWithAtLeast(int level) {
        return level < tails.length ? tails[level] : 0;
    }

    @Override
    public final double stepRate() {
        return uniformisation.stepRate();
    }

    /** The length of a queue, however long. */
    final int length(int server) {
        int length = lengths[server] & 0xff;
        return length < SATURATED || longLengths == null ? length : longLengths[server];
    }

    /** Adds a job to a queue of any length. */
    final void join(int server) {
        int length = length(server) + 1;
        if (length == tails.length) {
            tails = Arrays.copyOf(tails, 2 * length);
        }
        tails[length]++;
        setLength(server, length);
    }

    /** Removes a job from a queue of any length, if it has one. */
    final void leave(int server) {
        int length = length(server);
        if (length > 0) {
            tails[length]--;
            setLength(server, length - 1);
        }
    }

    private void setLength(int server, int length) {
        lengths[server] = (byte) Math.min(length, SATURATED);
        if (length >= SATURATED) {
            if (longLengths == null) {
                longLengths = new int[lengths.length];
            }
            longLengths[server] = length;
        }
    }
}
