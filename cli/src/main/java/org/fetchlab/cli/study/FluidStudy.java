package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.cli.study.FluidResult.Download;
import org.fetchlab.cli.study.FluidResult.Point;
import org.fetchlab.cli.study.FluidResult.Queues;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TailPoint;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.jspecify.annotations.Nullable;

/** Asks the limits of a large system about trajectory, stationary regime and download time. */
public final class FluidStudy {
    /** Tails below this are left out of results: they are nothing but rounding. */
    private static final double SMALLEST_TAIL = 1e-15;

    private final FluidQuestion question;
    private final List<String> notes = new ArrayList<>();

    /**
     * A study.
     *
     * @param question what is asked
     */
    public FluidStudy(FluidQuestion question) {
        this.question = question;
    }

    /**
     * Runs the study.
     *
     * @return the answers, and why others do not exist
     */
    public FluidResult result() {
        FluidAnalysis analysis = question.analysis();
        boolean isStationary = question.isStationary();
        Optional<Moments> moments = isStationary ? stationaryMoments() : Optional.empty();
        Optional<Queues> fixedPoint =
                isStationary ? known(analysis.fixedPoint()).map(FluidStudy::queues) : Optional.empty();
        return new FluidResult(
                analysis.policy().spec(),
                analysis.arrivalRate(),
                question.servers().isPresent()
                        ? Integer.valueOf(question.servers().getAsInt())
                        : null,
                analysis.verdict().name().toLowerCase(java.util.Locale.ROOT),
                question.times().isEmpty() ? null : trajectory(),
                fixedPoint.orElse(null),
                moments.map(FluidStudy::covariance).orElse(null),
                question.servers().isPresent() ? moments.map(this::variances).orElse(null) : null,
                question.servers().isPresent() ? moments.map(this::refined).orElse(null) : null,
                isStationary
                        ? known(analysis.download()).map(FluidStudy::download).orElse(null)
                        : null,
                notes.isEmpty() ? null : notes.stream().distinct().toList());
    }

    /** That they do not exist is worth a note only when values for n servers were asked for. */
    private Optional<Moments> stationaryMoments() {
        Outcome<Moments> moments = question.analysis().stationaryFluctuations();
        return question.servers().isPresent() ? known(moments) : moments.value();
    }

    private <T> Optional<T> known(Outcome<? extends T> outcome) {
        if (outcome instanceof Outcome.None<?> none) {
            notes.add(none.reason());
            return Optional.empty();
        }
        return Optional.of(outcome.value().orElseThrow());
    }

    private @Nullable List<Point> trajectory() {
        double[] times =
                question.times().stream().mapToDouble(Double::doubleValue).toArray();
        Optional<SampledTrajectory> trajectory = known(question.analysis().trajectory(times));
        if (trajectory.isEmpty()) {
            return null;
        }
        Optional<List<MomentPoint>> moments =
                question.servers().isPresent() ? known(question.analysis().fluctuations(times)) : Optional.empty();
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            TailPoint point = trajectory.get().points().get(i);
            int index = i;
            points.add(point(point, moments.map(all -> all.get(index).moments())));
        }
        return points;
    }

    private Point point(TailPoint point, Optional<Moments> moments) {
        return new Point(
                point.time(),
                tails(point.tails().toArray()),
                point.tails().meanQueue(),
                moments.map(found -> meanQueue(found).value()).orElse(null),
                moments.map(this::halfWidths).orElse(null));
    }

    private Map<String, Double> halfWidths(Moments moments) {
        Map<String, Double> halfWidths = new LinkedHashMap<>();
        for (LinearFunctional functional : question.functionals()) {
            halfWidths.put(
                    functional.name(), moments.band(functional, servers()).halfWidth());
        }
        return halfWidths;
    }

    private Map<String, Double> variances(Moments moments) {
        Map<String, Double> variances = new LinkedHashMap<>();
        for (LinearFunctional functional : question.functionals()) {
            variances.put(functional.name(), moments.variance(functional) / servers());
        }
        return variances;
    }

    private Queues refined(Moments moments) {
        double[] mean = moments.mean();
        double[] correction = moments.correction();
        List<Double> tails = new ArrayList<>(List.of(1.0));
        for (int i = 0; i < mean.length; i++) {
            tails.add(mean[i] + correction[i] / servers());
        }
        RefinedValue meanQueue = meanQueue(moments);
        meanQueue.warning().ifPresent(notes::add);
        return new Queues(tails, meanQueue.value());
    }

    private RefinedValue meanQueue(Moments moments) {
        return moments.refined(LinearFunctional.meanQueue(), servers());
    }

    private int servers() {
        return question.servers().orElseThrow();
    }

    private static List<List<Double>> covariance(Moments moments) {
        return Arrays.stream(moments.covariance())
                .map(row -> Arrays.stream(row).boxed().toList())
                .toList();
    }

    private static Queues queues(QueueTails tails) {
        return new Queues(tails(tails.toArray()), tails.meanQueue());
    }

    private static List<Double> tails(double[] tails) {
        return Arrays.stream(tails)
                .takeWhile(tail -> tail > SMALLEST_TAIL)
                .boxed()
                .toList();
    }

    private static Download download(LatencyDistribution law) {
        return new Download(law.mean().value().orElse(null), law.quantile(0.5), law.quantile(0.99));
    }
}
