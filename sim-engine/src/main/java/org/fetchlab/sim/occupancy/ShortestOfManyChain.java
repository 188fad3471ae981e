package org.fetchlab.sim.occupancy;

import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.sim.routing.BatchChoice;
import org.fetchlab.sim.routing.RandomIndex;
import org.fetchlab.sim.routing.ServerSampler;

/**
 * Batch sampling BS(L, k): a file asks L servers and joins the k shortest queues. Ties go to the earlier sample; samples
 * come in random order, so ties are broken uniformly.
 *
 * <p>The k shortest of L are found by counting, for every sample, how many precede it: L(L−1)/2 comparisons without a
 * branch, and no sorting.
 */
final class ShortestOfManyChain extends QueueLengthChain {
    private final long doubledServers;
    private final long arrivalThreshold;
    private final ServerSampler sampler;
    private final int joined;
    private final int told;
    private final int[] sample;
    private final int[] sampledLengths;
    private final int[] ranks;

    ShortestOfManyChain(
            OccupancyHistogram initial,
            Uniformisation uniformisation,
            BatchChoice choice,
            ServerSampler sampler,
            UniformRandomProvider random) {
        super(initial, uniformisation, random);
        this.doubledServers = uniformisation.doubledServers();
        this.arrivalThreshold = uniformisation.arrivalThreshold();
        this.sampler = sampler;
        this.joined = choice.joined();
        this.told = choice.told();
        this.sample = new int[choice.sampled()];
        this.sampledLengths = new int[choice.sampled()];
        this.ranks = new int[choice.sampled()];
    }

    @Override
    public void run(long steps) {
        byte[] queues = lengths;
        for (long step = 0; step < steps; step++) {
            long bits = random.nextLong() >>> 1;
            if (RandomIndex.fraction(bits, doubledServers) < arrivalThreshold) {
                arrive();
                continue;
            }
            int server = RandomIndex.whole(bits, doubledServers);
            int length = queues[server] & 0xff;
            if (length >= LIMIT) {
                leave(server);
            } else {
                int left = -length >>> 31;
                queues[server] = (byte) (length - left);
                tails[length] -= left;
            }
        }
    }

    private void arrive() {
        int[] chosen = sample;
        int count = sampler.draw(chosen, 0, chosen.length);
        if (joined == 1) {
            join(shortest(chosen, count));
        } else if (rank(chosen, count) + joined > LIMIT) {
            joinLongQueues(count);
        } else {
            joinShortQueues(lengths, tails, chosen, count);
        }
    }

    private int shortest(int[] chosen, int count) {
        int shortest = chosen[0];
        int least = Math.min(length(shortest), told);
        for (int i = 1; i < count; i++) {
            int length = Math.min(length(chosen[i]), told);
            if (length < least) {
                least = length;
                shortest = chosen[i];
            }
        }
        return shortest;
    }

    /**
     * Counts for every sample how many samples are shorter, or equal and earlier.
     *
     * @return the length of the longest queue of the sample
     */
    private int rank(int[] chosen, int count) {
        int[] seen = sampledLengths;
        int longest = 0;
        for (int i = 0; i < count; i++) {
            int length = length(chosen[i]);
            int rank = i;
            for (int j = 0; j < i; j++) {
                int laterIsShorter = (length - seen[j]) >>> 31;
                rank -= laterIsShorter;
                ranks[j] += laterIsShorter;
            }
            seen[i] = length;
            ranks[i] = rank;
            longest = Math.max(longest, length);
        }
        return longest;
    }

    private void joinShortQueues(byte[] queues, int[] counts, int[] chosen, int count) {
        for (int i = 0; i < count; i++) {
            int join = (ranks[i] - joined) >>> 31;
            int length = (queues[chosen[i]] & 0xff) + join;
            queues[chosen[i]] = (byte) length;
            counts[length] += join;
        }
    }

    private void joinLongQueues(int count) {
        for (int i = 0; i < count; i++) {
            if (ranks[i] < joined) {
                join(sample[i]);
            }
        }
    }
}
