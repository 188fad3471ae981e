package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.sim.observe.TimeKey;

/**
 * Counts the service types of Aktaş, Kadhe, Soljanin and Sprintson for fixed arrivals: type i is a request of which i
 * recovery groups have a finished copy when it reaches the head of the line, that is, at the later of its arrival and the
 * completion of its predecessor. Not thread-safe.
 */
final class ServiceTypes {
    private final CopyPair[] groups;
    private final long[] counts;
    private long predecessor;

    private ServiceTypes(CopyPair[] groups) {
        this.groups = groups;
        counts = new long[groups.length + 1];
    }

    /**
     * Counters for the copies of a recovery, which has service types if its recovery groups are disjoint. The systematic server
     * is not a recovery group.
     */
    static Optional<ServiceTypes> of(Recovery recovery, Copy[] copies) {
        if (!isDefinedFor(recovery)) {
            return Optional.empty();
        }
        int[][] groups = Arrays.stream(((GroupRecovery) recovery).groups())
                .filter(group -> group.length > 1)
                .toArray(int[][]::new);
        return Optional.of(new ServiceTypes(CopyPair.of(groups, copies)));
    }

    private static boolean isDefinedFor(Recovery recovery) {
        return recovery instanceof GroupRecovery group
                && Arrays.stream(group.groups()).mapToInt(one -> one.length).sum() == recovery.usefulServers().length;
    }

    /** How many types there are: one more than there are recovery groups. */
    int size() {
        return counts.length;
    }

    /** Counts a request that completed, by the finish times of its copies. */
    void count(long completion) {
        counts[groupsAhead()]++;
        predecessor = completion;
    }

    /** No copy of a request that arrives after the completion of its predecessor finishes before that completion. */
    private int groupsAhead() {
        long ahead = groups.length;
        for (CopyPair group : groups) {
            ahead -= TimeKey.ifBefore(predecessor, group.first(), 1);
        }
        return (int) ahead;
    }

    void reset() {
        Arrays.fill(counts, 0);
    }

    /** The fraction of the requests counted that have each type; zeros when none was counted. */
    double[] fractions() {
        long total = Math.max(1, Arrays.stream(counts).sum());
        return Arrays.stream(counts)
                .mapToDouble(count -> (double) count / total)
                .toArray();
    }
}
