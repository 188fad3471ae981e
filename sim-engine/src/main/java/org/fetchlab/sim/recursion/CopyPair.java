package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.Objects;
import org.fetchlab.sim.observe.TimeKey;
import org.jspecify.annotations.Nullable;

/**
 * Two copies of a recovery group, linked to the next two. Groups have few copies, for which following links is cheaper than
 * a counted loop, which the compiler prepares for thousands of rounds. The last copy of an odd group makes a pair with itself,
 * which changes neither the first nor the last of the times.
 */
final class CopyPair {
    private final Copy one;
    private final Copy other;
    private final @Nullable CopyPair next;

    private CopyPair(Copy one, Copy other, @Nullable CopyPair next) {
        this.one = one;
        this.other = other;
        this.next = next;
    }

    /** The first pair of each of some groups of servers, none of them empty. */
    static CopyPair[] of(int[][] groups, Copy[] copies) {
        return Arrays.stream(groups)
                .map(group -> Objects.requireNonNull(pairs(CompletionTime.on(group, copies), 0)))
                .toArray(CopyPair[]::new);
    }

    private static @Nullable CopyPair pairs(Copy[] group, int from) {
        if (from >= group.length) {
            return null;
        }
        return new CopyPair(group[from], group[Math.min(from + 1, group.length - 1)], pairs(group, from + 2));
    }

    /** The first of the finish times from this pair on. */
    long first() {
        long first = TimeKey.earlier(one.finish, other.finish);
        for (CopyPair pair = next; pair != null; pair = pair.next) {
            first = TimeKey.earlier(first, TimeKey.earlier(pair.one.finish, pair.other.finish));
        }
        return first;
    }

    /** The last of the finish times from this pair on. */
    long last() {
        long last = TimeKey.later(one.finish, other.finish);
        for (CopyPair pair = next; pair != null; pair = pair.next) {
            last = TimeKey.later(last, TimeKey.later(pair.one.finish, pair.other.finish));
        }
        return last;
    }
}
