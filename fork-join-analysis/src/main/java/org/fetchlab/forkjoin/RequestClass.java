package org.fetchlab.forkjoin;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * The requests for one object among {@linkplain GeneralArrivals general arrivals}.
 *
 * @param share their fraction of all arrivals
 * @param recovery which servers recover the object
 * @param lowTraffic their download time when they are alone
 * @param fast their fast split-merge system, if service is exponential
 */
record RequestClass(double share, Recovery recovery, LowTrafficTime lowTraffic, Optional<FastSplitMerge> fast) {

    static RequestClass of(double share, Recovery recovery, LowTrafficTime lowTraffic, ServiceTime service) {
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        Optional<FastSplitMerge> fast =
                rate.isPresent() ? Optional.of(FastSplitMerge.of(recovery, rate.getAsDouble())) : Optional.empty();
        return new RequestClass(share, recovery, lowTraffic, fast);
    }

    /** The fraction of all arrivals that asks for one of some objects. */
    static double share(List<RequestClass> classes) {
        return classes.stream().mapToDouble(RequestClass::share).sum();
    }

    /** The download time of a request that is alone, given that it asks for one of some objects. */
    static LowTrafficMixture mixture(List<RequestClass> classes, double share) {
        double[] probabilities =
                classes.stream().mapToDouble(one -> one.share() / share).toArray();
        return LowTrafficMixture.of(
                classes.stream().map(RequestClass::lowTraffic).toList(), probabilities);
    }

    /** The download time of a request that is alone, when these are all requests there are. */
    static LowTrafficMixture mixture(List<RequestClass> all) {
        return mixture(all, 1);
    }

    /**
     * A lower bound of their mean download time: the larger of the low-traffic mean, at its lower limit, and fast
     * split-merge.
     *
     * @param arrivalRate the rate of all arrivals
     */
    double simpleLower(double arrivalRate) {
        double faster = fast.flatMap(
                        system -> system.meanDownloadTime(arrivalRate * share).value())
                .orElse(0.0);
        return Math.max(faster, lowTraffic.momentAtLeast(1).value().orElseThrow());
    }

    /** The lower bound from the exact chain without the requests for other objects, at least {@link #simpleLower}. */
    double chainLower(double arrivalRate, double serviceRate, Accuracy accuracy) {
        double[] rates = new double[recovery.servers()];
        Arrays.fill(rates, serviceRate);
        return InOrderSystem.ifEnumerable(recovery, rates)
                .flatMap(system -> InOrderAnalysis.of(system).within(Require.arrivalRate(arrivalRate, share), accuracy))
                .flatMap(result -> result.mean().lower().value())
                .map(chain -> Math.max(chain, simpleLower(arrivalRate)))
                .orElseGet(() -> simpleLower(arrivalRate));
    }
}
