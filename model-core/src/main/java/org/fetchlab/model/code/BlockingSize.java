package org.fetchlab.model.code;

import java.util.stream.IntStream;

/**
 * The size of the least blocking set of a recovery: the least number of servers without which it fails, whatever all others
 * have. For an object of a code it is at least the minimum distance. One slow copy of each server of such a set makes a
 * request slow.
 *
 * <p>Exact for threshold recovery, disjoint groups, simplex codes and anything else on up to 24 useful servers; beyond, at
 * least the minimum distance that the family of the code is known to have and at most the size of a blocking set that is
 * found server by server, the systematic ones first.
 *
 * @param atLeast a lower limit, at least 1
 * @param atMost an upper limit, the size of some blocking set
 */
public record BlockingSize(int atLeast, int atMost) {
    /**
     * Checks the limits.
     *
     * @param atLeast the lower limit
     * @param atMost the upper limit
     * @throws IllegalArgumentException unless {@code 1 <= atLeast <= atMost}
     */
    public BlockingSize {
        if (!(atLeast >= 1 && atLeast <= atMost)) {
            throw new IllegalArgumentException(
                    "limits " + atLeast + " and " + atMost + " of a blocking set must satisfy 1 <= atLeast <= atMost");
        }
    }

    /**
     * The least blocking set of a recovery.
     *
     * @param recovery any recovery
     * @return its size
     */
    public static BlockingSize of(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery threshold) {
            int spare = threshold.candidates().length - threshold.needed();
            return exactly(spare + (threshold.systematic() < 0 ? 1 : 2));
        }
        if (recovery instanceof JointRecovery joint) {
            return joint.parts().stream()
                    .map(BlockingSize::of)
                    .reduce((one, other) ->
                            new BlockingSize(Math.min(one.atLeast, other.atLeast), Math.min(one.atMost, other.atMost)))
                    .orElseThrow();
        }
        if (recovery instanceof GroupRecovery groups && groups.areDisjoint()) {
            return exactly(groups.groups().length);
        }
        if (recovery instanceof SpanRecovery span && span.isSimplex()) {
            return exactly((span.matrix().servers() + 1) / 2);
        }
        return recovery.usefulServers().length <= RecoveryTable.MAX_SERVERS
                ? exactly(RecoveryTable.of(recovery).leastBlockingSize())
                : new BlockingSize(knownDistance(recovery), oneOf(recovery));
    }

    private static BlockingSize exactly(int size) {
        return new BlockingSize(size, size);
    }

    private static int knownDistance(Recovery recovery) {
        return recovery instanceof SpanRecovery span ? span.leastDistance() : 1;
    }

    /** How many servers are left when every server that does not complete a recovering set has been taken. */
    private static int oneOf(Recovery recovery) {
        int[] useful = recovery.usefulServers();
        Recovery.Decoder decoder = recovery.decoder();
        int taken = 0;
        for (int server : useful) {
            if (decoder.add(server)) {
                decoder.reset();
                IntStream.range(0, taken).forEach(i -> decoder.add(useful[i]));
            } else {
                useful[taken++] = server;
            }
        }
        return useful.length - taken;
    }

    /**
     * Whether the size is known.
     *
     * @return true if the limits agree
     */
    public boolean isExact() {
        return atLeast == atMost;
    }
}
