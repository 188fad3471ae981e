package org.fetchlab.forkjoin.inorder;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;

/**
 * The shape of (r, t)-availability with group decoding: t disjoint recovery groups of r &ge; 2 servers each, and at most one
 * systematic server.
 */
public final class DisjointGroups {
    private final OptionalInt systematic;
    private final List<int[]> groups;

    private DisjointGroups(OptionalInt systematic, List<int[]> groups) {
        this.systematic = systematic;
        this.groups = groups;
    }

    /**
     * The shape of a recovery.
     *
     * @param recovery any recovery
     * @return the shape, empty if the recovery has another one
     */
    public static Optional<DisjointGroups> of(Recovery recovery) {
        if (!(recovery instanceof GroupRecovery group)) {
            return Optional.empty();
        }
        List<int[]> all =
                Arrays.stream(group.groups()).filter(one -> one.length > 1).toList();
        int[] alone = Arrays.stream(group.groups())
                .filter(one -> one.length == 1)
                .mapToInt(one -> one[0])
                .toArray();
        long sizes = all.stream().mapToInt(one -> one.length).distinct().count();
        int servers = all.stream().mapToInt(one -> one.length).sum() + alone.length;
        if (sizes != 1 || alone.length > 1 || servers != recovery.usefulServers().length) {
            return Optional.empty();
        }
        return Optional.of(new DisjointGroups(IntStream.of(alone).findFirst(), all));
    }

    /**
     * The number of recovery groups.
     *
     * @return t, at least 1
     */
    public int groups() {
        return groups.size();
    }

    /**
     * The number of servers of a recovery group.
     *
     * @return r, at least 2
     */
    public int groupSize() {
        return groups.get(0).length;
    }

    /**
     * Whether there is a systematic server.
     *
     * @return true if one server recovers alone
     */
    public boolean hasSystematic() {
        return systematic.isPresent();
    }

    /**
     * The systematic server.
     *
     * @return its index, empty when there is none
     */
    public OptionalInt systematic() {
        return systematic;
    }

    /**
     * A server of a recovery group.
     *
     * @param group index of the group, in [0, t)
     * @param member index within the group, in [0, r)
     * @return the index of the server
     */
    public int server(int group, int member) {
        return groups.get(group)[member];
    }
}
