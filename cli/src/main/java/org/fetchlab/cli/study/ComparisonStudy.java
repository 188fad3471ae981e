package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.StabilityReport;
import org.fetchlab.sim.experiment.WithheldMean;
import org.fetchlab.sim.recursion.ForkJoinStatistics;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.jspecify.annotations.Nullable;

/** Analyses and simulates every code of a comparison at every load. */
public final class ComparisonStudy {
    /** What rounding may do to a bound, relatively. */
    private static final double ROUNDING = 1e-12;

    /** So many half-widths outside the certified bounds no honest 95 % interval lies. */
    private static final double CONTRADICTION = 3;

    private final Comparison comparison;
    private final Execution execution;

    /**
     * A study.
     *
     * @param comparison what to compare
     * @param threads how many threads simulate, at least 1; without effect on the result
     * @param progress hears how far the running simulation is
     */
    public ComparisonStudy(Comparison comparison, int threads, Execution.Progress progress) {
        this.comparison = comparison;
        this.execution = new Execution(threads, progress, () -> false);
    }

    /**
     * Runs the study.
     *
     * @param rowDone is called after each row
     * @return one row per code and arrival rate, code by code
     */
    public List<ComparisonRow> rows(Runnable rowDone) {
        List<ComparisonRow> rows = new ArrayList<>();
        for (StorageCode code : comparison.codes()) {
            CodeAnalysis analysis = new CodeAnalysis(code, comparison.workload(), comparison.streams());
            List<ComparisonRow> own = new ArrayList<>();
            for (double rate : comparison.arrivalRates()) {
                own.add(row(code, analysis, rate));
                rowDone.run();
            }
            rows.addAll(withOneCapacity(own));
        }
        return rows;
    }

    /** The rows of one code: its capacity does not depend on the arrival rate, so all take the one that is known best. */
    private static List<ComparisonRow> withOneCapacity(List<ComparisonRow> rows) {
        ComparisonRow.@Nullable CapacityRange best = rows.stream()
                .flatMap(row -> Stream.ofNullable(row.capacity()))
                .min(Comparator.comparingDouble(ComparisonRow.CapacityRange::width))
                .orElse(null);
        return rows.stream().map(row -> row.withCapacity(best)).toList();
    }

    private ComparisonRow row(StorageCode code, CodeAnalysis analysis, double rate) {
        CodeAnalysis.Theory theory = analysis.at(rate);
        ComparisonRow.@Nullable CapacityRange capacity = theory.capacity()
                .map(bounds -> Views.capacity(bounds, analysis.isCertified()))
                .orElse(null);
        Verdict verdict = verdict(capacity, rate);
        ComparisonRow.@Nullable Simulation simulation = null;
        if (verdict != Verdict.UNSTABLE) {
            ExperimentResult result = simulate(code, rate, capacity);
            capacity = tighter(capacity, result.stability());
            verdict = verdict == Verdict.STABLE ? verdict : result.stability().verdict();
            simulation = verdict == Verdict.UNSTABLE ? null : simulation(code, result, theory);
        }
        boolean isUnstable = verdict == Verdict.UNSTABLE;
        MissingAnswers missing = new MissingAnswers();
        Optional<Estimate> alone = missing.known("low_traffic_mean", analysis.lowTrafficMean());
        if (theory.mean().isEmpty() && !isUnstable) {
            missing.add("bounds", "no theorem bounds the mean under this access policy and cancellation");
        }
        return new ComparisonRow(
                code.spec(),
                code.servers(),
                code.objects(),
                code.storageOverhead(),
                missing.orNull("fault_tolerance", code.faultTolerance()),
                rate,
                Views.word(verdict),
                capacity,
                alone.map(Estimate::value).orElse(null),
                alone.map(Estimate::halfWidth).filter(width -> width > 0).orElse(null),
                isUnstable
                        ? null
                        : theory.mean()
                                .map(mean -> Views.bounds(mean, analysis.isCertified()))
                                .orElse(null),
                isUnstable ? null : theory.exactValues(),
                simulation,
                answer(verdict, simulation),
                missing.orNull());
    }

    /** The system with the capacity that theory certifies, which the simulation may only tighten. */
    private static SimulatedSystem certified(SimulatedSystem system, ComparisonRow.@Nullable CapacityRange capacity) {
        if (!(system instanceof ForkJoinSystem forkJoin)
                || capacity == null
                || (capacity.lower() == null && capacity.upper() == null)) {
            return system;
        }
        double lower = capacity.lower() == null ? 0 : capacity.lower();
        double upper = capacity.upper() == null ? Double.MAX_VALUE : capacity.upper();
        return forkJoin.withCapacity(new StabilityEvidence.Known(new Capacity(lower, upper), "certified bounds"));
    }

    private ExperimentResult simulate(StorageCode code, double rate, ComparisonRow.@Nullable CapacityRange capacity) {
        List<Double> percentiles =
                comparison.percentiles().stream().map(Double::valueOf).toList();
        return Experiment.run(
                certified(comparison.workload().systemOf(code, rate), capacity),
                new ExperimentPlan(comparison.stopping(), comparison.streams(), percentiles),
                execution);
    }

    private static Verdict verdict(ComparisonRow.@Nullable CapacityRange capacity, double rate) {
        if (capacity == null) {
            return Verdict.UNDETERMINED;
        }
        double lower = capacity.lower() == null ? 0 : capacity.lower();
        double upper = capacity.upper() == null ? Double.MAX_VALUE : capacity.upper();
        return new Capacity(lower, upper).verdict(rate);
    }

