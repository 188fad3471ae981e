package org.fetchlab.sim.recursion;

import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;

/** An estimate of the memory of decoders, as far as it grows faster than the number of useful servers. */
public final class DecoderMemory {
    private DecoderMemory() {}

    /**
     * The memory of the basis that the decoder of a linear code keeps, and of the remainders of what is asked for.
     *
     * @param recovery what recovers
     * @return an estimate of the bytes of one decoder, on the safe side: objects are taken to be as many as useful servers; 0
     *     where decoders only count
     */
    public static double ofBasis(Recovery recovery) {
        if (recovery instanceof JointRecovery joint) {
            return joint.parts().stream().mapToDouble(DecoderMemory::ofBasis).sum();
        }
        if (recovery instanceof ThresholdRecovery || recovery instanceof GroupRecovery) {
            return 0;
        }
        double useful = recovery.usefulServers().length;
        return 2 * useful * useful;
    }
}
