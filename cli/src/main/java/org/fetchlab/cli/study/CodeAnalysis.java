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
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.jspecify.annotations.Nullable;

/** What theory says about one code of a comparison, as far as its theorems cover the policies in force. */
final class CodeAnalysis {
    /** Enough for a table: brackets to 1e-4 where a chain of moderate size gives them. */
    private static final Accuracy ACCURACY = new Accuracy(1e-4, 40, 120);

    private final Workload workload;
    private final ServiceTime service;
    private final GeneralArrivals arrivals;
    private final LowTrafficMixture lowTraffic;

    CodeAnalysis(StorageCode code, Workload workload, RandomStreams streams) {
        this.workload = workload;
        List<Recovery> recoveries = workload.recoveriesOf(code);
        service = workload.serviceOf(code);
        arrivals = GeneralArrivals.of(recoveries, workload.popularityOf(code), service, streams);
        lowTraffic = arrivals.lowTraffic();
    }

    /** The mean download time of the only request in the system, or why it is not known. */
    Outcome<Estimate> lowTrafficMean() {
        return workload.isLowTrafficForkJoin()
                ? lowTraffic.momentEstimate(1)
                : new Outcome.None<>(
                        "low traffic",
                        "the mean of a lone request is known where it is copied to all useful servers, and no copy is"
                                + " cancelled on start");
    }

    /** Whether bounds are certain; otherwise they hold with 95 % confidence, since a recovery profile is an estimate. */
    boolean isCertified() {
        return lowTraffic.isExact();
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
                    middle(law.quantile(0.99)),
                    Views.reason(law.lower(), law.upper()));
        }

        private static @Nullable Double middle(Bounds bracket) {
            return bracket.lower()
                    .value()
                    .flatMap(lower -> bracket.upper().value().map(upper -> (lower + upper) / 2))
                    .orElse(null);
        }
    }

    private Theory forkJoin(double arrivalRate) {
        ForkJoinAnalysis analysis = ForkJoinAnalysis.generalArrivals(arrivals, arrivalRate, ACCURACY);
        return new Theory(
                Optional.of(analysis.capacity()),
                Optional.of(analysis.mean()),
                analysis.exact().value());
    }

    private Theory splitMerge(double arrivalRate) {
        SplitMerge slower = SplitMerge.of(lowTraffic);
        SplitMerge faster = SplitMerge.lowerLimit(lowTraffic);
        Bounds mean = new Bounds(faster.meanDownloadTime(arrivalRate), slower.meanDownloadTime(arrivalRate));
        Bounds capacity = new Bounds(capacity(slower), capacity(faster));
        return new Theory(
                capacity.lower().value().isPresent() ? Optional.of(capacity) : Optional.empty(),
                Optional.of(mean),
                Optional.empty());
    }

    private static Outcome<Double> capacity(SplitMerge queue) {
        Outcome<Capacity> capacity = queue.capacity();
        return capacity instanceof Outcome.None<Capacity> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(capacity.value().orElseThrow().lower(), capacity.method());
    }
}
