package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;

/**
 * A recovery in a form that can be compared after its servers are permuted: two permutations give equal images exactly
 * when they differ by a symmetry of the recovery.
 */
final class RecoveryShape {
    /** The most useful servers of a recovery whose minimal sets must be enumerated. */
    static final int ENUMERABLE = 16;

    private final Recovery recovery;
    private final List<BitSet> minimalSets;
    private final List<RecoveryShape> parts;

    private RecoveryShape(Recovery recovery, List<BitSet> minimalSets, List<RecoveryShape> parts) {
        this.recovery = recovery;
        this.minimalSets = minimalSets;
        this.parts = parts;
    }

    static RecoveryShape of(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery) {
            return new RecoveryShape(recovery, List.of(), List.of());
        }
        if (recovery instanceof JointRecovery joint) {
            List<RecoveryShape> parts =
                    joint.parts().stream().map(RecoveryShape::of).toList();
            return new RecoveryShape(recovery, List.of(), parts);
        }
        if (recovery instanceof GroupRecovery groups) {
            List<BitSet> sets =
                    Arrays.stream(groups.groups()).map(RecoveryShape::bits).toList();
            return new RecoveryShape(recovery, sets, List.of());
        }
        return new RecoveryShape(recovery, minimalSets(recovery), List.of());
    }

    /** Whether the shape can be found: minimal sets are enumerated only among few servers. */
    static boolean isEnumerable(Recovery recovery) {
        if (recovery instanceof JointRecovery joint) {
            return joint.parts().stream().allMatch(RecoveryShape::isEnumerable);
        }
        return recovery instanceof ThresholdRecovery
                || recovery instanceof GroupRecovery
                || recovery.usefulServers().length <= ENUMERABLE;
    }

    private static BitSet bits(int[] servers) {
        BitSet bits = new BitSet();
        for (int server : servers) {
            bits.set(server);
        }
        return bits;
    }

    private static List<BitSet> minimalSets(Recovery recovery) {
        int[] useful = recovery.usefulServers();
        if (useful.length > ENUMERABLE) {
            throw new IllegalArgumentException("exact analysis of linear decoding enumerates the recovering sets of "
                    + useful.length + " useful servers: at most " + ENUMERABLE
                    + " are supported; use group decoding or a code with smaller blocks");
        }
        List<BitSet> minimal = new ArrayList<>();
        BitSet recovering = new BitSet(1 << useful.length);
        Recovery.Decoder decoder = recovery.decoder();
        for (int mask = 1; mask < 1 << useful.length; mask++) {
            boolean larger = false;
            for (int rest = mask; rest != 0 && !larger; rest &= rest - 1) {
                larger = recovering.get(mask ^ Integer.lowestOneBit(rest));
            }
            if (larger) {
                recovering.set(mask);
            } else if (recovers(decoder, useful, mask)) {
                recovering.set(mask);
                int set = mask;
                minimal.add(bits(IntStream.range(0, useful.length)
                        .filter(j -> (set >> j & 1) == 1)
                        .map(j -> useful[j])
                        .toArray()));
            }
        }
        return minimal;
    }

    private static boolean recovers(Recovery.Decoder decoder, int[] useful, int mask) {
        decoder.reset();
        boolean recovers = false;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            recovers = decoder.add(useful[Integer.numberOfTrailingZeros(rest)]);
        }
        return recovers;
    }

    /** The disjoint sets of two or more servers that recover, if that is all there is beside single servers. */
    List<int[]> disjointGroups() {
        List<int[]> groups = minimalSets.stream()
                .filter(set -> set.cardinality() > 1)
                .map(set -> set.stream().toArray())
                .toList();
        int servers =
                (int) groups.stream().flatMapToInt(Arrays::stream).distinct().count();
        return servers == groups.stream().mapToInt(group -> group.length).sum() ? groups : List.of();
    }

    /** The sets that recover, if the recovery is given by them and they overlap; otherwise none. */
    List<BitSet> overlappingSets() {
        return disjointGroups().isEmpty() ? minimalSets : List.of();
    }

    /** What the recovery looks like when server j is renamed {@code permutation[j]}. */
    Object image(int[] permutation) {
        if (recovery instanceof ThresholdRecovery threshold) {
            int systematic = threshold.systematic() < 0 ? -1 : permutation[threshold.systematic()];
            return List.of(systematic, threshold.needed(), renamed(bits(threshold.candidates()), permutation));
        }
        if (!parts.isEmpty()) {
            Map<Object, Integer> images = new HashMap<>();
            for (RecoveryShape part : parts) {
                images.merge(part.image(permutation), 1, Integer::sum);
            }
            return images;
        }
        Set<BitSet> images = new HashSet<>();
        for (BitSet set : minimalSets) {
            images.add(renamed(set, permutation));
        }
        return images;
    }

    private static BitSet renamed(BitSet set, int[] permutation) {
        BitSet image = new BitSet();
        set.stream().forEach(server -> image.set(permutation[server]));
        return image;
    }
}
