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
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.fetchlab.sim.observe.StudentInterval;
import org.fetchlab.sim.observe.WarmUp;
import org.jspecify.annotations.Nullable;

/** The replications of one stable system, and what keeps their numbers from being an answer. */
final class Measurement {
    static final String METHOD = "simulation";
    /** The rounding of the clock, relative to the mean, that a time may take over. */
    private static final double CLOCK_ERROR = 1e-4;

    private static final double CONFIDENCE = Estimate.DEFAULT_CONFIDENCE;
    private static final double RELAXATIONS = 2;
    /** After so many of them next to nothing is left of a transient, and a series that seems to have one is most likely noise. */
    private static final double MANY_RELAXATIONS = 6;
    /** How many independent looks an interval needs: from so many on it covers as often as it says, to a few percent. */
    private static final double LEAST_LOOKS = 480;
    /** So much longer than just long enough a run is advised to be. */
    private static final double MARGIN = 1.1;

    private static final double MODERATE_LOAD = 0.5;
    private static final double WARM_UP_MARGIN = 32;
    /** How many times the simulated requests are enough after a drift that persists. */
    private static final double DRIFT_MARGIN = 4;
    /** More variable service is drawn too rarely for a moderate warm-up. */
    private static final double LARGEST_VARIABILITY = 50;
    /** Beyond it, intervals were measured to cover less than they say; up to a fifth of it they do. */
    private static final double LARGEST_SKEWNESS = 300;

    private final SimulatedSystem system;
    private final ExperimentPlan plan;
    private final StabilityTest.Assessment assessment;
    private final ReplicationSet replications;
    private final List<String> warnings = new ArrayList<>();
    private @Nullable Withheld withheld;
    private long warmUp;

    /** Why there is no answer, in a word and in a sentence. */
    private record Withheld(WithheldMean kind, String reason) {}

    /**
     * Replications that have simulated nothing.
     *
     * @param system the system
     * @param plan what to estimate
     * @param assessment that the system is stable, and at which load
     * @param workers the threads
     */
    Measurement(SimulatedSystem system, ExperimentPlan plan, StabilityTest.Assessment assessment, Workers workers) {
        this.system = system;
        this.plan = plan;
        this.assessment = assessment;
        this.replications = ReplicationSet.of(system, plan, workers);
    }

    void advance(long each) {
        replications.advance(each);
    }

    void advanceTo(long total) {
        replications.advanceTo(total);
    }

    /** The warm-up that the system needs even at a moderate load, with a margin. */
    long moderateWarmUp() {
        double variability = Math.min(system.serviceVariability().factor(), LARGEST_VARIABILITY);
        return (long) (WARM_UP_MARGIN * RELAXATIONS * system.relaxationRequests(MODERATE_LOAD) * variability);
    }

    /** Whether the transient is over, as far as can be seen. */
    boolean isWarm() {
        return replications.requestsEach() >= leastWarmUpEach()
                && WarmUp.of(replications.averageSeries()).isOver();
    }

    /** Gives up waiting for the end of the transient, unless it is over by its length. */
    void stopWarmUp() {
        if (!isWarm() && !isLongWarm()) {
            tooShort(
                    "did not leave its transient",
                    isLoadKnown() ? enoughRequests() : Math.max(2.0 * plan.requests(), enoughRequests()));
        }
    }

    private boolean isLongWarm() {
        return isLoadKnown() && replications.requestsEach() >= MANY_RELAXATIONS * relaxationEach();
    }

    private double leastWarmUpEach() {
        return RELAXATIONS * relaxationEach();
    }

    /**
     * The relaxation time, at the load that the paths have seen so far where it is not known. Near the capacity that load
     * approaches 1 so slowly, at the rate at which the queues grow, that the warm-up never ends by an underestimate.
     */
    private double relaxationEach() {
        double load = load();
        return load > 0
                ? system.relaxationRequests(load) * system.serviceVariability().factor()
                : 0;
    }

    private boolean isLoadKnown() {
        return assessment.load() > 0;
    }

