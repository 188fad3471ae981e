package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.sim.observe.TimeKey;

/**
 * The earliest time at which the copies that have finished recover what was asked for: the recovery question in the domain of
 * times. Instances own scratch memory and are not thread-safe; no call allocates.
 *
 * <p>For a monotone family with minimal sets R the answer is {@code min over R of max over j in R of finish_j}.
 */
abstract sealed class CompletionTime {
    private static final int MEMBERS_BEFORE_SORTING_PAYS = 3;

    /**
     * The answer, from the finish times of the copies.
     *
     * @return the earliest time at which the servers with no later times recover; {@link TimeKey#NEVER} if that never happens
     */
    abstract long earliest();

    /**
     * The recovery question about some copies.
     *
     * @param recovery what recovers
     * @param copies one on every useful server, and perhaps on others
     * @return answers from the finish times of these copies
     */
    static CompletionTime of(Recovery recovery, Copies copies) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return threshold(threshold, copies);
        }
        if (recovery instanceof GroupRecovery group) {
            return group(group, copies);
        }
        return recovery instanceof JointRecovery joint ? new Latest(joint, copies) : new Sorting(recovery, copies);
    }

    private static CompletionTime threshold(ThresholdRecovery recovery, Copies copies) {
        Copy[] candidates = copies.on(recovery.candidates());
        CompletionTime others =
                recovery.needed() == 1 ? new First(candidates) : new OrderStatistic(candidates, recovery.needed());
        if (recovery.systematic() < 0) {
            return others;
        }
        return new Systematic(copies.on(recovery.systematic()), others);
    }

    private static CompletionTime group(GroupRecovery recovery, Copies copies) {
        int members =
                Arrays.stream(recovery.groups()).mapToInt(group -> group.length).sum();
        return members <= MEMBERS_BEFORE_SORTING_PAYS * recovery.usefulServers().length
                ? new FirstGroup(CopyGroup.of(recovery.groups(), copies))
                : new Sorting(recovery, copies);
    }

    /** Replication: the first of the copies. */
    static final class First extends CompletionTime {
        private final Copy[] candidates;

        First(Copy[] candidates) {
            this.candidates = candidates;
        }

        @Override
        long earliest() {
            long first = TimeKey.NEVER;
            for (Copy candidate : candidates) {
                first = TimeKey.earlier(first, candidate.finish);
            }
            return first;
        }
    }

    /** Any k of the candidates: the k-th smallest of their times. */
    static final class OrderStatistic extends CompletionTime {
        private final Copy[] candidates;
        private final int needed;
        private final long[] selection;

        OrderStatistic(Copy[] candidates, int needed) {
            this.candidates = candidates;
            this.needed = needed;
            this.selection = new long[candidates.length];
        }

        @Override
        long earliest() {
            gather(candidates, selection);
            return Selection.smallest(selection, needed);
        }
    }

    /** The systematic server, or the others. */
    static final class Systematic extends CompletionTime {
        private final Copy systematic;
        private final CompletionTime others;

        Systematic(Copy systematic, CompletionTime others) {
            this.systematic = systematic;
            this.others = others;
        }

        @Override
        long earliest() {
            return TimeKey.earlier(systematic.finish, others.earliest());
        }
    }

    /** Few groups: the first group all of whose copies have finished. */
    static final class FirstGroup extends CompletionTime {
        /** Each looks at its copies when the completion does. */
        final CopyGroup[] groups;

        FirstGroup(CopyGroup[] groups) {
            this.groups = groups;
        }

        @Override
        long earliest() {
            long first = TimeKey.NEVER;
            for (CopyGroup group : groups) {
                first = TimeKey.earlier(first, group.last());
            }
            return first;
        }
    }

    /** The general form: copies in the order of their times, until the decoder recovers. */
    static final class Sorting extends CompletionTime {
        private final Copy[] copies;
        private final long[] times;
        private final TimeOrder order;
        private final Recovery.Decoder decoder;

        Sorting(Recovery recovery, Copies all) {
            copies = all.on(recovery.usefulServers());
            times = new long[copies.length];
            order = new TimeOrder(copies.length);
            decoder = recovery.decoder();
        }

        @Override
        long earliest() {
            gather(copies, times);
            order.sort(times);
            decoder.reset();
            for (int rank = 0; rank < times.length; rank++) {
                int position = order.position(rank);
                if (decoder.add(copies[position].server.index)) {
                    return times[position];
                }
            }
            return TimeKey.NEVER;
        }
    }

    /** Several things at once: the last of them. */
    static final class Latest extends CompletionTime {
        private final CompletionTime[] parts;

        Latest(JointRecovery recovery, Copies copies) {
            parts = recovery.parts().stream().map(part -> of(part, copies)).toArray(CompletionTime[]::new);
        }

        @Override
        long earliest() {
            long last = 0;
            for (CompletionTime part : parts) {
                last = TimeKey.later(last, part.earliest());
            }
            return last;
        }
    }

    private static void gather(Copy[] copies, long[] times) {
        for (int i = 0; i < copies.length; i++) {
            times[i] = copies[i].finish;
        }
    }
}
