package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

    private static final double LOWER = (1 - Estimate.DEFAULT_CONFIDENCE) / 2;

    private final FluidQuestion question;
    private final FluidAnalysis analysis;
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();

    /**
     * A study.
     *
     * @param question what is asked
     */
    public FluidStudy(FluidQuestion question) {
        this.question = question;
        this.analysis = question.analysis();
    }

    /**
     * Runs the study.
     *
     * @return the answers, and why others do not exist
     */
    public FluidResult result() {
        Optional<List<MomentPoint>> overTime =
                question.times().isEmpty() ? Optional.empty() : known("covariance", analysis.fluctuations(times()));
        Optional<Moments> moments = question.isStationary()
                ? known("covariance", analysis.stationaryFluctuations())
                : overTime.flatMap(points ->
                        known("covariance", points.get(points.size() - 1).moments()));
        if (question.servers().isPresent()) {
            warnOfOtherRegimes(overTime.orElse(List.of()), question.isStationary() ? moments : Optional.empty());
        }
        List<Point> trajectory = question.times().isEmpty() ? null : trajectory(overTime);
        FixedPoint fixedPoint = question.isStationary() ? fixedPoint(moments) : null;
        // a system without a trajectory still has a download time
        Download download = question.isStationary() || trajectory == null
                ? known("download", analysis.download())
                        .map(FluidStudy::download)
                        .orElse(null)
                : null;
        Refined refined =
                question.servers().isPresent() ? moments.flatMap(this::refined).orElse(null) : null;
        if (question.servers().isPresent() && moments.isEmpty()) {
            missing.put("refined", Objects.requireNonNull(missing.get("covariance")));
        }
        return new FluidResult(
                analysis.policy().spec(),
                analysis.arrivalRate(),
                question.servers().isPresent() ? Integer.valueOf(servers()) : null,
                Views.word(analysis.verdict()),
                trajectory,
                fixedPoint,
                moments.map(FluidStudy::covariance).orElse(null),
                refined,
                question.paths() == 0 ? null : paths(),
                download,
                missing.isEmpty() ? null : missing,
                warnings.isEmpty() ? null : warnings);
    }

    /** Warns where a band reaches over a surface on which the drift switches. */
    private void warnOfOtherRegimes(List<MomentPoint> overTime, Optional<Moments> stationary) {
        double[] rough = overTime.stream()
                .filter(point -> point.moments().value().filter(this::isRough).isPresent())
                .mapToDouble(MomentPoint::time)
                .toArray();
        if (rough.length > 0) {
            warnings.add(otherRegime(String.format(
                    Locale.ROOT,
                    "at %d of %d times between %.4g and %.4g",
                    rough.length,
                    overTime.size(),
                    rough[0],
                    rough[rough.length - 1])));
        }
        if (stationary.filter(this::isRough).isPresent()) {
            warnings.add(otherRegime("at stationarity"));
        }
    }

    private String otherRegime(String when) {
        return "the band of " + servers() + " servers reaches over a surface where the drift switches, " + when
                + ": bands and means are rough there, take more servers or simulate to be sure";
    }

    private boolean isRough(Moments moments) {
        return moments.probabilityOfOtherRegime(servers()) > LOWER;
    }

    private <T> Optional<T> known(String field, Outcome<? extends T> outcome) {
        if (outcome instanceof Outcome.None<?> none) {
            missing.put(field, none.reason());
            return Optional.empty();
        }
        return Optional.of(outcome.value().orElseThrow());
    }

    private @Nullable List<Point> trajectory(Optional<List<MomentPoint>> moments) {
        Optional<SampledTrajectory> trajectory = known("trajectory", analysis.trajectory(times()));
        if (trajectory.isEmpty()) {
            return null;
        }
        List<TailPoint> path = trajectory.get().points();
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            int index = i;
            points.add(point(path.get(i), moments.map(all -> all.get(index).moments())));
        }
        return points;
    }

    private Point point(TailPoint point, Optional<Outcome<Moments>> outcome) {
        Optional<Moments> moments = question.servers().isPresent()
                ? outcome.flatMap(here -> known("half_width_95", here))
                : Optional.empty();
        return new Point(
                point.time(),
                tails(point.tails()),
                point.tails().meanQueue(),
                moments.flatMap(this::refinedMeanQueue).orElse(null),
                moments.map(this::halfWidths).orElse(null));
    }

    private @Nullable FixedPoint fixedPoint(Optional<Moments> moments) {
        Map<String, Double> halfWidths =
                question.servers().isPresent() ? moments.map(this::halfWidths).orElse(null) : null;
        return known("fixed_point", analysis.fixedPoint())
                .map(tails -> new FixedPoint(tails(tails), tails.meanQueue(), halfWidths))
                .orElse(null);
    }

    private Map<String, Double> halfWidths(Moments moments) {
        Map<String, Double> halfWidths = new LinkedHashMap<>();
        for (Functional functional : question.functionals()) {
            functional
                    .linear()
                    .ifPresent(linear -> halfWidths.put(
                            functional.name(), moments.band(linear, servers()).halfWidth()));
        }
        return halfWidths;
    }

    private Optional<Refined> refined(Moments moments) {
        return known("refined", moments.refinedTails(servers()))
                .flatMap(tails -> meanQueue("refined", moments).map(meanQueue -> {
                    meanQueue.warning().ifPresent(warnings::add);
                    return new Refined(meanQueue.value(), Views.list(tails.toArray()));
                }));
    }

    private Optional<Double> refinedMeanQueue(Moments moments) {
        String field = "refined_mean_queue";
        return known(field, moments.refinedTails(servers()))
                .flatMap(tails -> meanQueue(field, moments))
                .map(RefinedValue::value);
    }

    private Optional<RefinedValue> meanQueue(String field, Moments moments) {
        return known(field, moments.refined(LinearFunctional.meanQueue(), servers()));
    }

    private FluidResult.@Nullable Paths paths() {
        double time = question.times().get(question.times().size() - 1);
        return known("paths", analysis.diffusion(time, question.paths(), question.streams()))
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

    private int servers() {
        return question.servers().orElseThrow();
    }

    private static List<List<Double>> covariance(Moments moments) {
        return Arrays.stream(moments.covariance()).map(Views::list).toList();
    }

    private static List<Double> tails(QueueTails tails) {
        return Arrays.stream(tails.toArray())
                .takeWhile(tail -> tail > SMALLEST_TAIL)
                .boxed()
                .toList();
    }

    private static Download download(LatencyDistribution law) {
        return new Download(law.mean().value().orElse(null), law.quantile(0.5), law.quantile(0.99));
    }
}
