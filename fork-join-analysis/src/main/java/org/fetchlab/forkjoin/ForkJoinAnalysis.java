package org.fetchlab.forkjoin;

import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.literature.PublishedResult;
import org.fetchlab.forkjoin.mg1.SaturatedLeads;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;

/**
 * Everything that can be said without simulation about one fork-join system at one arrival rate: the front door of this
 * module. Questions that have no answer for the system (percentiles of an unstable one, exact chains without exponential
 * service) are answered with the reason.
 *
 * <p>Poisson requests are copied to every useful server; servers are first come first served; a request completes when its
 * finished copies recover what it asks for, and its other copies are cancelled at that instant.
 */
public sealed interface ForkJoinAnalysis permits FixedArrivals, GeneralArrivalsAnalysis {
    /**
     * Every request asks for the same (FJ-FA, or the whole file), exponential service.
     *
     * @param recovery what every request needs
     * @param rates the service rates
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param accuracy how far the exact analysis goes
     * @return the analysis
     * @throws IllegalArgumentException if the arrival rate is out of range, or the rates do not fit the code
     */
    static ForkJoinAnalysis fixedArrivals(
            Recovery recovery, ServiceRates rates, double arrivalRate, Accuracy accuracy) {
        return FixedArrivals.of(recovery, rates, arrivalRate, accuracy);
    }

    /**
     * Every request asks for the same, any service law. Exponential laws are recognised.
     *
     * @param recovery what every request needs
     * @param service the law of every service time
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param accuracy how far the exact analysis goes
     * @param random random streams for recovery profiles that must be estimated
     * @return the analysis
     * @throws IllegalArgumentException if the arrival rate is out of range
     */
    static ForkJoinAnalysis fixedArrivals(
            Recovery recovery, ServiceTime service, double arrivalRate, Accuracy accuracy, RandomStreams random) {
        return FixedArrivals.of(recovery, service, arrivalRate, accuracy, random);
    }

    /**
     * Every request asks for a random object (FJ-GA), any service law. With one object only, these are fixed arrivals.
     *
     * @param system the objects, their popularity and the service law
     * @param arrivalRate &lambda;, the total arrival rate, at least 1e-100 and finite
     * @param accuracy how far the exact analysis of the thinned systems goes
     * @return the analysis
     * @throws IllegalArgumentException if the arrival rate is out of range
     */
    static ForkJoinAnalysis generalArrivals(GeneralArrivals system, double arrivalRate, Accuracy accuracy) {
        Require.arrivalRate(arrivalRate);
        return system.fixedArrivals(arrivalRate, accuracy)
                .orElseGet(() -> GeneralArrivalsAnalysis.of(system, arrivalRate, accuracy));
    }

    /**
     * The arrival rate.
     *
     * @return &lambda;
     */
    double arrivalRate();

    /**
     * Whether the system is stable, as far as the capacity bounds tell.
     *
     * @return the verdict
     */
    Verdict verdict();

    /**
     * The capacity, the supremum of the stable arrival rates.
     *
     * @return its bounds
     */
    Bounds capacity();

    /**
     * The download time of the only request in the system.
     *
     * @return its law
     */
    LatencyDistribution lowTraffic();

    /**
     * A raw moment of the download time of the only request in the system.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment, or that it is infinite
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    Outcome<Double> lowTrafficMoment(int order);

    /**
     * The mean under split-merge: an upper bound for every service law.
     *
     * @return the mean, or why the bound is void
     */
    Outcome<Double> splitMerge();

    /**
     * The mean under fast split-merge: a lower bound for exponential service.
     *
     * @return the mean, or why there is none
     */
    Outcome<Double> fastSplitMerge();

    /**
     * The exact in-order chain.
     *
     * @return the result, or why the chain does not apply
     */
    Outcome<InOrderResult> exact();

    /**
     * The best certified bounds of the mean download time: both ends the exact value where a formula gives it, the better
     * of chain, split-merge, fast split-merge and a lone request elsewhere.
     *
     * @return the bounds; both void when the system is unstable
     */
    Bounds mean();

    /**
     * M/G/1 approximations.
     *
     * @return one per estimate of the type fractions; none where they are not defined
     */
    List<Approximation> approximations();

    /**
     * The saturated system of one server or two others: its capacity, and bounds of type fractions and shares at any load.
     *
     * @return the system; empty for other recoveries, other service laws and requests for different objects
     */
    Optional<SaturatedLeads> saturation();

    /**
     * Published formulas for systems of this family.
     *
     * @return each with its kind, range and source; none where there are none
     */
    List<PublishedResult> literature();
}
