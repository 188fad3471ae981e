package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.sim.observe.TimeKey;

/**
 * The earliest time at which the copies that are ready recover what was asked for: the recovery question in the domain of
 * times. Times are given by position in {@link Recovery#usefulServers()}; a copy that never becomes ready has infinite
 * time. Instances own scratch memory and are not thread-safe; no call allocates.
 *
 * <p>For a monotone family with minimal sets R the answer is {@code min over R of max over j in R of time_j}.
 */
abstract sealed class CompletionTime {
    private static final int MEMBERS_BEFORE_SORTING_PAYS = 3;

    /**
     * The answer.
     *
     * @param times one time per useful server, at least 0 or infinite
     * @return the earliest time at which the servers with no later times recover; infinite if that never happens
     */
    abstract long earliest(long[] times);

    static CompletionTime of(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return threshold(threshold);
        }
        if (recovery instanceof GroupRecovery group) {
            return group(group);
        }
        return recovery instanceof JointRecovery joint ? new Latest(joint) : new Sorting(recovery);
    }

    private static CompletionTime threshold(ThresholdRecovery recovery) {
        int[] useful = recovery.usefulServers();
        int[] candidates = positions(useful, recovery.candidates());
        CompletionTime others =
                recovery.needed() == 1 ? new First(candidates) : new OrderStatistic(candidates, recovery.needed());
        if (recovery.systematic() < 0) {
            return others;
        }
        return new Systematic(Arrays.binarySearch(useful, recovery.systematic()), others);
    }

    private static CompletionTime group(GroupRecovery recovery) {
        int members =
                Arrays.stream(recovery.groups()).mapToInt(group -> group.length).sum();
        return members <= MEMBERS_BEFORE_SORTING_PAYS * recovery.usefulServers().length
                ? new FirstGroup(recovery)
                : new Sorting(recovery);
    }

    /** Where servers stand among the useful ones. */
    static int[] positions(int[] useful, int[] servers) {
        return Arrays.stream(servers)
                .map(server -> Arrays.binarySearch(useful, server))
                .toArray();
    }

    /** Replication: the first of the copies. */
    static final class First extends CompletionTime {
        private final int[] candidates;

        First(int[] candidates) {
            this.candidates = candidates;
        }

        @Override
        long earliest(long[] times) {
            long first = TimeKey.NEVER;
            for (int candidate : candidates) {
                first = TimeKey.earlier(first, times[candidate]);
            }
            return first;
        }
    }

    /** Any k of the candidates: the k-th smallest of their times. */
    static final class OrderStatistic extends CompletionTime {
        private final int[] candidates;
        private final int needed;
        private final long[] selection;

        OrderStatistic(int[] candidates, int needed) {
            this.candidates = candidates;
            this.needed = needed;
            this.selection = new long[candidates.length];
        }

        @Override
        long earliest(long[] times) {
            for (int c = 0; c < candidates.length; c++) {
                selection[c] = times[candidates[c]];
            }
            return Selection.smallest(selection, needed);
        }
    }

    /** The systematic server, or the others. */
    static final class Systematic extends CompletionTime {
        private final int systematic;
        private final CompletionTime others;

        Systematic(int systematic, CompletionTime others) {
            this.systematic = systematic;
            this.others = others;
        }

        @Override
        long earliest(long[] times) {
            return TimeKey.earlier(times[systematic], others.earliest(times));
        }
    }

    /** Few groups: the first group all of whose copies are ready. */
    static final class FirstGroup extends CompletionTime {
        private final int[] members;
        private final int[] ends;

        FirstGroup(GroupRecovery recovery) {
            GroupLayout layout = new GroupLayout(recovery.usefulServers(), recovery.groups());
            members = layout.members;
            ends = layout.ends;
        }

        @Override
        long earliest(long[] times) {
            long first = TimeKey.NEVER;
            int member = 0;
            for (int end : ends) {
                long last = times[members[member++]];
                while (member < end) {
                    last = TimeKey.later(last, times[members[member++]]);
                }
                first = TimeKey.earlier(first, last);
            }
            return first;
        }
    }

    /** The general form: copies in the order of their times, until the decoder recovers. */
    static final class Sorting extends CompletionTime {
        private final int[] useful;
        private final TimeOrder order;
        private final Recovery.Decoder decoder;

        Sorting(Recovery recovery) {
            useful = recovery.usefulServers();
            order = new TimeOrder(useful.length);
            decoder = recovery.decoder();
        }

        @Override
        long earliest(long[] times) {
            order.sort(times);
            decoder.reset();
            for (int rank = 0; rank < useful.length; rank++) {
                int position = order.position(rank);
                if (decoder.add(useful[position])) {
                    return times[position];
                }
            }
            return TimeKey.NEVER;
        }
    }

    /** Several things at once: the last of them. */
    static final class Latest extends CompletionTime {
        private final List<CompletionTime> parts;
        private final List<int[]> positions;
        private final List<long[]> partTimes;

        Latest(JointRecovery recovery) {
            int[] useful = recovery.usefulServers();
            parts = recovery.parts().stream().map(CompletionTime::of).toList();
            positions = recovery.parts().stream()
                    .map(part -> positions(useful, part.usefulServers()))
                    .toList();
            partTimes = positions.stream().map(part -> new long[part.length]).toList();
        }

        @Override
        long earliest(long[] times) {
            long last = 0;
            for (int part = 0; part < parts.size(); part++) {
                long[] own = partTimes.get(part);
                int[] places = positions.get(part);
                for (int p = 0; p < own.length; p++) {
                    own[p] = times[places[p]];
                }
                last = TimeKey.later(last, parts.get(part).earliest(own));
            }
            return last;
        }
    }
}
