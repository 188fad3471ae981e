package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import org.fetchlab.cli.study.FluidResult.Download;
import org.fetchlab.cli.study.FluidResult.FixedPoint;
import org.fetchlab.cli.study.FluidResult.Point;
import org.fetchlab.cli.study.FluidResult.Refined;
import org.fetchlab.cli.study.FluidResult.Spread;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.DiffusionEnsemble;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.NoiseForm;
import org.fetchlab.fluid.fluctuation.RefinedTails;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TailPoint;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.jspecify.annotations.Nullable;

/** Asks the limits of a large system about trajectory, stationary regime and download time. */
public final class FluidStudy {
    /** Tails below this are left out of results: they are nothing but rounding. */
    private static final double SMALLEST_TAIL = 1e-15;

    private static final int MOST_ROWS = 1000;
    private static final String MEAN_QUEUE = Functional.MEAN_QUEUE.name();
    private static final String REFINED_OVER_TIME = "refined_mean_queue";
    private static final double LOWER = (1 - Estimate.DEFAULT_CONFIDENCE) / 2;

    private final FluidQuestion question;
    private final FluidAnalysis analysis;
    private final MissingAnswers missing = new MissingAnswers();
    private final FluidWarnings warnings;
    /** When means to order 1/n are withheld. */
    private final List<Double> withheld = new ArrayList<>();

    private Optional<String> reasonWithheld = Optional.empty();

    /**
     * A study.
     *
     * @param question what is asked
     */
    public FluidStudy(FluidQuestion question) {
        this.question = question;
        this.analysis = question.analysis();
        this.warnings = new FluidWarnings(question.servers().orElse(1), question.times());
    }

    /**
     * Runs the study.
     *
     * @return the answers, and why others do not exist
     */
    public FluidResult result() {
        // over time they take long, and tell nothing about the limit
        Optional<List<MomentPoint>> overTime = question.times().isEmpty() || !isFinite()
                ? Optional.empty()
                : missing.known("covariance", analysis.fluctuations(times()));
        Optional<Moments> moments = question.isStationary()
                ? missing.known("covariance", analysis.stationaryFluctuations())
                : overTime.flatMap(points -> missing.known(
                        "covariance", points.get(points.size() - 1).moments()));
        List<Point> trajectory = question.times().isEmpty() ? null : trajectory(overTime);
        FixedPoint fixedPoint = question.isStationary() ? fixedPoint(moments) : null;
        // a system without a trajectory still has a download time
        Download download = question.isStationary() || trajectory == null
                ? missing.known("download", analysis.download())
                        .map(this::download)
                        .orElse(null)
                : null;
        Refined refined = isFinite() ? moments.flatMap(this::refined).orElse(null) : null;
        if (isFinite() && moments.isEmpty()) {
            missing.add("refined", missing.reason("covariance").orElseThrow());
        }
        FluidResult.Paths paths = question.paths() == 0 ? null : paths();
        List<String> sentences = warnings.sentences();
        return new FluidResult(
                analysis.policy().spec(),
                analysis.arrivalRate(),
                isFinite() ? Integer.valueOf(servers()) : null,
                Views.word(analysis.verdict()),
                trajectory,
                fixedPoint,
                moments.flatMap(this::covariance).orElse(null),
                refined,
                paths,
                download,
                missing.orNull(),
                sentences.isEmpty() ? null : sentences);
    }

