package org.fetchlab.forkjoin.inorder;

import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.model.code.Recovery;

/**
 * Permutations of the servers that leave the recovery and the service rates unchanged: leads that differ by one of them
 * describe the same phase. Any group of such permutations gives a correct lumping; a larger one gives fewer phases.
 */
interface Symmetry {
    /** The representative of all leads that differ by a permutation of the group. */
    int[] canonical(int[] leads);

    /**
     * For every server one whose completion has an equivalent effect: the same for servers that a permutation exchanges
     * without changing the leads, as far as it is easily seen.
     *
     * @param leads canonical leads
     */
    default int[] alike(int[] leads) {
        return IntStream.range(0, leads.length).toArray();
    }

    /**
     * The symmetry of a recovery whose server j has rate rates[j]: that of its disjoint groups if it has such; exchangeable
     * servers and blocks otherwise; where there are none, all symmetries if they can be listed, as for simplex codes.
     */
    static Symmetry of(Recovery recovery, Optional<DisjointGroups> groups, double[] rates) {
        if (groups.isPresent()) {
            return GroupSymmetry.of(groups.get(), rates);
        }
        RecoveryShape shape = RecoveryShape.of(recovery);
        BlockSymmetry blocks = BlockSymmetry.of(recovery, shape, rates);
        return blocks.isTrivial()
                ? ListedSymmetry.of(recovery.usefulServers(), shape.sets(), rates)
                        .<Symmetry>map(listed -> listed)
                        .orElse(blocks)
                : blocks;
    }
}
