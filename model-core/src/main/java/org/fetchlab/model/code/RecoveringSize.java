package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The size of the least recovering set: the least number of servers that can recover. Fewer copies are never enough.
 *
 * <p>Exact for threshold recovery, groups, and linear decoding on up to 24 useful servers, for direct sums of these, and for
 * any joint recovery on up to 24 useful servers. Beyond,
 * at least the number of objects of a whole file, or for one object 2 if no single server has it; and at most the size of a
 * recovering set that is left when servers are dropped one after the other, or of one that is put together from the parts.
 *
 * @param atLeast a lower limit, at least 1
 * @param atMost an upper limit, the size of some recovering set
 */
public record RecoveringSize(int atLeast, int atMost) {
    /**
     * Checks the limits.
     *
     * @param atLeast the lower limit
     * @param atMost the upper limit
     * @throws IllegalArgumentException unless {@code 1 <= atLeast <= atMost}
     */
    public RecoveringSize {
        if (!(atLeast >= 1 && atLeast <= atMost)) {
            throw new IllegalArgumentException("limits " + atLeast + " and " + atMost
                    + " of a recovering set must satisfy 1 <= atLeast <= atMost");
        }
    }

    /**
     * The least recovering set of a recovery.
     *
     * @param recovery any recovery
     * @return its size
     */
    public static RecoveringSize of(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return exactly(threshold.systematic() < 0 ? threshold.needed() : 1);
        }
        if (recovery instanceof GroupRecovery groups) {
            return exactly(Arrays.stream(groups.groups())
                    .mapToInt(group -> group.length)
                    .min()
                    .orElseThrow());
        }
        if (recovery instanceof JointRecovery joint) {
            return ofJoint(joint);
        }
        return ofSpan((SpanRecovery) recovery);
    }

    private static RecoveringSize ofJoint(JointRecovery joint) {
        List<RecoveringSize> parts =
                joint.parts().stream().map(RecoveringSize::of).toList();
        int atMost = Math.min(parts.stream().mapToInt(RecoveringSize::atMost).sum(), joint.usefulServers().length);
        if (joint.areDisjoint()) {
            return new RecoveringSize(
                    parts.stream().mapToInt(RecoveringSize::atLeast).sum(), atMost);
        }
        // One server can serve several parts.
        return joint.usefulServers().length <= RecoveryTable.MAX_SERVERS
                ? exactly(RecoveryTable.of(joint).leastRecoveringSize())
                : new RecoveringSize(
                        parts.stream().mapToInt(RecoveringSize::atLeast).max().orElseThrow(), atMost);
    }

    private static RecoveringSize ofSpan(SpanRecovery span) {
        if (span.usefulServers().length <= RecoveryTable.MAX_SERVERS) {
            return exactly(span.table().leastRecoveringSize());
        }
        if (span.isOfFile()) {
            return exactly(span.matrix().objects());
        }
        return isAlone(span) ? exactly(1) : new RecoveringSize(2, oneOf(span));
    }

    private static boolean isAlone(SpanRecovery span) {
        Recovery.Decoder decoder = span.decoder();
        return Arrays.stream(span.usefulServers()).anyMatch(server -> {
            decoder.reset();
            return decoder.add(server);
        });
    }

    /** How many servers are left when every server without which the others still recover has been dropped. */
    private static int oneOf(Recovery recovery) {
        int[] kept = recovery.usefulServers();
        Recovery.Decoder decoder = recovery.decoder();
        for (int server : recovery.usefulServers()) {
            int[] others = IntStream.of(kept).filter(other -> other != server).toArray();
            decoder.reset();
            if (IntStream.of(others).anyMatch(decoder::add)) {
                kept = others;
            }
        }
        return kept.length;
    }

    private static RecoveringSize exactly(int size) {
        return new RecoveringSize(size, size);
    }
}