    private @Nullable List<Point> trajectory(Optional<List<MomentPoint>> moments) {
        Optional<SampledTrajectory> trajectory = missing.known("trajectory", analysis.trajectory(times()));
        if (trajectory.isEmpty()) {
            return null;
        }
        List<TailPoint> path = trajectory.get().points();
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            int index = i;
            points.add(point(path.get(i), moments.map(all -> all.get(index).moments())));
        }
        reasonWithheld.ifPresent(reason -> missing.add(
                REFINED_OVER_TIME, reason + " (" + REFINED_OVER_TIME + ", " + warnings.when(withheld) + ")"));
        return points;
    }

    private Point point(TailPoint point, Optional<Outcome<Moments>> outcome) {
        Optional<Moments> moments = outcome.flatMap(here -> missing.known("half_width_95", here));
        OptionalDouble time = OptionalDouble.of(point.time());
        moments.ifPresent(here -> warnings.check(here, time));
        Map<String, Double> refined =
                moments.flatMap(here -> refinedOverTime(here, time)).orElse(Map.of());
        return new Point(
                point.time(),
                point.tails().meanQueue(),
                refined.get(MEAN_QUEUE),
                others(values(point.tails())),
                others(refined),
                moments.map(here -> halfWidths(here, time)).orElse(null),
                tails(point.tails()));
    }

    private Optional<Map<String, Double>> refinedOverTime(Moments moments, OptionalDouble time) {
        Outcome<RefinedTails> tails = moments.refinedTails(servers());
        if (tails instanceof Outcome.None<RefinedTails> none) {
            withheld.add(time.orElseThrow());
            reasonWithheld = reasonWithheld.or(() -> Optional.of(none.reason()));
            return Optional.empty();
        }
        return Optional.of(refinedValues(REFINED_OVER_TIME, moments, time));
    }

    private @Nullable FixedPoint fixedPoint(Optional<Moments> moments) {
        if (isFinite()) {
            moments.ifPresent(here -> warnings.check(here, OptionalDouble.empty()));
        }
        Optional<QueueTails> tails = missing.known("fixed_point.tails", analysis.fixedPoint());
        Map<String, Double> halfWidths = isFinite()
                ? moments.map(here -> halfWidths(here, OptionalDouble.empty())).orElse(null)
                : null;
        return missing.known("fixed_point", analysis.stationaryMeanQueue())
                .map(meanQueue -> new FixedPoint(
                        meanQueue,
                        tails.map(this::values).map(FluidStudy::others).orElse(null),
                        halfWidths,
                        tails.map(FluidStudy::tails).orElse(null)))
                .orElse(null);
    }

    /** All functionals at n = ∞. */
    private Map<String, Double> values(QueueTails tails) {
        Map<String, Double> values = new LinkedHashMap<>();
        question.functionals().forEach(functional -> values.put(functional.name(), functional.of(tails)));
        return values;
    }

    /** What was asked for beside the mean queue; null if nothing was. */
    private static @Nullable Map<String, Double> others(Map<String, Double> values) {
        Map<String, Double> others = new LinkedHashMap<>(values);
        others.remove(MEAN_QUEUE);
        return others.isEmpty() ? null : others;
    }

    private Map<String, Double> halfWidths(Moments moments, OptionalDouble time) {
        return linear((name, functional) -> {
            warnings.check(name, functional, moments, time);
            return Optional.of(moments.band(functional, servers()).halfWidth());
        });
    }

    /** Values of n servers to order 1/n, at one time or at stationarity. */
    private Map<String, Double> refinedValues(String field, Moments moments, OptionalDouble time) {
        return linear((name, functional) -> {
            Optional<RefinedValue> refined = missing.known(field, moments.refined(functional, servers()));
            refined.ifPresent(value -> warnings.check(name, value, time));
            return refined.map(RefinedValue::value);
        });
    }

    private Map<String, Double> linear(BiFunction<String, LinearFunctional, Optional<Double>> value) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Functional functional : question.functionals()) {
            functional
                    .linear()
                    .flatMap(linear -> value.apply(functional.name(), linear))
                    .ifPresent(found -> values.put(functional.name(), found));
        }
        return values;
    }

    /** Values at stationarity or, if that was not asked for, at the last time. */
    private Optional<Refined> refined(Moments moments) {
        OptionalDouble time = question.isStationary()
                ? OptionalDouble.empty()
                : OptionalDouble.of(question.times().get(question.times().size() - 1));
        return missing.known("refined", moments.refinedTails(servers())).map(tails -> {
            Map<String, Double> values = refinedValues("refined", moments, time);
            warnings.check(tails, SMALLEST_TAIL);
            return new Refined(Objects.requireNonNull(values.get(MEAN_QUEUE)), others(values), tails(tails.tails()));
        });
    }

    private FluidResult.@Nullable Paths paths() {
        double time = question.times().get(question.times().size() - 1);
        return missing.known(
                        "paths",
                        analysis.diffusion(time, question.paths(), NoiseForm.SYMMETRIC_ROOT, question.streams()))
                .map(ensemble -> new FluidResult.Paths(time, ensemble.paths(), spreads(ensemble)))
                .orElse(null);
    }

    private Map<String, Spread> spreads(DiffusionEnsemble ensemble) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (Functional functional : question.functionals()) {
            spreads.put(
                    functional.name(),
                    new Spread(
                            EstimatedValue.of(ensemble.mean(functional.value(), servers())),
                            ensemble.quantile(functional.value(), servers(), LOWER),
                            ensemble.quantile(functional.value(), servers(), 1 - LOWER)));
        }
        return spreads;
    }

    private double[] times() {
        return question.times().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private boolean isFinite() {
        return question.servers().isPresent();
    }

    private int servers() {
        return question.servers().orElseThrow();
    }

    private Optional<List<List<Double>>> covariance(Moments moments) {
        double[][] matrix = moments.covariance();
        if (matrix.length > MOST_ROWS) {
            missing.add(
                    "covariance", "a matrix of more than " + MOST_ROWS + " rows is used for bands, but not printed");
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(matrix).map(Views::list).toList());
    }

    private static List<Double> tails(QueueTails tails) {
        return Arrays.stream(tails.toArray())
                .takeWhile(tail -> tail > SMALLEST_TAIL)
                .boxed()
                .toList();
    }

    private Download download(LatencyDistribution law) {
        return new Download(missing.orNull("download.mean", law.mean()), law.quantile(0.5), law.quantile(0.99));
    }
}
