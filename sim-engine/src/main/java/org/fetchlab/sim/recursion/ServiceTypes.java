package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.sim.observe.TimeKey;

/**
 * Counts the service types of Aktaş, Kadhe, Soljanin and Sprintson for fixed arrivals: type i is a request of which i
 * recovery groups have a finished copy when it reaches the head of the line, that is, at the later of its arrival and the
 * completion of its predecessor. Not thread-safe.
 */
final class ServiceTypes {
    private final CopyGroup[] groups;
    private final long[] counts;
    private long predecessor;

    private ServiceTypes(CopyGroup[] groups) {
        this.groups = groups;
        counts = new long[groups.length + 1];
    }

    /**
     * Counters for the requests of a kind, which has service types if its recovery groups are disjoint. The systematic server
     * is not a recovery group.
     */
    static Optional<ServiceTypes> of(RequestKind kind) {
        if (!(kind.completion instanceof CompletionTime.FirstGroup first)
                || Arrays.stream(first.groups).mapToInt(group -> group.size).sum() > kind.copies.length) {
            return Optional.empty();
        }
        return Optional.of(new ServiceTypes(
                Arrays.stream(first.groups).filter(group -> group.size > 1).toArray(CopyGroup[]::new)));
    }

    /** How many types there are: one more than there are recovery groups. */
    int size() {
        return counts.length;
    }

    /** Counts a request that completed, by the finish times at which its completion has looked. */
    void count(long completion) {
        counts[groupsAhead()]++;
        predecessor = completion;
    }

    /** No copy of a request that arrives after the completion of its predecessor finishes before that completion. */
    private int groupsAhead() {
        long ahead = groups.length;
        for (CopyGroup group : groups) {
            ahead -= TimeKey.ifBefore(predecessor, group.first, 1);
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
