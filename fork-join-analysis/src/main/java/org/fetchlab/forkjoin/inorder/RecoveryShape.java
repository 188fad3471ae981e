package org.fetchlab.forkjoin.inorder;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;

/** A recovery in a form that tells which permutations of its servers are symmetries of it. */
final class RecoveryShape {
    private final Recovery recovery;
    private final List<BitSet> minimalSets;
    private final List<RecoveryShape> parts;
    private final Set<BitSet> family;
    private final Object original;

    private RecoveryShape(Recovery recovery, List<BitSet> minimalSets, List<RecoveryShape> parts) {
        this.recovery = recovery;
        this.minimalSets = minimalSets;
        this.parts = parts;
        this.family = new HashSet<>(minimalSets);
        this.original = image(IntStream.range(0, recovery.servers()).toArray());
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
        List<BitSet> sets = RecoveringSets.of(recovery).minimal().stream()
                .map(RecoveryShape::bits)
                .toList();
        return new RecoveryShape(recovery, sets, List.of());
    }

    /** Whether the shape can be found: minimal sets are enumerated only among few servers. */
    static boolean isEnumerable(Recovery recovery) {
        if (recovery instanceof JointRecovery joint) {
            return joint.parts().stream().allMatch(RecoveryShape::isEnumerable);
        }
        return recovery instanceof ThresholdRecovery
                || recovery instanceof GroupRecovery
                || RecoveringSets.areEnumerable(recovery);
    }

    private static BitSet bits(int[] servers) {
        BitSet bits = new BitSet();
        for (int server : servers) {
            bits.set(server);
        }
        return bits;
    }

    /** The sets that recover, if the recovery is given by them; otherwise none. */
    List<BitSet> sets() {
        return minimalSets;
    }

    /** Whether the recovery stays the same when server j is renamed {@code permutation[j]}. */
    boolean isKeptBy(int[] permutation) {
        return minimalSets.isEmpty()
                ? image(permutation).equals(original)
                : minimalSets.stream().allMatch(set -> family.contains(renamed(set, permutation)));
    }

    /** What the recovery looks like when server j is renamed {@code permutation[j]}; equal for equal recoveries. */
    private Object image(int[] permutation) {
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
