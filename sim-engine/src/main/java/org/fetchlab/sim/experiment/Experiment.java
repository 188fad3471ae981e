package org.fetchlab.sim.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.fetchlab.sim.observe.StudentInterval;
import org.fetchlab.sim.observe.WarmUp;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the stationary download time of a system.
 *
 * <p>In this order: a stability verdict; a warm-up of two relaxation times at the load at hand, where the capacity is known,
 * extended until the marginal standard error rule ({@link WarmUp}) on the average of all replications says that the transient
 * is over; the measurement, until the stopping rule is met. The
 * replications are independent and their number is part of the plan, so intervals need no assumption on the correlation of
 * successive requests, and the same plan gives the same bits on any number of threads.
 */
public final class Experiment {
    private static final String METHOD = "simulation";
    /** The rounding of the clock, relative to the mean, that a time may take over. */
    private static final double CLOCK_ERROR = 1e-4;

    private static final double CONFIDENCE = Estimate.DEFAULT_CONFIDENCE;
    private static final long FIRST_WARM_UP = 512;
    private static final long WARM_UP_LIMIT = 16 * FIRST_WARM_UP;
    private static final long WARM_UP_FRACTION = 16;
    private static final double RELAXATIONS = 2;
    private static final double MODERATE_LOAD = 0.5;
    private static final double WARM_UP_MARGIN = 32;
    private static final long FIRST_ROUND = 2000;
    private static final double SAFETY = 1.1;
    private static final double LARGEST_STEP = 4;

    private final long leastWarmUp;
    private final SimulatedSystem system;
    private final ExperimentPlan plan;
    private final Workers workers;
    private final List<String> warnings = new ArrayList<>();
    private @Nullable String withheld;

    private Experiment(SimulatedSystem system, ExperimentPlan plan, Workers workers, long leastWarmUp) {
        this.leastWarmUp = leastWarmUp;
        this.system = system;
        this.plan = plan;
        this.workers = workers;
    }

    /**
     * Runs an experiment.
     *
     * @param system what to simulate
     * @param plan what to estimate, how precisely, from which random numbers
     * @param execution threads, progress and cancellation; without effect on the result
     * @return the estimates, or the verdict that there is nothing to estimate
     * @throws IllegalArgumentException if the paths do not fit in memory
     * @throws java.util.concurrent.CancellationException if the execution is cancelled or the thread interrupted
     */
    public static ExperimentResult run(SimulatedSystem system, ExperimentPlan plan, Execution execution) {
        checkMemory(system, plan);
        try (Workers workers = new Workers(execution)) {
            return measured(system, plan, workers, 0).result();
        }
    }

    /**
     * A result with the mean of each replication, in order; empty without a mean.
     *
     * @param result the result
     * @param means the means of the replications
     */
    record Measured(ExperimentResult result, List<Double> means) {}

    /** Runs an experiment whose warm-up has at least so many requests in all. */
    static Measured measured(SimulatedSystem system, ExperimentPlan plan, Workers workers, long leastWarmUp) {
        return new Experiment(system, plan, workers, leastWarmUp).measured();
    }

    /** Refuses paths that do not fit in memory: those that are measured, and before them those of a stability test. */
    static void checkMemory(SimulatedSystem system, ExperimentPlan plan) {
        int paths = system.stability() instanceof StabilityEvidence.Known
                ? plan.replications()
                : Math.max(plan.replications(), ReplicationSet.REPLICATIONS);
        HeapBudget.check(system.memory() * paths);
    }

    private Measured measured() {
        StabilityTest.Assessment assessment = new StabilityTest(plan.streams(), workers).of(system);
        StabilityReport stability = assessment.report();
        if (stability.verdict() != Verdict.STABLE) {
            return new Measured(withoutMean(stability), List.of());
        }
        ReplicationSet replications = new ReplicationSet(system, plan.streams(), 0, plan.replications(), workers);
        warmUp(replications, assessment.load());
        long warmUp = replications.requests();
        replications.startMeasuring();
        measure(replications);
        checkTransient(replications);
        checkFailures(replications);
        checkClock(replications, (warmUp + replications.requests()) / plan.replications());
        checkSampled(replications);
        Optional.ofNullable(withheld).ifPresent(warnings::add);
        ExperimentResult result = new ExperimentResult(
                stability,
                mean(replications),
                percentiles(replications),
                withheld == null ? statistics(replications) : List.of(),
                replications.requests(),
                warmUp,
                List.copyOf(warnings));
        List<Double> means = result.mean().value().isEmpty()
                ? List.of()
                : Arrays.stream(replications.means()).boxed().toList();
        return new Measured(result, means);
    }

