package org.fetchlab.cli.study;

import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.GeneralArrivals;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;

/** What theory says about one code of a comparison, as far as its theorems cover the policies in force. */
final class CodeAnalysis {
    private final Workload workload;
    private final GeneralArrivals arrivals;
    private final LowTrafficMixture lowTraffic;

    CodeAnalysis(StorageCode code, Workload workload, RandomStreams streams) {
        this.workload = workload;
        List<Recovery> recoveries = workload.recoveriesOf(code);
        ServiceTime service = workload.serviceOf(code);
        arrivals = GeneralArrivals.of(recoveries, workload.popularityOf(code), service, streams);
        lowTraffic = arrivals.lowTraffic();
    }

    /** The mean download time of the only request in the system. */
    Optional<Double> lowTrafficMean() {
        return workload.isLowTrafficForkJoin() ? lowTraffic.mean().value() : Optional.empty();
    }

    /** Bounds of the capacity. */
    Optional<Bounds> capacity() {
        if (workload.isForkJoin()) {
            return Optional.of(arrivals.capacity());
        }
        if (workload.access() instanceof AccessPolicy.SplitMerge) {
            Outcome<Capacity> exact = splitMerge().capacity();
            if (exact instanceof Outcome.Known<Capacity> known) {
                Outcome<Double> rate = new Outcome.Known<>(known.answer().lower(), known.method());
                return Optional.of(new Bounds(rate, rate));
            }
        }
        return Optional.empty();
    }

    /** Bounds of the mean download time at an arrival rate. */
    Optional<Bounds> bounds(double arrivalRate) {
        if (workload.isForkJoin()) {
            return Optional.of(arrivals.bounds(arrivalRate));
        }
        if (workload.access() instanceof AccessPolicy.SplitMerge) {
            Outcome<Double> exact = splitMerge().meanDownloadTime(arrivalRate);
            return Optional.of(new Bounds(exact, exact));
        }
        return Optional.empty();
    }

    private SplitMerge splitMerge() {
        return SplitMerge.of(lowTraffic::moment);
    }
}
