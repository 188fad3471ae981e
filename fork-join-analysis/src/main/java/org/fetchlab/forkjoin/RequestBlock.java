package org.fetchlab.forkjoin;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficLaw;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/**
 * Requests for objects that share useful servers, and share none with the others of {@linkplain GeneralArrivals general
 * arrivals}. Rates are those of all arrivals, of which the block gets its share.
 *
 * @param share its fraction of all arrivals
 * @param splitMerge its split-merge system
 * @param completionCapacity the arrival rate at which its servers cannot complete the copies that requests need
 * @param isOneQueue whether it is one queue, so that split-merge is exact
 * @param exactCapacity its capacity, where a theorem has it
 * @param workCapacity an upper bound of its capacity from the work of a request
 * @param members its requests, by object
 */
record RequestBlock(
        double share,
        SplitMerge splitMerge,
        double completionCapacity,
        boolean isOneQueue,
        Optional<Outcome.Known<Double>> exactCapacity,
        Outcome<Double> workCapacity,
        List<RequestClass> members) {
    /** The name of the bounds from split-merge. */
    static final String SPLIT_MERGE = "split-merge per block";

    static RequestBlock of(List<RequestClass> members, ServiceTime service) {
        double share = RequestClass.share(members);
        LowTrafficMixture alone = RequestClass.mixture(members, share);
        List<Recovery> recoveries = members.stream().map(RequestClass::recovery).toList();
        double[] shares = members.stream().mapToDouble(RequestClass::share).toArray();
        CapacityTheorems theorems = new CapacityTheorems(recoveries, shares, service);
        Optional<Outcome.Known<Double>> exact = theorems.exact(alone.mean());
        return new RequestBlock(
                share,
                SplitMerge.of(alone),
                completionCapacity(members, service),
                CapacityTheorems.isOneQueue(recoveries, ServiceTimes.isConstant(service)),
                exact,
                exact.<Outcome<Double>>map(known -> known).orElseGet(theorems::upper),
                members);
    }

    private static double completionCapacity(List<RequestClass> members, ServiceTime service) {
        double copies = members.stream()
                .mapToDouble(member -> member.share()
                        * member.fast().map(FastSplitMerge::leastCopies).orElse(1))
                .sum();
        long servers = members.stream()
                .flatMapToInt(member -> IntStream.of(member.recovery().usefulServers()))
                .distinct()
                .count();
        return servers * ServiceTimes.exponentialRate(service).orElse(Double.POSITIVE_INFINITY) / copies;
    }

    /** Its capacity, or that of split-merge, which is less. */
    Outcome<Double> capacityLower() {
        if (exactCapacity.isPresent()) {
            return exactCapacity.get();
        }
        Outcome<Capacity> capacity = splitMerge.capacity();
        return capacity instanceof Outcome.None<Capacity> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(capacity.value().orElseThrow().lower() / share, capacityMethod());
    }

    private String capacityMethod() {
        boolean isExact = members.stream().allMatch(one -> one.lowTraffic().isExact());
        return isExact ? SPLIT_MERGE : SPLIT_MERGE + LowTrafficLaw.WITH_CONFIDENCE;
    }

    /** Its part of the mean download time of all requests, exact if it is one queue, from below otherwise. */
    double lower(double arrivalRate) {
        Optional<Double> exact =
                isOneQueue ? splitMerge.meanDownloadTime(arrivalRate * share).value() : Optional.empty();
        return exact.map(mean -> share * mean)
                .orElseGet(() -> members.stream()
                        .mapToDouble(one -> one.share() * one.simpleLower(arrivalRate))
                        .sum());
    }
}
