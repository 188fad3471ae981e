package org.fetchlab.forkjoin.literature;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.fetchlab.forkjoin.inorder.DisjointGroups;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.literature.PublishedResult.Kind;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * The registry: what published formulas say about fork-join in which every request asks for the same, with Poisson arrivals
 * of rate &lambda; and exponential service of rate &mu; at every server.
 *
 * <p>Every formula of the family is listed. One whose own stability condition fails is void, one outside its range is not
 * applicable; both say why.
 */
public final class Literature {
    /** The source of fast split-merge and of the M/G/1 approximations. */
    public static final String AKTAS = "Aktaş, Kadhe, Soljanin, Sprintson, IEEE Trans. Commun. 2021";
    /** The source of split-merge as an upper bound. */
    public static final String JOSHI = "Joshi, Liu, Soljanin, IEEE J. Sel. Areas Commun. 2014";

    private static final String VARKI =
            "Varki, Merchant, Chen, The M/M/1 fork-join queue with variable sub-tasks, 2008;"
                    + " Thomasian, ACM Comput. Surv. 2014, eq. (5)";
    private static final String ANY_K = "any k of n servers";
    private static final String ALL = "all of n servers (k = n)";

    private final Recovery recovery;
    private final double lambda;
    private final double mu;

    private Literature(Recovery recovery, double lambda, double mu) {
        this.recovery = recovery;
        this.lambda = lambda;
        this.mu = mu;
    }

    /**
     * What the literature says about a system.
     *
     * @param recovery what every request needs
     * @param arrivalRate &lambda;, positive and finite
     * @param rate &mu;, positive and finite
     * @return the formulas of the family of the recovery; none for families without published formulas
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static List<PublishedResult> about(Recovery recovery, double arrivalRate, double rate) {
        check("arrival rate", arrivalRate);
        check("service rate", rate);
        Literature literature = new Literature(recovery, arrivalRate, rate);
        if (recovery instanceof ThresholdRecovery threshold) {
            int servers = threshold.candidates().length;
            return threshold.systematic() < 0
                    ? literature.wholeFile(servers, threshold.needed())
                    : literature.forkJoin("one object of an MDS code");
        }
        Optional<DisjointGroups> groups = DisjointGroups.of(recovery);
        return groups.isPresent() ? literature.availability(groups.get()) : List.of();
    }

    private static void check(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + value + " must be positive and finite");
        }
    }

    private List<PublishedResult> wholeFile(int n, int k) {
        double capacity = n * mu / k;
        return List.of(
                result(
                        "M/M/1 of the pooled replicas",
                        Kind.EXACT,
                        "k = 1",
                        JOSHI,
                        k == 1,
                        capacity,
                        () -> 1 / (n * mu - lambda)),
                result(
                        "Flatto-Hahn",
                        Kind.EXACT,
                        "n = k = 2",
                        "Flatto, Hahn, SIAM J. Appl. Math. 1984",
                        n == 2 && k == 2,
                        capacity,
                        () -> WholeFile.flattoHahn(lambda, mu)),
                result(
                        "Joshi-Liu-Soljanin",
                        Kind.LOWER,
                        ANY_K,
                        JOSHI,
                        true,
                        (n - k + 1) * mu,
                        () -> WholeFile.joshiLiuSoljanin(n, k, lambda, mu)),
                result(
                        "Varki-Merchant-Chen",
                        Kind.LOWER,
                        ALL,
                        VARKI,
                        n == k,
                        capacity,
                        () -> WholeFile.varkiMerchantChenLower(n, lambda, mu)),
                new PublishedResult("split-merge", Kind.UPPER, ANY_K, JOSHI, splitMerge()),
                result(
                        "Varki-Merchant-Chen",
                        Kind.APPROXIMATION,
                        ALL,
                        VARKI,
                        n == k,
                        capacity,
                        () -> WholeFile.varkiMerchantChen(n, lambda, mu)),
                result(
                        "Nelson-Tantawi",
                        Kind.APPROXIMATION,
                        "2 <= n = k <= 32",
                        "Nelson, Tantawi, IEEE Trans. Comput. 1988",
                        n == k && n >= 2 && n <= 32,
                        capacity,
                        () -> WholeFile.nelsonTantawi(n, lambda, mu)));
    }

    private List<PublishedResult> forkJoin(String validity) {
        FastSplitMerge fast = FastSplitMerge.of(recovery, mu);
        return List.of(
                new PublishedResult("fast split-merge", Kind.LOWER, validity, AKTAS, fast.meanDownloadTime(lambda)),
                new PublishedResult("split-merge", Kind.UPPER, validity, AKTAS, splitMerge()));
    }

    private List<PublishedResult> availability(DisjointGroups groups) {
        String validity = "(r,t)-availability codes, group decoding";
        List<PublishedResult> both = forkJoin(validity);
        return List.of(both.get(0), both.get(1), fiveColumns(groups));
    }

    /** The matrix-analytic upper bound that lets no recovery server lead by more than two requests. */
    private PublishedResult fiveColumns(DisjointGroups groups) {
        String name = "five-column matrix-analytic";
        String validity = "(2,1)-availability, group decoding";
        if (groups.groups() != 1 || groups.groupSize() != 2 || !groups.hasSystematic()) {
            return new PublishedResult(name, Kind.UPPER, validity, AKTAS, notApplicable(name, validity));
        }
        Bounds mean = InOrderAnalysis.of(InOrderSystem.of(recovery, mu))
                .withLeads(lambda, 2, 5)
                .mean();
        return new PublishedResult(name, Kind.UPPER, validity, AKTAS, mean.upper());
    }

    private Outcome<Double> splitMerge() {
        ServiceTime service = ServiceTimes.exponential(mu);
        return SplitMerge.of(LowTrafficTime.of(recovery, service, new RandomStreams(0)))
                .meanDownloadTime(lambda);
    }

    private PublishedResult result(
            String name,
            Kind kind,
            String validity,
            String source,
            boolean applies,
            double limit,
            DoubleSupplier formula) {
        return new PublishedResult(name, kind, validity, source, outcome(name, validity, applies, limit, formula));
    }

    private Outcome<Double> outcome(
            String name, String validity, boolean applies, double limit, DoubleSupplier formula) {
        if (!applies) {
            return notApplicable(name, validity);
        }
        return lambda < limit
                ? new Outcome.Known<>(formula.getAsDouble(), name)
                : new Outcome.None<>(name, "void: arrival rate " + lambda + " is not below " + limit);
    }

    private static Outcome<Double> notApplicable(String name, String validity) {
        return new Outcome.None<>(name, "not applicable: holds for " + validity);
    }
}