    private double load() {
        return isLoadKnown() ? assessment.load() : replications.load();
    }

    /**
     * The requests without which an interval of the mean means nothing: up to twice as many looks where rare long services make
     * the excursions more skewed than exponential ones do.
     */
    double leastRequests() {
        return LEAST_LOOKS * (2 - 1 / system.serviceVariability().factor()) * requestsPerLook();
    }

    /** With so many the interval means something, and the warm-up may last until its length alone says that it is over. */
    private double enoughRequests() {
        return MARGIN * Math.max(leastRequests(), plan.replications() * MANY_RELAXATIONS * relaxationEach());
    }

    private double requestsPerLook() {
        double load = load();
        return load > 0 ? system.requestsPerLook(load) : 1;
    }

    private double looks() {
        return replications.requests() / requestsPerLook();
    }

    void startMeasuring() {
        warmUp += replications.requests();
        replications.startMeasuring();
    }

    /** Half the width of the interval of the mean, over the mean. */
    double relativeHalfWidth() {
        Estimate mean = StudentInterval.ofMean(replications.means(), CONFIDENCE);
        return mean.value() > 0 ? mean.halfWidth() / mean.value() : 0;
    }

    /** Notes a precision that was not reached. */
    void checkPrecision(StoppingRule.RelativePrecision goal, long budget) {
        double relative = relativeHalfWidth();
        if (relative > goal.relativeHalfWidth()) {
            warnings.add("the budget of " + budget + " requests gives a relative half-width of " + brief(relative)
                    + ", not " + goal.relativeHalfWidth());
        }
    }

    /** What was found out. */
    Experiment.Measured result() {
        checkLength();
        checkTransient();
        checkFailures();
        checkClock();
        checkSampled();
        Optional.ofNullable(withheld).map(Withheld::reason).ifPresent(warnings::add);
        Optional<Withheld> withoutMean = Optional.ofNullable(withheld).or(this::heavyTail);
        ExperimentResult result = new ExperimentResult(
                assessment.report(),
                withoutMean
                        .<Outcome<Estimate>>map(why -> new Outcome.None<>(METHOD, why.reason()))
                        .orElseGet(this::mean),
                withoutMean.map(Withheld::kind),
                percentiles(),
                withheld == null ? statistics() : List.of(),
                replications.requests(),
                looks(),
                warmUp,
                List.copyOf(warnings));
        List<Double> means = result.mean().value().isEmpty()
                ? List.of()
                : Arrays.stream(replications.means()).boxed().toList();
        return new Experiment.Measured(result, means);
    }

    /** An average of few independent excursions is skewed, and its interval low where the mean is. */
    private void checkLength() {
        if (withheld == null && replications.requests() < leastRequests()) {
            tooShort("sees too few independent excursions of the queues", enoughRequests());
        }
    }

    /** Withholds the answers of a run that is not stationary, or not long enough to be averaged. */
    private void tooShort(String symptom, double enough) {
        withheld = new Withheld(
                WithheldMean.RUN_TOO_SHORT,
                "run too short: it " + symptom + "; simulate more requests"
                        + (enough < Long.MAX_VALUE ? ": about " + brief(enough) : ""));
    }

