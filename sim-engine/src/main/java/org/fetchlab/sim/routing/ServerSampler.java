package org.fetchlab.sim.routing;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
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
     * @param servers filled with server indices
     */
    void draw(int[] servers);

    /**
     * The sampler of a placement.
     *
     * @param placement where files are
     * @param servers n, the number of servers
     * @param count L, how many servers a file asks; at most n if they must be distinct
     * @param random where chance comes from; used, not copied
     * @return a sampler for arrays of length {@code count}
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
        return chosen -> {
            for (int i = 0; i < chosen.length; i++) {
                chosen[i] = RandomIndex.next(random, 2L * servers);
            }
        };
    }

    /** Rejects repetitions: fast while repetitions are rare, that is, when L² is at most n. */
    private static ServerSampler distinct(int servers, UniformRandomProvider random) {
        return chosen -> {
            for (int i = 0; i < chosen.length; i++) {
                int server = RandomIndex.next(random, 2L * servers);
                while (contains(chosen, i, server)) {
                    server = RandomIndex.next(random, 2L * servers);
                }
                chosen[i] = server;
            }
        };
    }

    private static boolean contains(int[] chosen, int length, int server) {
        for (int i = 0; i < length; i++) {
            if (chosen[i] == server) {
                return true;
            }
        }
        return false;
    }

    /** The first L places of a lasting permutation, shuffled afresh each time (Fisher and Yates). */
    private static ServerSampler shuffled(int servers, UniformRandomProvider random) {
        int[] permutation = new int[servers];
        for (int i = 0; i < servers; i++) {
            permutation[i] = i;
        }
        return chosen -> {
            for (int i = 0; i < chosen.length; i++) {
                int other = i + RandomIndex.next(random, 2L * (servers - i));
                int server = permutation[other];
                permutation[other] = permutation[i];
                permutation[i] = server;
                chosen[i] = server;
            }
        };
    }

    private static ServerSampler tabulated(Placement.Table table, UniformRandomProvider random) {
        int[][] hosts = new int[table.files()][];
        for (int file = 0; file < hosts.length; file++) {
            hosts[file] = table.hosts(file);
        }
        SharedStateDiscreteSampler file = AliasMethodDiscreteSampler.of(random, table.popularity());
        return chosen -> {
            System.arraycopy(hosts[file.sample()], 0, chosen, 0, chosen.length);
            ArraySampler.shuffle(random, chosen);
        };
    }
}
