package org.fetchlab.forkjoin.inorder;

import org.fetchlab.model.code.Recovery;

/**
 * Permutations of the servers that leave the recovery and the service rates unchanged: leads that differ by one of them
 * describe the same phase. Any group of such permutations gives a correct lumping; a larger one gives fewer phases.
 */
interface Symmetry {
    /** The representative of all leads that differ by a permutation of the group. */
    int[] canonical(int[] leads);

    /** Exchangeable servers and blocks; where there are none, all symmetries if they can be listed, as for simplex codes. */
    static Symmetry of(Recovery recovery, RecoveryShape shape, double[] rates) {
        BlockSymmetry blocks = BlockSymmetry.of(recovery, shape, rates);
        return blocks.isTrivial()
                ? ListedSymmetry.of(recovery.usefulServers(), shape.overlappingSets(), rates)
                        .<Symmetry>map(listed -> listed)
                        .orElse(blocks)
                : blocks;
    }
}
