package org.fetchlab.forkjoin;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.inorder.LoneRequest;
import org.fetchlab.forkjoin.literature.Literature;
import org.fetchlab.forkjoin.literature.PublishedResult;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SaturatedLeads;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.forkjoin.numeric.RoundedBounds;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;

/** {@link ForkJoinAnalysis} of a system in which every request asks for the same: requests depart in order. */
final class FixedArrivals implements ForkJoinAnalysis {
    private static final String CHAIN = "in-order chain";

    private final Recovery recovery;
    private final double arrivalRate;
    private final Alone alone;
    private final Optional<double[]> rates;
    private final Outcome<InOrderResult> exact;
    private final Bounds capacity;
    private final boolean isOneQueue;

    private FixedArrivals(
            Recovery recovery,
            double arrivalRate,
            Alone alone,
            Optional<double[]> rates,
            Optional<ServiceTime> service,
            Outcome<InOrderResult> exact) {
        this.recovery = recovery;
        this.arrivalRate = arrivalRate;
        this.alone = alone;
        this.rates = rates;
        this.exact = exact;
        this.capacity = capacity(service);
        isOneQueue = CapacityTheorems.isOneQueue(
                List.of(recovery), service.filter(ServiceTimes::isConstant).isPresent());
    }

    /** One request alone: its download time, a lower limit of the mean, and the queue of split-merge. */
    private record Alone(
            LatencyDistribution law,
            IntFunction<Outcome<Double>> moments,
            Outcome<Double> leastMean,
            SplitMerge splitMerge) {
        static Alone of(LowTrafficTime law) {
            return new Alone(law, law::moment, law.momentAtLeast(1), SplitMerge.of(law));
        }

        static Alone of(LoneRequest law) {
            return new Alone(law, law::moment, law.moment(1), SplitMerge.of(law::moment));
        }

        /** Two rates need the recovery profile only; with three, the finished sets are counted. */
        static Alone of(Recovery recovery, ServiceRates rates) {
            OptionalDouble others = rates.recovery();
            return others.isPresent()
                    ? of(LowTrafficTime.of(recovery, rates.systematic(), others.getAsDouble(), new RandomStreams(0)))
                    : of(InOrderSystem.of(recovery, rates.of(recovery)).lowTraffic());
        }
    }

    static FixedArrivals of(
            Recovery recovery, ServiceTime service, double arrivalRate, Accuracy accuracy, RandomStreams random) {
        Require.arrivalRate(arrivalRate);
        OptionalDouble rate = ServiceTimes.exponentialRate(service);
        if (rate.isPresent()) {
            Require.serviceRate("service rate", rate.getAsDouble());
        }
        Alone alone = Alone.of(LowTrafficTime.of(recovery, service, random));
        if (rate.isEmpty()) {
            String reason = "not applicable: the chain needs exponential service, not " + service.spec();
            return new FixedArrivals(
                    recovery,
                    arrivalRate,
                    alone,
                    Optional.empty(),
                    Optional.of(service),
                    new Outcome.None<>(CHAIN, reason));
        }
        double[] rates = ServiceRates.equal(rate.getAsDouble()).of(recovery);
        Outcome<InOrderResult> exact = exact(recovery, rates, arrivalRate, accuracy);
        return new FixedArrivals(recovery, arrivalRate, alone, Optional.of(rates), Optional.of(service), exact);
    }

    static FixedArrivals of(Recovery recovery, ServiceRates rates, double arrivalRate, Accuracy accuracy) {
        Require.arrivalRate(arrivalRate);
        double[] own = rates.of(recovery);
        OptionalDouble common = common(recovery, own);
        if (common.isPresent()) {
            ServiceTime service = ServiceTimes.exponential(common.getAsDouble());
            return of(recovery, service, arrivalRate, accuracy, new RandomStreams(0));
        }
        Outcome<InOrderResult> exact = exact(recovery, own, arrivalRate, accuracy);
        return new FixedArrivals(
                recovery, arrivalRate, Alone.of(recovery, rates), Optional.of(own), Optional.empty(), exact);
    }

    /** The rate of all useful servers, if they have the same. */
    private static OptionalDouble common(Recovery recovery, double[] rates) {
        double[] useful = IntStream.of(recovery.usefulServers())
                .mapToDouble(server -> rates[server])
                .distinct()
                .toArray();
        return useful.length == 1 ? OptionalDouble.of(useful[0]) : OptionalDouble.empty();
    }

    private static Outcome<InOrderResult> exact(
            Recovery recovery, double[] rates, double arrivalRate, Accuracy accuracy) {
        Optional<InOrderSystem> system = InOrderSystem.ifEnumerable(recovery, rates);
        return system.flatMap(found -> InOrderAnalysis.of(found).within(arrivalRate, accuracy))
                .<Outcome<InOrderResult>>map(result -> new Outcome.Known<>(result, CHAIN))
                .orElseGet(() -> new Outcome.None<>(
                        CHAIN,
                        "code too large: a lead of one request takes more than the budget of " + accuracy.maxPhases()
                                + " phases"));
    }

    @Override
    public double arrivalRate() {
        return arrivalRate;
    }

