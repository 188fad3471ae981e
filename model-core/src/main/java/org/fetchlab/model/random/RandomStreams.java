package org.fetchlab.model.random;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Named random streams: the pair (replication, purpose) picks one stream of the family that a seed stands for.
 *
 * <p>The same (seed, replication, purpose) gives the same numbers on every JDK, machine and number of threads, and two
 * systems simulated with the same seed see the same arrivals: common random numbers. Streams are XO_SHI_RO_256_PP
 * generators (Blackman and Vigna 2021). The name is hashed to 64 bits by the SplitMix64 finaliser (Steele, Lea and Flood
 * 2014), and the 256-bit state is the SplitMix64 sequence that starts there: m distinct names share a stream with
 * probability about m² / 2^65.
 *
 * @param seed any number; the name of the family
 */
public record RandomStreams(long seed) {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    /**
     * One stream.
     *
     * @param replication the index of the replication, at least 0
     * @param purpose what the numbers are for
     * @return a new generator at the start of the stream
     * @throws IllegalArgumentException if the replication is negative
     */
    public UniformRandomProvider stream(long replication, RandomPurpose purpose) {
        if (replication < 0) {
            throw new IllegalArgumentException("replication " + replication + " must be at least 0");
        }
        long name = mix(mix(mix(seed) ^ replication) ^ purpose.name().hashCode());
        long[] state = new long[4];
        for (int i = 0; i < state.length; i++) {
            name += GOLDEN_GAMMA;
            state[i] = mix(name);
        }
        return RandomSource.XO_SHI_RO_256_PP.create(state);
    }

    private static long mix(long value) {
        long z = value + GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
