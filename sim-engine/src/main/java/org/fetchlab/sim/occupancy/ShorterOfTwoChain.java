package org.fetchlab.sim.occupancy;

import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.sim.routing.RandomIndex;

/**
 * Join the shorter of two sampled queues; random routing is the case where the two samples are the same server.
 *
 * <p>A step has no branch that depends on chance. Both queues are read whatever the event is; masks of all ones or all
 * zeros pick the queue that changes and by how much. The first sample wins a tie: samples come in random order, so ties
 * are broken uniformly.
 */
final class ShorterOfTwoChain extends QueueLengthChain {
    private final long doubledServers;
    private final long arrivalThreshold;
    private final int servers;
    private final int secondOffset;
    private final long doubledSecondRange;

    private ShorterOfTwoChain(
            OccupancyHistogram initial,
            Uniformisation uniformisation,
            int secondOffset,
            int secondRange,
            UniformRandomProvider random) {
        super(initial, uniformisation, random);
        this.doubledServers = uniformisation.doubledServers();
        this.arrivalThreshold = uniformisation.arrivalThreshold();
        this.servers = initial.servers();
        this.secondOffset = secondOffset;
        this.doubledSecondRange = 2L * secondRange;
    }

    /** The chain of random routing. */
    static ShorterOfTwoChain random(
            OccupancyHistogram initial, Uniformisation uniformisation, UniformRandomProvider random) {
        return new ShorterOfTwoChain(initial, uniformisation, 0, 1, random);
    }

    /** The chain of join the shorter of two. */
    static ShorterOfTwoChain powerOfTwo(
            OccupancyHistogram initial,
            Uniformisation uniformisation,
            Sampling sampling,
            UniformRandomProvider random) {
        return sampling == Sampling.DISTINCT
                ? new ShorterOfTwoChain(initial, uniformisation, 1, initial.servers() - 1, random)
                : new ShorterOfTwoChain(initial, uniformisation, 0, initial.servers(), random);
    }

    @Override
    public void run(long steps) {
        byte[] queues = lengths;
        int[] counts = tails;
        for (long step = 0; step < steps; step++) {
            long bits = random.nextLong() >>> 1;
            int first = RandomIndex.whole(bits, doubledServers);
            int second = first + secondOffset + RandomIndex.next(random, doubledSecondRange);
            second -= servers & ((servers - 1 - second) >> 31);
            int arrival = (int) ((RandomIndex.fraction(bits, doubledServers) - arrivalThreshold) >>> 63);

            int a = queues[first] & 0xff;
            int b = queues[second] & 0xff;
            if (a >= LIMIT || b >= LIMIT) {
                stepLongQueue(arrival, first, second);
                counts = tails;
                continue;
            }
            int takeSecond = ((b - a) >> 31) & -arrival;
            int server = first ^ ((first ^ second) & takeSecond);
            int length = a ^ ((a ^ b) & takeSecond);
            int change = arrival - ((1 - arrival) & (-length >>> 31));
            queues[server] = (byte) (length + change);
            counts[length + arrival] += change;
        }
    }

    private void stepLongQueue(int arrival, int first, int second) {
        if (arrival == 0) {
            leave(first);
        } else {
            join(length(second) < length(first) ? second : first);
        }
    }
}