    private ExperimentResult withoutMean(StabilityReport stability) {
        String reason = stability.verdict() == Verdict.UNSTABLE
                ? "unstable: the arrival rate " + system.arrivalRate() + " is not below the capacity"
                : undetermined(stability.capacity());
        return new ExperimentResult(
                stability, new Outcome.None<>(METHOD, reason), noPercentiles(reason), List.of(), 0, 0, List.of());
    }

    private String undetermined(Outcome<Capacity> capacity) {
        return capacity instanceof Outcome.None<Capacity> none
                ? "undetermined: " + none.reason()
                : "undetermined: the arrival rate " + system.arrivalRate() + " cannot be told from the capacity";
    }

    private Map<Double, Outcome<PercentileEstimate>> noPercentiles(String reason) {
        Map<Double, Outcome<PercentileEstimate>> percentiles = new LinkedHashMap<>();
        plan.percentiles().forEach(percent -> percentiles.put(percent, new Outcome.None<>(METHOD, reason)));
        return Collections.unmodifiableMap(percentiles);
    }

    private long planned() {
        long total = plan.stopping() instanceof StoppingRule.Requests fixed
                ? fixed.requests()
                : ((StoppingRule.RelativePrecision) plan.stopping()).budget();
        return Math.max(total, plan.replications());
    }

    /** The longest warm-up: as long as the measurement, or what the system needs even at a moderate load. */
    private long warmUpLimit() {
        double moderate = WARM_UP_MARGIN * RELAXATIONS * system.relaxationRequests(MODERATE_LOAD);
        return Math.max(Math.max(WARM_UP_LIMIT, planned() / plan.replications()), (long) moderate);
    }

    private void warmUp(ReplicationSet replications, double knownLoad) {
        long limit = warmUpLimit();
        replications.advance(Math.max(
                leastWarmUp / plan.replications(),
                Math.max(FIRST_WARM_UP, firstMeasurement() / plan.replications() / WARM_UP_FRACTION)));
        while (replications.requestsEach() < leastWarmUpEach(replications, knownLoad)
                || !WarmUp.of(replications.averageSeries()).isOver()) {
            long more = Math.min(replications.requestsEach(), limit - replications.requestsEach());
            if (more <= 0) {
                tooShort(leastWarmUpEach(replications, knownLoad), "did not leave its transient");
                return;
            }
            replications.advance(more);
        }
    }

    /**
     * Two relaxation times, at the load that the paths have seen so far where it is not known. Near the capacity that load
     * approaches 1 so slowly, at the rate at which the queues grow, that the warm-up never ends by an underestimate.
     */
    private double leastWarmUpEach(ReplicationSet replications, double knownLoad) {
        double load = knownLoad > 0 ? knownLoad : replications.load();
        return load > 0 ? RELAXATIONS * system.relaxationRequests(load) : 0;
    }

    private long firstMeasurement() {
        return plan.stopping() instanceof StoppingRule.Requests
                ? planned()
                : Math.min(FIRST_ROUND * plan.replications(), planned());
    }

    /** Withholds the answers of a run that is not stationary. */
    private void tooShort(double warmUpEach, String symptom) {
        double enough = Math.max(2.0 * planned(), 2 * plan.replications() * warmUpEach);
        withheld = "run too short: it " + symptom + "; simulate more requests"
                + (enough < Long.MAX_VALUE ? ": about " + brief(enough) : "");
    }