    private static String brief(double number) {
        return new BigDecimal(number)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /**
     * Whether the first quarter of the measured part differs from the rest, paired over replications, at the 99.9 % level;
     * without meaning, and false, after a warm-up that did not end.
     */
    boolean isDrifting() {
        double[] drift = replications.series().stream()
                .filter(series -> series.length >= 8)
                .mapToDouble(Measurement::firstQuarterMinusRest)
                .toArray();
        return withheld == null
                && drift.length == plan.replications()
                && !StudentInterval.ofMean(drift, StabilityTest.CONFIDENCE).covers(0);
    }

    private void checkTransient() {
        if (isDrifting()) {
            tooShort(
                    "drifts even after a new start, the first quarter of the measured requests differs from the rest",
                    DRIFT_MARGIN * (warmUp + replications.requests()));
        }
    }

    private void checkFailures() {
        if (!StabilityTest.hasSeenFailures(system, replications)) {
            withheld = new Withheld(WithheldMean.RUN_TOO_SHORT, StabilityTest.tooFewFailures(system));
        }
    }

    private void checkSampled() {
        if (replications.missALaw()) {
            withheld = new Withheld(
                    WithheldMean.LAW_TOO_SKEWED,
                    "law too skewed: the mean of the drawn times is "
                            + brief(replications.sampledMean().value())
                            + " times that of their law, since most of it lies in times too rare to be drawn; no mean"
                            + " can be estimated");
        }
    }

    /** A time is the difference of two readings of the clock, and takes over the rounding of the later one. */
    private void checkClock() {
        long requestsEach = (warmUp + replications.requests()) / plan.replications();
        double elapsed = requestsEach / system.arrivalRate();
        double mean = StudentInterval.ofMean(replications.means(), CONFIDENCE).value();
        if (Math.ulp(elapsed) > CLOCK_ERROR * mean) {
            withheld = new Withheld(
                    WithheldMean.CLOCK_TOO_COARSE,
                    "clock too coarse: a replication of " + requestsEach + " requests takes " + rounded(elapsed)
                            + " units of time, beside which times of about " + rounded(mean)
                            + " are lost to rounding; simulate a higher rate, even if it is still low, or take the time"
                            + " of a lone request");
        }
    }

    /** To three digits, whatever the magnitude. */
    private static double rounded(double number) {
        return new BigDecimal(number).round(new MathContext(3)).doubleValue();
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

    /** Whether the tail of the download time leaves no mean, whatever is simulated. */
    private Optional<Withheld> heavyTail() {
        double tail = system.tailIndex();
        if (tail > 1) {
            return Optional.empty();
        }
        return Optional.of(
                system.isMeanInfinite()
                        ? new Withheld(
                                WithheldMean.INFINITE,
                                "the mean download time is infinite: requests wait for services whose second moment is"
                                        + " infinite")
                        : new Withheld(
                                WithheldMean.MAYBE_INFINITE,
                                "the mean download time may be infinite: the index of its tail is only known to be at"
                                        + " least " + brief(tail)));
    }

    private Outcome<Estimate> mean() {
        double tail = system.tailIndex();
        if (!(tail > 2)) {
            warnings.add("heavy tail: the download time has infinite variance (tail index " + brief(tail)
                    + "), so the confidence interval of the mean is too narrow");
        } else if (system.serviceVariability().skewness() > LARGEST_SKEWNESS) {
            warnings.add("heavy tail: much of the error of the mean lies in service times too rare to be drawn, so its"
                    + " confidence interval may be too narrow");
        }
        return new Outcome.Known<>(StudentInterval.ofMean(replications.means(), CONFIDENCE), METHOD);
    }

    private Map<Double, Outcome<PercentileEstimate>> percentiles() {
        if (withheld != null) {
            return noPercentiles(plan, withheld.reason());
        }
        Map<Double, Outcome<PercentileEstimate>> percentiles = new LinkedHashMap<>();
        for (double percent : plan.percentiles()) {
            percentiles.put(percent, PercentileEstimate.of(replications.histograms(), looks(), percent, CONFIDENCE));
        }
        return Collections.unmodifiableMap(percentiles);
    }

    private List<Estimate> statistics() {
        List<double[]> all = system.combine(replications.statistics());
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < all.get(0).length; i++) {
            int index = i;
            double[] values = all.stream().mapToDouble(one -> one[index]).toArray();
            estimates.add(StudentInterval.ofMean(values, CONFIDENCE));
        }
        return List.copyOf(estimates);
    }

    /** The planned percentiles, none of which exists. */
    static Map<Double, Outcome<PercentileEstimate>> noPercentiles(ExperimentPlan plan, String reason) {
        Map<Double, Outcome<PercentileEstimate>> percentiles = new LinkedHashMap<>();
        plan.percentiles().forEach(percent -> percentiles.put(percent, new Outcome.None<>(METHOD, reason)));
        return Collections.unmodifiableMap(percentiles);
    }
}
