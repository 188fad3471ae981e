package org.fetchlab.forkjoin.literature;

import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * Redundancy-d: n first-come-first-served servers of rate &mu;, Poisson requests of total rate &Lambda; = n&lambda;, each
 * copied to d distinct servers chosen uniformly and cancelled when its first copy completes. Exact mean (Gardner et al.,
 * Oper. Res. 2017):
 *
 * <pre>{@code E[T] = Σ_{i=d}^{n} 1 / (i μ C(n,d)/C(i,d) - Λ)}</pre>
 *
 * <p>With d = n it is an M/M/1 queue of rate n&mu;.
 */
public final class RedundancyD {
    static final String SOURCE = "Gardner et al., Oper. Res. 2017";
    private static final String METHOD = "redundancy-d";

    private final int servers;
    private final int copies;
    private final double rate;

    private RedundancyD(int servers, int copies, double rate) {
        this.servers = servers;
        this.copies = copies;
        this.rate = rate;
    }

    /**
     * A system.
     *
     * @param servers n, at least 1
     * @param copies d, in [1, n]
     * @param rate &mu;, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public static RedundancyD of(int servers, int copies, double rate) {
        if (copies < 1 || copies > servers) {
            throw new IllegalArgumentException(
                    "redundancy-d: d = " + copies + " must lie in [1, n] with n = " + servers);
        }
        Require.serviceRate("service rate", rate);
        return new RedundancyD(servers, copies, rate);
    }

    /**
     * The capacity.
     *
     * @return n&mu;, the supremum of the total arrival rate; redundancy does not change it
     */
    public Capacity capacity() {
        return Capacity.exactly(servers * rate);
    }

    /**
     * The mean download time.
     *
     * @param totalArrivalRate &Lambda; = n&lambda;, positive
     * @return E[T], exact; void at and beyond capacity
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanDownloadTime(double totalArrivalRate) {
        if (capacity().verdict(totalArrivalRate) != Verdict.STABLE) {
            return new Outcome.None<>(
                    METHOD,
                    "unstable: arrival rate " + totalArrivalRate + " is not below the capacity " + servers * rate);
        }
        double sum = 0;
        double subsets = 1; // C(n,d) / C(i,d), from i = n downwards
        for (int i = servers; i >= copies; i--) {
            sum += 1 / (i * rate * subsets - totalArrivalRate);
            subsets *= (double) i / (i - copies);
        }
        return new Outcome.Known<>(sum, METHOD);
    }
}
