package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.literature.PublishedResult.Kind;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.structure.CanonicalRecovery;
import org.fetchlab.forkjoin.structure.DisjointGroups;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;

/**
 * The registry: what published formulas say about fork-join in which every request asks for the same, with Poisson arrivals
 * of rate &lambda; and exponential service, of rate &mu; at every server where nothing else is said. What counts is the
 * family of the recovery, not the code it comes from.
 *
 * <p>Redundancy-d ({@link RedundancyD}) and the MDS queue ({@link MdsQueue}) answer questions of their own: one of d servers
 * drawn at random, and k jobs on k of n servers without redundant ones. They are fork-join with d = n and with k = n.
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
    private static final String REDUNDANCY = "redundancy-d, d = n";
    /** The largest t of the bounds of the MDS queue. */
    private static final int HEADS = 1;

    private static final String ANY_K = "any k of n servers";
    private static final String ALL = "all of n servers (k = n)";

    private final Recovery recovery;
    private final double[] rates;
    private final SplitMerge splitMerge;
    private final double lambda;
    private final boolean isEqual;
    private final double mu;

    private Literature(Recovery recovery, double[] rates, SplitMerge splitMerge, double lambda) {
        this.recovery = recovery;
        this.rates = rates;
        this.splitMerge = splitMerge;
        this.lambda = lambda;
        int[] useful = recovery.usefulServers();
        this.mu = rates[useful[0]];
        this.isEqual = Arrays.stream(useful).allMatch(server -> rates[server] == mu);
    }

    /**
     * What the literature says about a system of equal servers.
     *
     * @param recovery what every request needs
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param rate &mu;, in [1e-100, 1e100]
     * @return the formulas of the family of the recovery; none for families without published formulas
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static List<PublishedResult> about(Recovery recovery, double arrivalRate, double rate) {
        double[] rates = new double[recovery.servers()];
        Arrays.fill(rates, Require.serviceRate("service rate", rate));
        LowTrafficTime alone = LowTrafficTime.of(recovery, ServiceTimes.exponential(rate), new RandomStreams(0));
        return about(recovery, rates, SplitMerge.of(alone), arrivalRate);
    }

    /**
     * What the literature says about a system with any service rates. Formulas for equal servers are then not applicable.
     *
     * @param recovery what every request needs; its {@linkplain CanonicalRecovery family} counts, not its name
     * @param rates the service rate of each of the n servers, in [1e-100, 1e100]
     * @param splitMerge the split-merge system of this recovery and these rates
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @return the formulas of the family of the recovery; none for families without published formulas
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static List<PublishedResult> about(
            Recovery recovery, double[] rates, SplitMerge splitMerge, double arrivalRate) {
        Literature literature = of(recovery, rates, splitMerge, arrivalRate);
        List<PublishedResult> results = new ArrayList<>(literature.forkJoin());
        if (literature.recovery instanceof ThresholdRecovery threshold && threshold.systematic() < 0) {
            results.addAll(literature.otherQueues(threshold.candidates().length, threshold.needed()));
        }
        return List.copyOf(results);
    }

    /**
     * The mean download time where a published formula gives it exactly.
     *
     * @param recovery what every request needs
     * @param rates the service rate of each of the n servers, in [1e-100, 1e100]
     * @param splitMerge the split-merge system of this recovery and these rates
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @return the mean, empty where there is no such formula or the system is unstable
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static Optional<Outcome<Double>> exactMean(
            Recovery recovery, double[] rates, SplitMerge splitMerge, double arrivalRate) {
        return of(recovery, rates, splitMerge, arrivalRate).forkJoin().stream()
                .filter(result -> result.kind() == Kind.EXACT)
                .map(PublishedResult::mean)
                .filter(mean -> mean.value().isPresent())
                .findFirst();
    }

    private static Literature of(Recovery recovery, double[] rates, SplitMerge splitMerge, double arrivalRate) {
        return new Literature(
                CanonicalRecovery.of(recovery),
                Require.serviceRates(rates, recovery.servers()),
                splitMerge,
                Require.arrivalRate(arrivalRate));
    }

    /** The formulas for fork-join itself. */
    private List<PublishedResult> forkJoin() {
        if (recovery instanceof ThresholdRecovery threshold) {
            return threshold.systematic() < 0
                    ? anyOf(threshold.candidates().length, threshold.needed())
                    : bounds("one object of an MDS code");
        }
        return DisjointGroups.of(recovery)
                .filter(DisjointGroups::isAvailability)
                .map(this::availability)
                .orElse(List.of());
    }

    /** Queues of their own that are this system in special cases. */
    private List<PublishedResult> otherQueues(int n, int k) {
        String one = "one of d servers drawn from n; here d = n, k = 1";
        List<PublishedResult> results = new ArrayList<>();
        results.add(
                isEqual && k == 1
                        ? new PublishedResult(
                                REDUNDANCY,
                                Kind.EXACT,
                                one,
                                RedundancyD.SOURCE,
                                RedundancyD.of(n, n, mu).meanDownloadTime(lambda))
                        : new PublishedResult(
                                REDUNDANCY, Kind.EXACT, one, RedundancyD.SOURCE, notApplicable(REDUNDANCY, one)));
        if (isEqual && k == n) {
            results.addAll(MdsQueue.of(n, n, mu).bounds(HEADS, lambda));
        } else {
            String all = MdsQueue.VALIDITY + "; here k = n";
            Outcome<Double> none = notApplicable(MdsQueue.VIOLATION, all);
            results.add(new PublishedResult(MdsQueue.VIOLATION, Kind.LOWER, all, MdsQueue.SOURCE, none));
            none = notApplicable(MdsQueue.RESERVATION, all);
            results.add(new PublishedResult(MdsQueue.RESERVATION, Kind.UPPER, all, MdsQueue.SOURCE, none));
        }
        return results;
    }

    private List<PublishedResult> anyOf(int n, int k) {
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
                new PublishedResult("split-merge", Kind.UPPER, ANY_K, JOSHI, splitMerge.meanDownloadTime(lambda)),
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

    private List<PublishedResult> bounds(String validity) {
        FastSplitMerge fast = FastSplitMerge.of(recovery, rates);
        return List.of(
                new PublishedResult("fast split-merge", Kind.LOWER, validity, AKTAS, fast.meanDownloadTime(lambda)),
                new PublishedResult("split-merge", Kind.UPPER, validity, AKTAS, splitMerge.meanDownloadTime(lambda)));
    }

    private List<PublishedResult> availability(DisjointGroups groups) {
        String validity = "(r,t)-availability codes, group decoding";
        List<PublishedResult> both = bounds(validity);
        return List.of(both.get(0), both.get(1), fiveColumns(groups));
    }

    /** The matrix-analytic upper bound that lets no recovery server lead by more than two requests. */
    private PublishedResult fiveColumns(DisjointGroups groups) {
        String name = "five-column matrix-analytic";
        String validity = "(2,1)-availability, group decoding";
        if (groups.groups() != 1 || !groups.isLocalityTwo()) {
            return new PublishedResult(name, Kind.UPPER, validity, AKTAS, notApplicable(name, validity));
        }
        Bounds mean = InOrderAnalysis.of(InOrderSystem.of(recovery, rates))
                .withLeads(lambda, 2, 5)
                .mean();
        return new PublishedResult(name, Kind.UPPER, validity, AKTAS, mean.upper());
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
        if (!applies || !isEqual) {
            return notApplicable(name, validity + ", equal servers");
        }
        return Capacity.exactly(limit).verdict(lambda) == Verdict.STABLE
                ? new Outcome.Known<>(formula.getAsDouble(), name)
                : new Outcome.None<>(name, "void: arrival rate " + lambda + " is not below " + limit);
    }

    private static Outcome<Double> notApplicable(String name, String validity) {
        return new Outcome.None<>(name, "not applicable: holds for " + validity);
    }
}
