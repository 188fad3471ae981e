package org.fetchlab.forkjoin.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.SpanRecovery;
import org.fetchlab.model.code.ThresholdRecovery;

/**
 * One form for every recovery that belongs to a known family, whatever code and name it comes from: the one object of
 * {@code mds(3,2)}, of {@code simplex(2)} and of {@code availability(2,1)} are the same system.
 *
 * <ul>
 *   <li>any k of n servers, of which any one and all are special cases: {@link ThresholdRecovery} without a systematic server;
 *   <li>a systematic server or any k of m &gt; k others, k &ge; 2: {@link ThresholdRecovery} with one;
 *   <li>two or more disjoint groups, not all of one server: {@link GroupRecovery} of the groups;
 *   <li>anything else stays as it is.
 * </ul>
 */
public final class CanonicalRecovery {
    /** Sets of any linear code are listed up to this number of useful servers to see whether it belongs to a family. */
    private static final int LISTED = 12;

    private CanonicalRecovery() {}

    /**
     * The canonical form.
     *
     * @param recovery any recovery
     * @return a recovery by the same sets over the same servers
     */
    public static Recovery of(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return ofThreshold(threshold);
        }
        if (recovery instanceof GroupRecovery groups) {
            return ofSets(groups, minimal(groups.groups()));
        }
        boolean isListed = recovery instanceof SpanRecovery || recovery instanceof JointRecovery;
        return isListed && recovery.usefulServers().length <= LISTED
                ? ofSets(recovery, RecoveringSets.of(recovery).minimal())
                : recovery;
    }

    private static Recovery ofThreshold(ThresholdRecovery threshold) {
        if (threshold.systematic() < 0) {
            return threshold;
        }
        int[] others = threshold.candidates();
        if (threshold.needed() == 1) {
            return ThresholdRecovery.anyOf(threshold.servers(), threshold.usefulServers(), 1);
        }
        return threshold.needed() == others.length
                ? GroupRecovery.of(threshold.servers(), new int[][] {{threshold.systematic()}, others})
                : threshold;
    }

    /** The groups that contain no other group, each once. */
    private static List<int[]> minimal(int[][] groups) {
        int[][] bySize = groups.clone();
        Arrays.sort(bySize, Comparator.comparingInt((int[] group) -> group.length));
        List<int[]> minimal = new ArrayList<>();
        for (int[] group : bySize) {
            if (minimal.stream().noneMatch(smaller -> contains(group, smaller))) {
                minimal.add(group);
            }
        }
        return minimal;
    }

    private static boolean contains(int[] group, int[] smaller) {
        return IntStream.of(smaller).allMatch(server -> Arrays.binarySearch(group, server) >= 0);
    }

    private static Recovery ofSets(Recovery recovery, List<int[]> sets) {
        int[] alone = servers(sets.stream().filter(set -> set.length == 1).toList());
        List<int[]> larger = sets.stream().filter(set -> set.length > 1).toList();
        int[] others = servers(larger);
        int n = recovery.servers();
        if (larger.isEmpty()) {
            return ThresholdRecovery.anyOf(n, alone, 1);
        }
        if (isThreshold(larger, others) && alone.length == 0) {
            return ThresholdRecovery.anyOf(n, others, larger.get(0).length);
        }
        if (Arrays.stream(sets.toArray(int[][]::new))
                        .mapToInt(set -> set.length)
                        .sum()
                == alone.length + others.length) {
            return GroupRecovery.of(n, sets.toArray(int[][]::new));
        }
        return isThreshold(larger, others) && alone.length == 1
                ? ThresholdRecovery.systematicOrAnyOf(n, alone[0], others, larger.get(0).length)
                : recovery;
    }

    private static int[] servers(List<int[]> sets) {
        return sets.stream().flatMapToInt(IntStream::of).distinct().sorted().toArray();
    }

    /** Different sets of one size are all sets of that size when they are as many. */
    private static boolean isThreshold(List<int[]> sets, int[] servers) {
        int size = sets.get(0).length;
        return sets.stream().allMatch(set -> set.length == size)
                && sets.size() == BinomialCoefficientDouble.value(servers.length, size);
    }
}