    @Override
    public Verdict verdict() {
        double lower = capacity().lower().value().orElse(0.0);
        double upper = capacity().upper().value().orElse(Double.MAX_VALUE);
        return new Capacity(Math.min(lower, upper), upper).verdict(arrivalRate);
    }

    @Override
    public Bounds capacity() {
        return capacity;
    }

    private Bounds capacity(Optional<ServiceTime> service) {
        Optional<CapacityTheorems> theorems =
                service.map(law -> new CapacityTheorems(List.of(recovery), new double[] {1}, law));
        Optional<Outcome.Known<Double>> known = theorems.flatMap(
                        all -> all.exact(alone.moments().apply(1)))
                .or(() -> rates.flatMap(own -> ExponentialCapacity.exact(recovery, own)));
        if (known.isPresent()) {
            return new Bounds(known.get(), known.get());
        }
        return rates.map(this::bracket)
                .orElseGet(() -> RoundedBounds.of(
                        splitMergeCapacity(), theorems.orElseThrow().upper()));
    }

    /** The bracket of the chain, or that of split-merge and fast split-merge; completions of copies may bound better. */
    private Bounds bracket(double[] own) {
        Optional<Capacity> chain = exact.value().map(InOrderResult::capacity);
        Outcome<Double> least = chain.<Outcome<Double>>map(found -> new Outcome.Known<>(found.lower(), CHAIN))
                .orElseGet(this::splitMergeCapacity);
        Outcome.Known<Double> most = chain.map(found -> new Outcome.Known<>(found.upper(), CHAIN))
                .orElseGet(() ->
                        new Outcome.Known<>(FastSplitMerge.of(recovery, own).headDepartureRate(), "fast split-merge"));
        Outcome.Known<Double> completions = ExponentialCapacity.upper(recovery, own);
        return RoundedBounds.of(least, completions.answer() < most.answer() ? completions : most);
    }

    private Outcome<Double> splitMergeCapacity() {
        Outcome<Capacity> lower = alone.splitMerge().capacity();
        return lower instanceof Outcome.None<Capacity> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(lower.value().orElseThrow().lower(), lower.method());
    }

    @Override
    public LatencyDistribution lowTraffic() {
        return alone.law();
    }

    @Override
    public Outcome<Double> lowTrafficMoment(int order) {
        return alone.moments().apply(order);
    }

    @Override
    public Outcome<Double> splitMerge() {
        return alone.splitMerge().meanDownloadTime(arrivalRate);
    }

    @Override
    public Outcome<Double> fastSplitMerge() {
        return fast().map(system -> system.meanDownloadTime(arrivalRate))
                .orElseGet(() -> new Outcome.None<>("fast split-merge", exponentialOnly()));
    }

    private Optional<FastSplitMerge> fast() {
        return rates.map(own -> FastSplitMerge.of(recovery, own));
    }

    private static String exponentialOnly() {
        return "not applicable: holds for exponential service";
    }

    @Override
    public Outcome<InOrderResult> exact() {
        return exact;
    }

    @Override
    public Bounds mean() {
        Bounds chain = exact.value()
                .map(InOrderResult::mean)
                .orElseGet(() -> RoundedBounds.of(fastSplitMerge(), splitMerge()));
        if (verdict() == Verdict.UNSTABLE) {
            return unstable(chain);
        }
        if (isOneQueue && splitMerge().value().isPresent()) {
            return new Bounds(splitMerge(), splitMerge());
        }
        Optional<Outcome<Double>> published = exactFormula();
        if (published.isPresent()) {
            return new Bounds(published.get(), published.get());
        }
        Outcome<Double> lower = larger(larger(chain.lower(), fastSplitMerge()), alone.leastMean());
        return RoundedBounds.of(lower, chain.upper().value().isPresent() ? chain.upper() : splitMerge());
    }

    private Optional<Outcome<Double>> exactFormula() {
        return rates.flatMap(own -> Literature.exactMean(recovery, own, alone.splitMerge(), arrivalRate));
    }

    private Bounds unstable(Bounds chain) {
        String reason = "unstable: arrival rate " + arrivalRate + " is not below the capacity, at most "
                + capacity().upper().value().orElseThrow();
        return new Bounds(
                new Outcome.None<>(chain.lower().method(), reason),
                new Outcome.None<>(chain.upper().method(), reason));
    }

    private static Outcome<Double> larger(Outcome<Double> one, Outcome<Double> other) {
        double first = one.value().orElse(0.0);
        double second = other.value().orElse(0.0);
        return first >= second ? one : other;
    }

    @Override
    public List<Approximation> approximations() {
        return rates.isPresent() && exact instanceof Outcome.Known<InOrderResult> known
                ? TypeApproximations.of(recovery, rates.get(), known.answer(), verdict())
                : List.of();
    }

    @Override
    public Optional<SaturatedLeads> saturation() {
        return rates.flatMap(own -> ExponentialCapacity.saturatedLeads(recovery, own));
    }

    @Override
    public List<PublishedResult> literature() {
        return rates.map(own -> Literature.about(recovery, own, alone.splitMerge(), arrivalRate))
                .orElse(List.of());
    }
}
