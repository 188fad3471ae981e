package org.fetchlab.forkjoin.mg1;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;

/**
 * How fast the head of the line can depart when all service is exponential, and how many copies it needs at least.
 *
 * <p>The departure rate with the copies S done is {@code ν(S) = Σ rates of the servers j with S ∪ {j} recovering}. It does
 * not decrease when S grows within the sets that do not recover (if S &sub; S' and S &cup; {j} recovers, then j is outside
 * S' and S' &cup; {j} recovers), so its maximum &nu; is taken at a maximal such set: the largest total rate of a minimal
 * set of servers that meets every recovering set.
 */
final class HeadDepartures {
    private HeadDepartures() {}

    /**
     * The largest departure rate of the head of the line.
     *
     * @param recovery what the head needs
     * @param rates the service rate of each server of the code
     * @return &nu;; with more than 20 useful servers and overlapping groups the sum of all useful rates, which is at least
     *     &nu;
     */
    static double largestRate(Recovery recovery, double[] rates) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return largestRate(threshold, rates);
        }
        if (recovery instanceof JointRecovery joint) {
            return joint.parts().stream()
                    .mapToDouble(part -> largestRate(part, rates))
                    .max()
                    .orElseThrow();
        }
        int[] useful = recovery.usefulServers();
        if (recovery instanceof GroupRecovery group && disjoint(group.groups(), useful.length)) {
            return Arrays.stream(group.groups())
                    .mapToDouble(one ->
                            IntStream.of(one).mapToDouble(j -> rates[j]).max().orElseThrow())
                    .sum();
        }
        return RecoveringSets.areEnumerable(recovery)
                ? enumerated(recovery, useful, rates)
                : IntStream.of(useful).mapToDouble(j -> rates[j]).sum();
    }

    /** With a systematic server and needed - 1 of the candidates done, the slowest ones for the maximum. */
    private static double largestRate(ThresholdRecovery threshold, double[] rates) {
        double[] candidates = IntStream.of(threshold.candidates())
                .mapToDouble(j -> rates[j])
                .sorted()
                .toArray();
        double systematic = threshold.systematic() < 0 ? 0 : rates[threshold.systematic()];
        return systematic
                + Arrays.stream(candidates).skip(threshold.needed() - 1L).sum();
    }

    private static boolean disjoint(int[][] groups, int useful) {
        return Arrays.stream(groups).mapToInt(group -> group.length).sum() == useful;
    }

    private static double enumerated(Recovery recovery, int[] useful, double[] rates) {
        RecoveringSets sets = RecoveringSets.of(recovery);
        double largest = 0;
        for (int set = 0; set < 1 << useful.length; set++) {
            if (!sets.recovers(set)) {
                double rate = 0;
                for (int j = 0; j < useful.length; j++) {
                    if (sets.recovers(set | 1 << j)) {
                        rate += rates[useful[j]];
                    }
                }
                largest = Math.max(largest, rate);
            }
        }
        return largest;
    }

    /**
     * The least number of finished copies that can recover; a lower bound of it for joint recovery of overlapping parts
     * and for linear decoding with more than 20 useful servers.
     *
     * @param recovery what a request needs
     * @return at least 1
     */
    static int leastCopies(Recovery recovery) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return threshold.systematic() < 0 ? threshold.needed() : 1;
        }
        if (recovery instanceof GroupRecovery group) {
            return Arrays.stream(group.groups()).mapToInt(g -> g.length).min().orElseThrow();
        }
        return recovery instanceof JointRecovery joint ? leastCopies(joint) : leastEnumerated(recovery);
    }

    private static int leastCopies(JointRecovery joint) {
        IntStream least = joint.parts().stream().mapToInt(HeadDepartures::leastCopies);
        int separate = joint.parts().stream()
                .mapToInt(part -> part.usefulServers().length)
                .sum();
        return separate == joint.usefulServers().length
                ? least.sum()
                : least.max().orElseThrow();
    }

    private static int leastEnumerated(Recovery recovery) {
        return RecoveringSets.areEnumerable(recovery)
                ? RecoveringSets.of(recovery).minimal().stream()
                        .mapToInt(set -> set.length)
                        .min()
                        .orElseThrow()
                : 1;
    }
}