    /** The capacity as both theory and simulation know it. */
    private static ComparisonRow.@Nullable CapacityRange tighter(
            ComparisonRow.@Nullable CapacityRange theory, StabilityReport simulated) {
        if (!(simulated.capacity() instanceof Outcome.Known<Capacity> known)) {
            return theory;
        }
        double lower = known.answer().lower();
        double upper = known.answer().upper();
        if (upper == Double.MAX_VALUE) {
            return theory;
        }
        Double confidence = simulated.isSimulated() ? StabilityReport.CONFIDENCE : null;
        if (theory == null) {
            return new ComparisonRow.CapacityRange(lower, upper, known.method(), known.method(), confidence);
        }
        boolean isLowerTheory = theory.lower() != null && theory.lower() >= lower;
        boolean isUpperTheory = theory.upper() != null && theory.upper() <= upper;
        return new ComparisonRow.CapacityRange(
                isLowerTheory ? theory.lower() : Double.valueOf(lower),
                isUpperTheory ? theory.upper() : Double.valueOf(upper),
                isLowerTheory ? theory.lowerMethod() : known.method(),
                isUpperTheory ? theory.upperMethod() : known.method(),
                isLowerTheory && isUpperTheory ? theory.confidence() : least(theory.confidence(), confidence));
    }

    private static @Nullable Double least(@Nullable Double one, @Nullable Double other) {
        return one == null ? other : Double.valueOf(other == null ? one : Math.min(one, other));
    }

    /** Why a mean is withheld, in a word and in a sentence. */
    private record Contradiction(WithheldMean kind, String reason) {}

    /** Why a simulated mean cannot be right, when it is far outside the certified bounds. */
    private static Optional<Contradiction> contradiction(Estimate mean, Bounds bounds, Outcome<Capacity> simulated) {
        double margin = CONTRADICTION * mean.halfWidth() + ROUNDING * mean.value();
        boolean isBelow = bounds.lower()
                .value()
                .filter(lower -> mean.value() + margin < lower)
                .isPresent();
        boolean isAbove = bounds.upper()
                .value()
                .filter(upper -> mean.value() - margin > upper)
                .isPresent();
        if (!isBelow && !isAbove) {
            return Optional.empty();
        }
        String withheld = "the simulated mean contradicts the certified bounds and is withheld";
        return Optional.of(
                simulated instanceof Outcome.None<Capacity> none
                        ? new Contradiction(
                                WithheldMean.LAW_TOO_SKEWED, "law too skewed: " + withheld + ", " + none.reason())
                        : new Contradiction(
                                WithheldMean.RUN_TOO_SHORT, "run too short: " + withheld + "; simulate more requests"));
    }

    private ComparisonRow.Simulation simulation(StorageCode code, ExperimentResult result, CodeAnalysis.Theory theory) {
        Optional<Contradiction> contradiction = result.mean()
                .value()
                .flatMap(mean -> theory.mean()
                        .flatMap(bounds ->
                                contradiction(mean, bounds, result.stability().capacity())));
        Map<String, ComparisonRow.PercentileRange> percentiles = new LinkedHashMap<>();
        for (String percent : comparison.percentiles()) {
            percentiles.put(
                    percent,
                    contradiction
                            .map(why -> new ComparisonRow.PercentileRange(null, null, null, why.reason()))
                            .orElseGet(() -> Views.percentile(result.percentile(Double.parseDouble(percent)))));
        }
        List<String> warnings = new ArrayList<>(result.warnings());
        Optional.ofNullable(Views.reason(result.mean()))
                .filter(reason -> !warnings.contains(reason))
                .ifPresent(warnings::add);
        contradiction.map(Contradiction::reason).ifPresent(warnings::add);
        Optional<Estimate> mean =
                contradiction.isPresent() ? Optional.empty() : result.mean().value();
        return new ComparisonRow.Simulation(
                mean.map(Estimate::value).orElse(null),
                mean.map(Estimate::halfWidth).orElse(null),
                contradiction
                        .map(Contradiction::kind)
                        .or(result::withheld)
                        .map(Views::word)
                        .orElse(null),
                percentiles,
                result.requests(),
                result.warmUp(),
                ForkJoinStatistics.of(comparison.workload().mixOf(code), result)
                        .map(statistics -> statistics.wastedWork().value())
                        .orElse(null),
                warnings.isEmpty() ? null : warnings);
    }

    private ComparisonRow.@Nullable ServiceLevelAnswer answer(
            Verdict verdict, ComparisonRow.@Nullable Simulation simulation) {
        if (comparison.target().isEmpty()) {
            return null;
        }
        ServiceLevel target = comparison.target().get();
        String met = verdict == Verdict.UNSTABLE ? "no" : simulation == null ? "unclear" : met(target, simulation);
        return new ComparisonRow.ServiceLevelAnswer(target.toString(), met);
    }

    private static String met(ServiceLevel target, ComparisonRow.Simulation simulation) {
        if (target.percentile().isEmpty()) {
            Double mean = simulation.mean();
            Double halfWidth = simulation.halfWidth95();
            return mean == null || halfWidth == null ? "unclear" : target.verdict(mean - halfWidth, mean + halfWidth);
        }
        ComparisonRow.PercentileRange range =
                simulation.percentiles().get(target.percentile().get());
        return range == null || range.lower95() == null || range.upper95() == null
                ? "unclear"
                : target.verdict(range.lower95(), range.upper95());
    }
}
