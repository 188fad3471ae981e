package org.fetchlab.forkjoin;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.mg1.SaturatedLeads;
import org.fetchlab.forkjoin.structure.CanonicalRecovery;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.forkjoin.structure.RecoveringSets;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.result.Outcome;

/**
 * The capacity of fork-join with fixed arrivals and exponential service, server j with rate &mu;_j. It is the rate at which
 * requests depart while there are always requests waiting.
 *
 * <ul>
 *   <li><b>Any k of n, exactly:</b> the largest &theta; with {@code Σ_j min(μ_j, θ) ≥ kθ}, that is the least
 *       {@code Σ_{j outside A} μ_j / (k - |A|)} over sets A of fewer than k servers; {@code nμ/k} for equal rates.
 *   <li><b>One server or two others, exactly:</b> {@link SaturatedLeads#capacity()}.
 *   <li><b>Any recovery, from above:</b> every request uses up a recovering set of completions, one of a server that recovers
 *       alone or at least r of others.
 * </ul>
 *
 * <p>Proofs are in {@code docs/fork-join.md}.
 */
final class ExponentialCapacity {
    private static final String ANY_K = "exact for any k of n servers";
    private static final String LOCALITY_TWO = "exact for one server or two others";
    private static final String COMPLETIONS = "completions of copies";

    private ExponentialCapacity() {}

    /** The capacity where it is known exactly. */
    static Optional<Outcome.Known<Double>> exact(Recovery recovery, double[] rates) {
        Recovery canonical = CanonicalRecovery.of(recovery);
        if (canonical instanceof ThresholdRecovery threshold && threshold.systematic() < 0) {
            return Optional.of(new Outcome.Known<>(anyOf(threshold, rates), ANY_K));
        }
        return saturatedLeads(canonical, rates)
                .map(saturated -> new Outcome.Known<>(saturated.capacity(), LOCALITY_TWO));
    }

    /** The saturated system of one server or two others, if the recovery is that. */
    static Optional<SaturatedLeads> saturatedLeads(Recovery recovery, double[] rates) {
        return DisjointGroups.of(recovery)
                .filter(shape -> shape.isLocalityTwo() && shape.groups() == 1)
                .map(shape ->
                        SaturatedLeads.of(rates[shape.alone()[0]], rates[shape.group(0)[0]], rates[shape.group(0)[1]]));
    }

    /** The sum of all but the m fastest, over k-m, where that is least. */
    private static double anyOf(ThresholdRecovery threshold, double[] rates) {
        double[] increasing = Arrays.stream(threshold.candidates())
                .mapToDouble(j -> rates[j])
                .sorted()
                .toArray();
        double left = Arrays.stream(increasing).sum();
        double least = Double.POSITIVE_INFINITY;
        for (int faster = 0; faster < threshold.needed(); faster++) {
            least = Math.min(least, left / (threshold.needed() - faster));
            left -= increasing[increasing.length - 1 - faster];
        }
        return least;
    }

    /** An upper bound of the capacity for every recovery. */
    static Outcome.Known<Double> upper(Recovery recovery, double[] rates) {
        return new Outcome.Known<>(completions(CanonicalRecovery.of(recovery), rates), COMPLETIONS);
    }

    private static double completions(Recovery recovery, double[] rates) {
        if (recovery instanceof ThresholdRecovery threshold) {
            double systematic = threshold.systematic() < 0 ? 0 : rates[threshold.systematic()];
            return systematic + anyOf(threshold, rates);
        }
        Optional<DisjointGroups> shape = DisjointGroups.of(recovery);
        return shape.isPresent() ? disjoint(shape.get(), rates) : atLeastTwo(recovery, rates);
    }

    private static double disjoint(DisjointGroups shape, double[] rates) {
        double alone = sum(shape.alone(), rates);
        return alone
                + IntStream.range(0, shape.groups())
                        .mapToDouble(g -> IntStream.of(shape.group(g))
                                .mapToDouble(j -> rates[j])
                                .min()
                                .orElseThrow())
                        .sum();
    }

    /** Servers that do not recover alone recover by r at least, which is 2 or more. */
    private static double atLeastTwo(Recovery recovery, double[] rates) {
        Recovery.Decoder decoder = recovery.decoder();
        int[] useful = recovery.usefulServers();
        int[] alone = IntStream.of(useful)
                .filter(j -> RecoveringSets.recoversAlone(decoder, j))
                .toArray();
        double others = sum(useful, rates) - sum(alone, rates);
        int least = RecoveringSets.areEnumerable(recovery)
                ? RecoveringSets.of(recovery).minimal().stream()
                        .mapToInt(set -> set.length)
                        .filter(size -> size > 1)
                        .min()
                        .orElse(2)
                : 2;
        return sum(alone, rates) + others / least;
    }

    private static double sum(int[] servers, double[] rates) {
        return IntStream.of(servers).mapToDouble(j -> rates[j]).sum();
    }
}
