package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a recovery group, linked to the next one. Groups have few copies, for which following links is cheaper than
 * a counted loop, which the compiler prepares for thousands of rounds.
 */
final class GroupMember {
    /** The copy. */
    final Copy copy;
    /** The next member of its group, unless this is the last. */
    final @Nullable GroupMember next;

    private GroupMember(Copy copy, @Nullable GroupMember next) {
        this.copy = copy;
        this.next = next;
    }

    /** The first member of each of some groups of servers, none of them empty. */
    static GroupMember[] of(int[][] groups, Copy[] copies) {
        return Arrays.stream(groups)
                .map(group -> first(CompletionTime.on(group, copies)))
                .toArray(GroupMember[]::new);
    }

    private static GroupMember first(Copy[] group) {
        int last = group.length - 1;
        GroupMember member = new GroupMember(group[last], null);
        for (int i = last - 1; i >= 0; i--) {
            member = new GroupMember(group[i], member);
        }
        return member;
    }
}
