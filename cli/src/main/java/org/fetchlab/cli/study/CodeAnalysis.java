package org.fetchlab.cli.study;

import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.ForkJoinAnalysis;
import org.fetchlab.forkjoin.GeneralArrivals;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.DownloadTimeBracket;
import org.fetchlab.forkjoin.inorder.InOrderResult;
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
import org.jspecify.annotations.Nullable;

/** What theory says about one code of a comparison, as far as its theorems cover the policies in force. */
final class CodeAnalysis {
    /** Enough for a table: brackets to 1e-4 where a chain of moderate size gives them. */
    private static final Accuracy ACCURACY = new Accuracy(1e-4, 40, 120);

    private final Workload workload;
    private final List<Recovery> recoveries;
    private final ServiceTime service;
    private final RandomStreams streams;
    private final GeneralArrivals arrivals;
    private final LowTrafficMixture lowTraffic;

    CodeAnalysis(StorageCode code, Workload workload, RandomStreams streams) {
        this.workload = workload;
        this.streams = streams;
        recoveries = workload.recoveriesOf(code);
        service = workload.serviceOf(code);
        arrivals = GeneralArrivals.of(recoveries, workload.popularityOf(code), service, streams);
        lowTraffic = arrivals.lowTraffic();
    }

    /** The mean download time of the only request in the system. */
    Optional<Double> lowTrafficMean() {
        return workload.isLowTrafficForkJoin() ? lowTraffic.mean().value() : Optional.empty();
    }

    /** What theory says at one arrival rate. */
    Theory at(double arrivalRate) {
        if (workload.isForkJoin()) {
            return forkJoin(arrivalRate);
        }
        return workload.access() instanceof AccessPolicy.SplitMerge ? splitMerge(arrivalRate) : Theory.SILENT;
    }

    /**
     * What theory says at one arrival rate.
     *
     * @param capacity bounds of the capacity
     * @param mean bounds of the mean download time
     * @param exact the exact chain
     */
    record Theory(Optional<Bounds> capacity, Optional<Bounds> mean, Optional<InOrderResult> exact) {
        static final Theory SILENT = new Theory(Optional.empty(), Optional.empty(), Optional.empty());

        /** The values of the exact chain, where it has any. */
        ComparisonRow.@Nullable Exact exactValues() {
            Optional<Bounds> bracket = exact.map(InOrderResult::mean);
            if (bracket.isEmpty() || bracket.get().upper().value().isEmpty()) {
                return null;
            }
            DownloadTimeBracket law = exact.orElseThrow().downloadTime();
            return new ComparisonRow.Exact(
                    bracket.get().lower().value().orElse(null),
                    bracket.get().upper().value().orElse(null),
                    middle(law.quantile(0.5)),
                    middle(law.quantile(0.99)));
        }

        private static @Nullable Double middle(Bounds bracket) {
            return bracket.lower()
                    .value()
                    .flatMap(lower -> bracket.upper().value().map(upper -> (lower + upper) / 2))
                    .orElse(null);
        }
    }

    private Theory forkJoin(double arrivalRate) {
        ForkJoinAnalysis analysis = recoveries.size() == 1
                ? ForkJoinAnalysis.fixedArrivals(recoveries.get(0), service, arrivalRate, ACCURACY, streams)
                : ForkJoinAnalysis.generalArrivals(arrivals, arrivalRate, ACCURACY);
        return new Theory(
                Optional.of(analysis.capacity()),
                Optional.of(analysis.mean()),
                analysis.exact().value());
    }

    private Theory splitMerge(double arrivalRate) {
        SplitMerge queue = SplitMerge.of(lowTraffic::moment);
        Outcome<Double> mean = queue.meanDownloadTime(arrivalRate);
        Optional<Bounds> capacity = Optional.empty();
        if (queue.capacity() instanceof Outcome.Known<Capacity> known) {
            Outcome<Double> rate = new Outcome.Known<>(known.answer().lower(), known.method());
            capacity = Optional.of(new Bounds(rate, rate));
        }
        return new Theory(capacity, Optional.of(new Bounds(mean, mean)), Optional.empty());
    }
}
