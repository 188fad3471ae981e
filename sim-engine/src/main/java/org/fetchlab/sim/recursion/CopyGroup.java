package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.fetchlab.sim.observe.TimeKey;
import org.jspecify.annotations.Nullable;

/**
 * The copies of a recovery group, in linked pairs. Groups have few copies, for which following links is cheaper than a counted
 * loop, which the compiler prepares for thousands of rounds. The last copy of an odd group makes a pair with itself, which
 * changes neither the first nor the last of the times.
 */
final class CopyGroup {
    /** How many copies there are. */
    final int size;
    /** The key of the first finish time, when {@link #last} was called last. */
    long first = TimeKey.NEVER;

    private final Pair pairs;

    private record Pair(Copy one, Copy other, @Nullable Pair next) {}

    private CopyGroup(Copy[] group) {
        size = group.length;
        pairs = pairs(group, 0);
    }

    private static Pair pairs(Copy[] group, int from) {
        Copy other = group[Math.min(from + 1, group.length - 1)];
        return new Pair(group[from], other, from + 2 < group.length ? pairs(group, from + 2) : null);
    }

    /** Groups of the copies on some servers, none of them empty. */
    static CopyGroup[] of(int[][] groups, Copies copies) {
        return Arrays.stream(groups)
                .map(group -> new CopyGroup(copies.on(group)))
                .toArray(CopyGroup[]::new);
    }

    /** Looks at the finish times of the copies; returns the key of the last. */
    long last() {
        long one = pairs.one.finish;
        long other = pairs.other.finish;
        long earliest = TimeKey.earlier(one, other);
        long latest = TimeKey.later(one, other);
        for (Pair pair = pairs.next; pair != null; pair = pair.next) {
            earliest = TimeKey.earlier(earliest, TimeKey.earlier(pair.one.finish, pair.other.finish));
            latest = TimeKey.later(latest, TimeKey.later(pair.one.finish, pair.other.finish));
        }
        first = earliest;
        return latest;
    }
}
