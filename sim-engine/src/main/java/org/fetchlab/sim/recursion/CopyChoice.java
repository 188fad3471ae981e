package org.fetchlab.sim.recursion;

import org.apache.commons.rng.UniformRandomProvider;

/** Which useful servers get a copy of a request. Not thread-safe; no call allocates. */
abstract sealed class CopyChoice {
    /**
     * Chooses for the next request, and marks the copies it does not get as never finishing.
     *
     * @param kind what the request asks for
     * @return its copies, in increasing order of their servers; valid until the next call
     */
    abstract Copy[] next(RequestKind kind);

    /** All of them. */
    static final class All extends CopyChoice {
        @Override
        Copy[] next(RequestKind kind) {
            return kind.copies;
        }
    }

    /** A uniformly chosen subset of r among those that recover, by rejection. */
    static final class Subset extends CopyChoice {
        private final RecoveringSubset subset;
        private final Copy[] chosen;

        Subset(int copies, UniformRandomProvider random) {
            subset = new RecoveringSubset(copies, random);
            chosen = new Copy[copies];
        }

        @Override
        Copy[] next(RequestKind kind) {
            if (subset.size() >= kind.copies.length) {
                return kind.copies;
            }
            for (Copy copy : kind.copies) {
                copy.omit();
            }
            subset.drawOrFail(kind.servers, kind.positions, kind.copies.length, kind.decoder);
            int[] positions = subset.chosen();
            for (int i = 0; i < positions.length; i++) {
                chosen[i] = kind.copies[positions[i]];
            }
            return chosen;
        }
    }
}
