package org.fetchlab.forkjoin.mg1;

import java.util.function.IntFunction;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;

/**
 * Split-merge (FJ-SM): one request in service at a time, forked to every useful server. An M/G/1 queue whose service time
 * is the {@linkplain LowTrafficTime low-traffic download time}.
 *
 * <p><b>An upper bound of fork-join, path by path, for every service law.</b> Attach service times to (request, server).
 * Under fork-join, request i finds every server free no later than the last completion among its predecessors, hence
 * starts all its copies no later than {@code max(a_i, max_{h<i} D_h)}; by induction it completes no later than in
 * split-merge. Therefore T(fork-join) &le; T(split-merge) stochastically, and a load at which split-merge is stable is
 * stable for fork-join. Aktaş et al. (2021), FJ-SM.
 */
public final class SplitMerge {
    private static final String METHOD = "split-merge";

    private final PollaczekKhinchine queue;
    private final boolean exactMoments;

    private SplitMerge(PollaczekKhinchine queue, boolean exactMoments) {
        this.queue = queue;
        this.exactMoments = exactMoments;
    }

    /**
     * Split-merge with the low-traffic download time of one object, or a mixture over the objects that requests ask for.
     *
     * @param service the low-traffic download time; where it is an estimate, its moments enter with the upper ends of their
     *     95 % intervals, so that means are at least and capacities at most those of split-merge, and methods say so
     * @return the system
     */
    public static SplitMerge of(LowTrafficLaw service) {
        return of(service, service::momentAtMost);
    }

    /**
     * Split-merge from the other side: where the low-traffic download time is an estimate, its moments enter with the lower
     * ends of their 95 % intervals.
     *
     * @param service the low-traffic download time
     * @return a system with means at most and capacities at least those of split-merge; the same as {@link #of} for an
     *     exact law
     */
    public static SplitMerge lowerLimit(LowTrafficLaw service) {
        return of(service, service::momentAtLeast);
    }

    private static SplitMerge of(LowTrafficLaw service, IntFunction<Outcome<Double>> moments) {
        String method = service.isExact() ? METHOD : METHOD + LowTrafficLaw.WITH_CONFIDENCE;
        return new SplitMerge(PollaczekKhinchine.of(method, moments), service.isExact());
    }

    /**
     * Split-merge with any service time whose moments are exact.
     *
     * @param moments m &rarr; E[S^m], for m = 1, 2, 3
     * @return the system
     */
    public static SplitMerge of(IntFunction<Outcome<Double>> moments) {
        return new SplitMerge(PollaczekKhinchine.of(METHOD, moments), true);
    }

    /**
     * The capacity of split-merge: a lower bound of the capacity of fork-join.
     *
     * @return 1/E[S], void when E[S] is infinite
     */
    public Outcome<Capacity> capacity() {
        return queue.capacity();
    }

    /**
     * The mean download time under split-merge: an upper bound of the mean under fork-join.
     *
     * @param arrivalRate &lambda;, positive
     * @return E[T], void when split-merge is unstable or E[S&sup2;] is infinite
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanDownloadTime(double arrivalRate) {
        return queue.meanSojourn(arrivalRate);
    }

    /**
     * The mean time until all copies of a request start.
     *
     * @param arrivalRate &lambda;, positive
     * @return E[W], void when split-merge is unstable or E[S&sup2;] is infinite
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> meanWaiting(double arrivalRate) {
        return queue.meanWaiting(arrivalRate);
    }

    /**
     * The variance of the download time under split-merge.
     *
     * @param arrivalRate &lambda;, positive
     * @return Var[T], void when split-merge is unstable, E[S&sup3;] is infinite, or the moments are limits of estimates
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Outcome<Double> variance(double arrivalRate) {
        return exactMoments
                ? queue.sojournVariance(arrivalRate)
                : new Outcome.None<>(METHOD, "limits of estimated moments do not bound a variance");
    }
}
