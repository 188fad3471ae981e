package org.fetchlab.forkjoin.structure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;

/**
 * The shape of recovery by disjoint groups of servers: any number of servers that recover alone, and at least one group of
 * two or more servers. (r, t)-availability with group decoding is one systematic server and t groups of r. All servers of
 * one group and nothing else is not of this shape, but "all of n servers".
 */
public final class DisjointGroups {
    private final int[] alone;
    private final List<int[]> groups;

    private DisjointGroups(int[] alone, List<int[]> groups) {
        this.alone = alone;
        this.groups = groups;
    }

    /**
     * The shape of a recovery, from its {@linkplain CanonicalRecovery canonical form}.
     *
     * @param recovery any recovery
     * @return the shape, empty if the recovery has another one
     */
    public static Optional<DisjointGroups> of(Recovery recovery) {
        if (!(CanonicalRecovery.of(recovery) instanceof GroupRecovery canonical)) {
            return Optional.empty();
        }
        int[][] sets = canonical.groups();
        if (Arrays.stream(sets).mapToInt(set -> set.length).sum() != canonical.usefulServers().length) {
            return Optional.empty();
        }
        int[] alone = Arrays.stream(sets)
                .filter(set -> set.length == 1)
                .flatMapToInt(IntStream::of)
                .toArray();
        List<int[]> groups = Arrays.stream(sets).filter(set -> set.length > 1).toList();
        return Optional.of(new DisjointGroups(alone, groups));
    }

    /**
     * The number of recovery groups of two or more servers.
     *
     * @return t, at least 1
     */
    public int groups() {
        return groups.size();
    }

    /**
     * The common number of servers of the groups.
     *
     * @return r, at least 2; empty when groups differ
     */
    public OptionalInt groupSize() {
        int size = groups.get(0).length;
        return groups.stream().allMatch(group -> group.length == size) ? OptionalInt.of(size) : OptionalInt.empty();
    }

    /**
     * Whether this is (r, t)-availability: groups of one size and at most one systematic server.
     *
     * @return true if it is
     */
    public boolean isAvailability() {
        return alone.length <= 1 && groupSize().isPresent();
    }

    /**
     * Whether this is (2, t)-availability with its systematic server.
     *
     * @return true if it is
     */
    public boolean isLocalityTwo() {
        return alone.length == 1 && groupSize().equals(OptionalInt.of(2));
    }

    /**
     * The servers that recover alone.
     *
     * @return their indices; a copy
     */
    public int[] alone() {
        return alone.clone();
    }

    /**
     * The servers of a recovery group.
     *
     * @param group index of the group, in [0, t)
     * @return their indices; a copy
     */
    public int[] group(int group) {
        return groups.get(group).clone();
    }
}
