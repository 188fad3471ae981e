package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.literature.PublishedResult.Kind;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * The MDS queue (Lee, Shah, Huang and Ramchandran, IEEE Trans. Inf. Theory 2017): Poisson batches of k jobs, n servers of
 * exponential rate &mu;, one buffer, and the k jobs of a batch must be served by k different servers. A request reads
 * exactly k of n chunks; there are no redundant copies and nothing is cancelled. The latency of a batch ends with its last
 * job. An idle server takes a job of the earliest batch in the buffer of which it has served none.
 *
 * <p>The queue itself has no tractable chain; two families of bounding policies have, and both tend to it as t grows. Each
 * mean is exact for its own policy.
 *
 * <ul>
 *   <li>MDS-Reservation(t): the same, but a server takes jobs of the first t batches in the buffer only; a later batch
 *       starts only if all its k jobs can at once. While t &ge; 1 batches wait, fewer than k servers are idle, so a later
 *       batch waits until it is among the first t. Servers are left idle: an upper bound.
 *   <li>MDS-Violation(t): the same for the first t batches in the buffer; of the batch after them a server takes jobs even
 *       if it has served one. When that batch is among the first t, the servers it has used serve it no more. No server is
 *       idle while more than t batches wait: a lower bound. MDS-Violation(0) is the queue M^k/M/n.
 * </ul>
 */
public final class MdsQueue {
    static final String SOURCE = "Lee, Shah, Huang, Ramchandran, IEEE Trans. Inf. Theory 2017";
    static final String VALIDITY = "k jobs on k of n servers, no redundant jobs";
    static final String VIOLATION = "MDS-Violation(t)";
    static final String RESERVATION = "MDS-Reservation(t)";

    private final int servers;
    private final int jobs;
    private final double rate;

    private MdsQueue(int servers, int jobs, double rate) {
        this.servers = servers;
        this.jobs = jobs;
        this.rate = rate;
    }

    /**
     * A queue.
     *
     * @param servers n, at least 1
     * @param jobs k, in [1, n]
     * @param rate &mu;, in [1e-100, 1e100]
     * @return the queue
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static MdsQueue of(int servers, int jobs, double rate) {
        if (jobs < 1 || jobs > servers) {
            throw new IllegalArgumentException("MDS queue: k = " + jobs + " must lie in [1, n] with n = " + servers);
        }
        Require.serviceRate("service rate", rate);
        return new MdsQueue(servers, jobs, rate);
    }

    /**
     * An upper bound of the mean latency: its value under MDS-Reservation(t). It does not increase with t.
     *
     * @param heads t, the waiting batches that may be served in part, at least 0
     * @param arrivalRate &lambda;, batches per unit time, at least 1e-100 and finite
     * @return the mean latency; void when this policy is unstable, unknown when its chain has more than 1000 phases
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public Outcome<Double> reservation(int heads, double arrivalRate) {
        return mean("MDS-Reservation(" + heads + ")", heads, false, arrivalRate);
    }

    /**
     * A lower bound of the mean latency: its value under MDS-Violation(t). It does not decrease with t. Stable for
     * {@code λ < nμ/k}, as is every policy that leaves no server idle while many batches wait.
     *
     * @param heads t, the waiting batches whose jobs need different servers, at least 0
     * @param arrivalRate &lambda;, batches per unit time, at least 1e-100 and finite
     * @return the mean latency; void when this policy is unstable, unknown when its chain has more than 1000 phases
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public Outcome<Double> violation(int heads, double arrivalRate) {
        return mean("MDS-Violation(" + heads + ")", heads, true, arrivalRate);
    }

    /**
     * The bounds as entries of the registry of published results, for t = 0, …, heads: first the lower, then the upper.
     *
     * @param heads the largest t, at least 0
     * @param arrivalRate &lambda;, batches per unit time, at least 1e-100 and finite
     * @return MDS-Violation(t) and MDS-Reservation(t), bounds for the MDS queue only, and for fork-join of all of n servers, which it is when k = n
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public List<PublishedResult> bounds(int heads, double arrivalRate) {
        List<PublishedResult> results = new ArrayList<>();
        for (int t = 0; t <= heads; t++) {
            results.add(result(Kind.LOWER, violation(t, arrivalRate)));
        }
        for (int t = 0; t <= heads; t++) {
            results.add(result(Kind.UPPER, reservation(t, arrivalRate)));
        }
        return List.copyOf(results);
    }

    private static PublishedResult result(Kind kind, Outcome<Double> mean) {
        return new PublishedResult(mean.method(), kind, VALIDITY, SOURCE, mean);
    }

    private Outcome<Double> mean(String name, int heads, boolean violating, double arrivalRate) {
        if (heads < 0) {
            throw new IllegalArgumentException(name + ": t = " + heads + " must be at least 0");
        }
        Require.arrivalRate(arrivalRate);
        if (Capacity.exactly(servers * rate / jobs).verdict(arrivalRate) != Verdict.STABLE) {
            return new Outcome.None<>(
                    name, "void: arrival rate " + arrivalRate + " is not below nμ/k = " + servers * rate / jobs);
        }
        int length = violating ? heads + 1 : heads;
        Optional<MdsChain> chain = MdsChain.of(new MdsPolicy(servers, jobs, arrivalRate, rate, length, violating));
        return chain.isPresent()
                ? solved(name, chain.get())
                : new Outcome.None<>(
                        name, "not computed: more than " + MdsChain.MOST_PHASES + " phases; take a smaller t");
    }

    private static Outcome<Double> solved(String name, MdsChain chain) {
        Outcome<QbdSolution> solution = chain.process().solve();
        return solution instanceof Outcome.None<QbdSolution> none
                ? new Outcome.None<>(name, "void: " + none.reason())
                : new Outcome.Known<>(chain.meanLatency(solution.value().orElseThrow()), name);
    }
}
