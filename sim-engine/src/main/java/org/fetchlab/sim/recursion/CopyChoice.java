package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.sim.observe.TimeKey;

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
        private final RecoveringSubset subset;

        Subset(int copies, UniformRandomProvider random) {
            subset = new RecoveringSubset(copies, random);
        }

        @Override
        int[] next(RequestKind kind) {
            int useful = kind.servers.length;
            if (subset.size() >= useful) {
                return kind.positions;
            }
            Arrays.fill(kind.finishes, TimeKey.NEVER);
            Arrays.fill(kind.starts, TimeKey.NEVER);
            subset.drawOrFail(kind.servers, kind.positions, useful, kind.decoder);
            return subset.chosen();
        }
    }
}
