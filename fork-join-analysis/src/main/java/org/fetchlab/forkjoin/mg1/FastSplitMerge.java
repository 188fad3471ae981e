package org.fetchlab.forkjoin.mg1;

import java.util.Arrays;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;

/**
 * Fast split-merge (FJ-FSM): every request is served with the fastest service type. An M/M/1 queue whose rate &nu; is the
 * largest rate at which the head of the line can depart; <b>for exponential service only</b>.
 *
 * <p><b>A lower bound of fork-join with fixed arrivals.</b> All requests ask for the same, so they depart in order, and
 * whatever copies the head has finished, it departs at rate at most {@code ν = max_S Σ_{j: S∪{j} recovers} μ_j} over the
 * sets S that do not recover. Uniformised at rate &nu;, its departures are a subset of those of an M/M/1 queue:
 * {@code P{T > s} ≥ e^(-(ν-λ)s)} and {@code E[T] ≥ 1/(ν-λ)}. &nu; = (t+1)&mu; for (r,t)-availability (Aktaş et al. 2021) and
 * (n-k+1)&mu; for any k of n.
 */
public final class FastSplitMerge {
    private static final String METHOD = "fast split-merge";

    private final double headDepartureRate;
    private final int leastCopies;

    private FastSplitMerge(double headDepartureRate, int leastCopies) {
        this.headDepartureRate = headDepartureRate;
        this.leastCopies = leastCopies;
    }

    /**
     * Fast split-merge with the same service rate at every server.
     *
     * @param recovery what every request needs
     * @param rate &mu;, the rate of the exponential service times, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if the rate is not in [1e-100, 1e100]
     */
    public static FastSplitMerge of(Recovery recovery, double rate) {
        double[] rates = new double[recovery.servers()];
        Arrays.fill(rates, rate);
        return of(recovery, rates);
    }

    /**
     * Fast split-merge with unequal servers.
     *
     * @param recovery what every request needs
     * @param rates the rate of the exponential service times of each of the n servers of the code, in [1e-100, 1e100]
     * @return the system
     * @throws IllegalArgumentException if the number of rates is not n, or one is not in [1e-100, 1e100]
     */
    public static FastSplitMerge of(Recovery recovery, double[] rates) {
        double[] own = Require.serviceRates(rates, recovery.servers());
        return new FastSplitMerge(HeadDepartures.largestRate(recovery, own), HeadDepartures.leastCopies(recovery));
    }

    /**
     * The largest rate at which the head of the line can depart.
     *
     * @return &nu;, or a number above it when the code is too large to enumerate
     */
    public double headDepartureRate() {
        return headDepartureRate;
    }

    /**
     * The capacity of fast split-merge: an upper bound of the capacity of fork-join with fixed arrivals.
     *
     * @return &nu;, exactly
     */
    public Capacity capacity() {
        return Capacity.exactly(headDepartureRate);
    }

    /**
     * The least number of finished copies that can serve a request.
     *
     * @return m, at least 1; for joint recovery of overlapping parts possibly less than it
     */
    public int leastCopies() {
        return leastCopies;
    }

    /**
     * The mean download time under fast split-merge: a lower bound of the mean under fork-join with fixed arrivals.
     *
     * @param arrivalRate &lambda;, positive
     * @return 1/(&nu;-&lambda;), void when &lambda; &ge; &nu;
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanDownloadTime(double arrivalRate) {
        return switch (capacity().verdict(arrivalRate)) {
            case STABLE -> new Outcome.Known<>(1 / (headDepartureRate - arrivalRate), METHOD);
            default ->
                new Outcome.None<>(
                        METHOD,
                        "unstable: arrival rate " + arrivalRate + " is not below " + headDepartureRate
                                + ", the largest rate at which requests can depart");
        };
    }
}
