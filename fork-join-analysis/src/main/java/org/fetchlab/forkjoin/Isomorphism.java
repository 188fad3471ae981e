package org.fetchlab.forkjoin;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.forkjoin.structure.CanonicalRecovery;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;

/** Keys that are equal only for systems which differ in the names of their servers: they need to be solved once. */
final class Isomorphism {
    private Isomorphism() {}

    /** The key of the requests for one object with a given share of the arrivals. */
    static Object of(Recovery recovery, double share) {
        Recovery canonical = CanonicalRecovery.of(recovery);
        if (canonical instanceof ThresholdRecovery threshold) {
            return List.of(share, threshold.systematic() >= 0, threshold.candidates().length, threshold.needed());
        }
        if (canonical instanceof GroupRecovery group && DisjointGroups.of(group).isPresent()) {
            return List.of(
                    share,
                    Arrays.stream(group.groups())
                            .map(one -> one.length)
                            .sorted()
                            .toList());
        }
        return recovery;
    }
}
