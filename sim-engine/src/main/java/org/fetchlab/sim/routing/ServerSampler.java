package org.fetchlab.sim.routing;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.fetchlab.model.policy.Sampling;

/**
 * Draws the servers that one file can ask, in uniformly random order: whoever prefers earlier servers among equals breaks
 * ties uniformly at random.
 */
@FunctionalInterface
public interface ServerSampler {
    /**
     * Draws the servers of one file.
     *
     * @param target takes the server indices
     * @param from where in the target the first goes
     * @param count L, how many a file asks if it has so many
     * @return how many there are: L, or on a placement table the number of servers of the file, if that is less
     */
    int draw(int[] target, int from, int count);

    /**
     * The sampler of a placement.
     *
     * @param placement where files are
     * @param servers n, the number of servers
     * @param count L, how many servers a file asks; at most n if they must be distinct
     * @param random where chance comes from; used, not copied
     * @return a sampler of {@code count} servers at a time
     */
    static ServerSampler of(Placement placement, int servers, int count, UniformRandomProvider random) {
        if (placement instanceof Placement.Table table) {
            return tabulated(table, random);
        }
        Sampling sampling = ((Placement.Symmetric) placement).sampling();
        if (sampling == Sampling.WITH_REPLACEMENT) {
            return independent(servers, random);
        }
        return (long) count * count > servers ? shuffled(servers, random) : distinct(servers, random);
    }

    private static ServerSampler independent(int servers, UniformRandomProvider random) {
        return (target, from, count) -> {
            for (int i = 0; i < count; i++) {
                target[from + i] = RandomIndex.next(random, 2L * servers);
            }
            return count;
        };
    }

    /** Rejects repetitions: fast while repetitions are rare, that is, when L² is at most n. */
    private static ServerSampler distinct(int servers, UniformRandomProvider random) {
        return (target, from, count) -> {
            for (int i = 0; i < count; i++) {
                int server = RandomIndex.next(random, 2L * servers);
                while (contains(target, from, from + i, server)) {
                    server = RandomIndex.next(random, 2L * servers);
                }
                target[from + i] = server;
            }
            return count;
        };
    }

    private static boolean contains(int[] chosen, int from, int to, int server) {
        for (int i = from; i < to; i++) {
            if (chosen[i] == server) {
                return true;
            }
        }
        return false;
    }

    private static ServerSampler shuffled(int servers, UniformRandomProvider random) {
        int[] permutation = IntStream.range(0, servers).toArray();
        return (target, from, count) -> drawFrom(permutation, target, from, count, random);
    }

    /** The first L places of a lasting permutation, shuffled afresh each time (Fisher and Yates). */
    private static int drawFrom(int[] permutation, int[] target, int from, int count, UniformRandomProvider random) {
        for (int i = 0; i < count; i++) {
            int other = i + RandomIndex.next(random, 2L * (permutation.length - i));
            int server = permutation[other];
            permutation[other] = permutation[i];
            permutation[i] = server;
            target[from + i] = server;
        }
        return count;
    }

    private static ServerSampler tabulated(Placement.Table table, UniformRandomProvider random) {
        int[][] hosts = IntStream.range(0, table.files()).mapToObj(table::hosts).toArray(int[][]::new);
        DiscreteSampler file = hosts.length == 1 ? () -> 0 : AliasMethodDiscreteSampler.of(random, table.popularity());
        return (target, from, count) -> {
            int[] own = hosts[file.sample()];
            return drawFrom(own, target, from, Math.min(count, own.length), random);
        };
    }
}