    private static String brief(double number) {
        return new BigDecimal(number)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    private void measure(ReplicationSet replications) {
        replications.advanceTo(firstMeasurement());
        if (plan.stopping() instanceof StoppingRule.RelativePrecision goal) {
            refine(replications, goal.relativeHalfWidth());
        }
    }

    private void refine(ReplicationSet replications, double goal) {
        long budget = planned();
        double relative = relativeHalfWidth(replications);
        while (relative > goal && replications.requests() < budget) {
            double factor = Math.min(SAFETY * (relative / goal) * (relative / goal), LARGEST_STEP);
            long wanted = Math.min(budget, (long) Math.ceil(replications.requests() * factor));
            replications.advanceTo(wanted);
            relative = relativeHalfWidth(replications);
        }
        if (relative > goal) {
            warnings.add("the budget of " + budget + " requests gives a relative half-width of " + brief(relative)
                    + ", not " + goal);
        }
    }

    private static double relativeHalfWidth(ReplicationSet replications) {
        Estimate mean = StudentInterval.ofMean(replications.means(), CONFIDENCE);
        return mean.value() > 0 ? mean.halfWidth() / mean.value() : 0;
    }

    /** Compares the first quarter of the measured part with the rest, paired over replications, at the 99.9 % level. */
    private void checkTransient(ReplicationSet replications) {
        double[] drift = replications.series().stream()
                .filter(series -> series.length >= 8)
                .mapToDouble(Experiment::firstQuarterMinusRest)
                .toArray();
        if (drift.length == plan.replications()
                && !StudentInterval.ofMean(drift, StabilityTest.CONFIDENCE).covers(0)) {
            tooShort(0, "drifts, the first quarter of the measured requests differs from the rest");
        }
    }

    private void checkFailures(ReplicationSet replications) {
        if (!StabilityTest.hasSeenFailures(system, replications)) {
            withheld = StabilityTest.tooFewFailures(system);
        }
    }

    private void checkSampled(ReplicationSet replications) {
        if (replications.missALaw()) {
            withheld = "law too skewed: the mean of the drawn times is "
                    + brief(replications.sampledMean().value())
                    + " times that of their law, since most of it lies in times too rare to be drawn; no mean can be"
                    + " estimated";
        }
    }

    /** A time is the difference of two readings of the clock, and takes over the rounding of the later one. */
    private void checkClock(ReplicationSet replications, long requestsEach) {
        double elapsed = requestsEach / system.arrivalRate();
        double mean = StudentInterval.ofMean(replications.means(), CONFIDENCE).value();
        if (Math.ulp(elapsed) > CLOCK_ERROR * mean) {
            withheld = "clock too coarse: a replication of " + requestsEach + " requests takes " + (float) elapsed
                    + " units of time, beside which times of about " + (float) mean
                    + " are lost to rounding; simulate a higher rate, even if it is still low, or take the time of a lone request";
        }
    }

    private static double firstQuarterMinusRest(double[] series) {
        int quarter = series.length / 4;
        double first = 0;
        double rest = 0;
        for (int b = 0; b < series.length; b++) {
            if (b < quarter) {
                first += series[b] / quarter;
            } else {
                rest += series[b] / (series.length - quarter);
            }
        }
        return first - rest;
    }

    private Outcome<Estimate> mean(ReplicationSet replications) {
        if (withheld != null) {
            return new Outcome.None<>(METHOD, withheld);
        }
        double tail = system.tailIndex();
        if (!(tail > 1)) {
            return new Outcome.None<>(
                    METHOD,
                    "the mean download time may be infinite: the index of its tail is only known to be at least "
                            + brief(tail));
        }
        if (!(tail > 2)) {
            warnings.add("heavy tail: the download time has infinite variance (tail index " + brief(tail)
                    + "), so the confidence interval of the mean is too narrow");
        }
        return new Outcome.Known<>(StudentInterval.ofMean(replications.means(), CONFIDENCE), METHOD);
    }

    private Map<Double, Outcome<PercentileEstimate>> percentiles(ReplicationSet replications) {
        if (withheld != null) {
            return noPercentiles(withheld);
        }
        Map<Double, Outcome<PercentileEstimate>> percentiles = new LinkedHashMap<>();
        for (double percent : plan.percentiles()) {
            percentiles.put(percent, PercentileEstimate.of(replications.histograms(), percent, CONFIDENCE));
        }
        return Collections.unmodifiableMap(percentiles);
    }

    private List<Estimate> statistics(ReplicationSet replications) {
        List<double[]> all = system.combine(replications.statistics());
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < all.get(0).length; i++) {
            int index = i;
            double[] values = all.stream().mapToDouble(one -> one[index]).toArray();
            estimates.add(StudentInterval.ofMean(values, CONFIDENCE));
        }
        return List.copyOf(estimates);
    }
}
