package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** Which useful servers get a copy of a request. Not thread-safe; no call allocates. */
abstract sealed class CopyChoice {
    /**
     * Chooses for the next request, and marks the copies it does not get as never finishing.
     *
     * @param kind what the request asks for
     * @return positions in increasing order; valid until the next call
     */
    abstract int[] next(RequestKind kind);

    /** All of them. */
    static final class All extends CopyChoice {
        @Override
        int[] next(RequestKind kind) {
            return kind.positions;
        }
    }

    /** A uniformly chosen subset of r among those that recover, by rejection. */
    static final class Subset extends CopyChoice {
        private static final int MOST_ATTEMPTS = 1_000_000;

        private final int[] chosen;
        private final UniformRandomProvider random;

        Subset(int copies, UniformRandomProvider random) {
            chosen = new int[copies];
            this.random = random;
        }

        @Override
        int[] next(RequestKind kind) {
            if (chosen.length >= kind.servers.length) {
                return kind.positions;
            }
            Arrays.fill(kind.finishes, Double.POSITIVE_INFINITY);
            Arrays.fill(kind.starts, Double.POSITIVE_INFINITY);
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                draw(kind.servers.length);
                if (recovers(kind)) {
                    return chosen;
                }
            }
            throw new IllegalArgumentException(
                    chosen.length + " copies do not recover what is asked for; fork to more servers");
        }

        /** Selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): the positions come out in increasing order. */
        private void draw(int size) {
            int taken = 0;
            for (int position = 0; taken < chosen.length; position++) {
                if (random.nextInt(size - position) < chosen.length - taken) {
                    chosen[taken++] = position;
                }
            }
        }

        private boolean recovers(RequestKind kind) {
            kind.decoder.reset();
            boolean recovered = false;
            for (int position : chosen) {
                recovered = kind.decoder.add(kind.servers[position]);
            }
            return recovered;
        }
    }
}
