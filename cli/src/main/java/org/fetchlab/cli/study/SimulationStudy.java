package org.fetchlab.cli.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fetchlab.cli.study.SimulationResult.Download;
import org.fetchlab.cli.study.SimulationResult.Point;
import org.fetchlab.cli.study.SimulationResult.Queues;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.PairedComparison;
import org.fetchlab.sim.experiment.StabilityReport;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.TrajectoryEnsemble;
import org.fetchlab.sim.occupancy.TransientRun;
import org.jspecify.annotations.Nullable;

/** Simulates one system. */
public final class SimulationStudy {
    private static final int TRAJECTORIES = 16;

    private final SimulationPlan plan;
    private final Execution execution;

    /**
     * A study.
     *
     * @param plan how to simulate
     * @param execution threads and progress; without effect on the result
     */
    public SimulationStudy(SimulationPlan plan, Execution execution) {
        this.plan = plan;
        this.execution = execution;
    }

    /**
     * A system at stationarity.
     *
     * @param what the system
     * @return the result
     */
    public SimulationResult stationary(StationarySystem what) {
        return result(what, Experiment.run(what.system(), experimentPlan(what), execution));
    }

    /**
     * Two systems at stationarity on common random numbers.
     *
     * @param first the first system
     * @param second the second system; observed as the first
     * @return both results, and the difference of their means
     */
    public PairedResult paired(StationarySystem first, StationarySystem second) {
        PairedComparison both = PairedComparison.run(first.system(), second.system(), experimentPlan(first), execution);
        Optional<Estimate> difference = both.difference().value();
        return new PairedResult(
                result(first, both.first()),
                result(second, both.second()),
                new PairedResult.Difference(
                        difference.map(Estimate::value).orElse(null),
                        difference.map(Estimate::halfWidth).orElse(null),
                        Views.reason(both.difference())));
    }

    /**
     * Queues of n-server routing with exponential service over time.
     *
     * @param model the system
     * @param initial its state at time 0
     * @param times the grid, positive and increasing
     * @return the state at time 0 and at every time of the grid
     */
    public List<Point> trajectory(OccupancyModel model, OccupancyHistogram initial, double... times) {
        TrajectoryEnsemble ensemble =
                TransientRun.run(model, initial, times, trajectories(), plan.streams(), execution);
        List<Point> points = new ArrayList<>();
        points.add(start(initial));
        for (int i = 0; i < times.length; i++) {
            points.add(point(ensemble, i));
        }
        return points;
    }

    /**
     * The end of a trajectory as a result: without queue lengths unless the system is stable.
     *
     * @param name what results call the system
     * @param model the system
     * @param last the last point of its trajectory
     * @return the result
     */
    public SimulationResult atTheEnd(SystemName name, OccupancyModel model, Point last) {
        Verdict verdict = model.capacity().verdict(model.arrivalRate());
        StabilityReport stability =
                new StabilityReport(verdict, new Outcome.Known<>(model.capacity(), "load of the servers"));
        return new SimulationResult(
                name,
                Views.word(verdict),
                capacity(stability, 1),
                last.time(),
                verdict == Verdict.STABLE ? new Queues(last.meanQueue(), last.tails(), last.scaledVariance()) : null,
                null,
                null,
                null,
                null,
                trajectories(),
                null);
    }

    private int trajectories() {
        return plan.replications().orElse(TRAJECTORIES);
    }

    private static Point start(OccupancyHistogram initial) {
        List<EstimatedValue> tails = IntStream.range(0, initial.levels())
                .mapToObj(j -> new EstimatedValue(initial.tails().tail(j), 0))
                .toList();
        return new Point(0, new EstimatedValue(initial.tails().meanQueue(), 0), new EstimatedValue(0, 0), tails);
    }

    private static Point point(TrajectoryEnsemble ensemble, int index) {
        List<EstimatedValue> tails = IntStream.range(
                        0, ensemble.meanTails(index).levels())
                .mapToObj(level -> EstimatedValue.of(ensemble.tail(index, level)))
                .takeWhile(tail -> tail.value() > 0)
                .toList();
        return new Point(
                ensemble.times()[index],
                EstimatedValue.of(ensemble.meanQueue(index)),
                EstimatedValue.of(ensemble.scaledVariance(index)),
                tails);
    }

    private ExperimentPlan experimentPlan(StationarySystem what) {
        List<Double> percentiles = what.hasDownloads()
                ? plan.percentiles().stream().map(Double::valueOf).toList()
                : List.of();
        ExperimentPlan usual = new ExperimentPlan(plan.stopping(), plan.streams(), percentiles);
        return plan.replications().isPresent()
                ? usual.withReplications(plan.replications().getAsInt())
                : usual;
    }

    private SimulationResult result(StationarySystem what, ExperimentResult result) {
        boolean isStable = result.stability().verdict() == Verdict.STABLE;
        boolean isUnstable = result.stability().verdict() == Verdict.UNSTABLE;
        return new SimulationResult(
                what.name(),
                Views.word(result.stability().verdict()),
                capacity(result.stability(), what.rateUnit()),
                null,
                what.queues(result).orElse(null),
                isStable && what.hasDownloads() ? download(result) : null,
                what.shares(result).orElse(null),
                isStable ? Long.valueOf(result.warmUp()) : null,
                isStable ? Long.valueOf(result.requests()) : null,
                isStable ? Integer.valueOf(experimentPlan(what).replications()) : null,
                warnings(what.warnings(result), isUnstable ? null : Views.reason(result.mean())));
    }

    private Download download(ExperimentResult result) {
        Map<String, ComparisonRow.PercentileRange> percentiles = new LinkedHashMap<>();
        for (String percent : plan.percentiles()) {
            percentiles.put(percent, Views.percentile(result.percentile(Double.parseDouble(percent))));
        }
        return new Download(
                result.mean().value().map(EstimatedValue::of).orElse(null),
                result.withheld().map(Views::word).orElse(null),
                percentiles);
    }

    private static ComparisonRow.@Nullable CapacityRange capacity(StabilityReport stability, double unit) {
        Outcome<Capacity> outcome = stability.capacity();
        return outcome.value()
                .map(found -> new ComparisonRow.CapacityRange(
                        unit * found.lower(),
                        unit * found.upper(),
                        outcome.method(),
                        outcome.method(),
                        stability.isSimulated() ? StabilityReport.CONFIDENCE : null))
                .orElse(null);
    }

    private static @Nullable List<String> warnings(List<String> found, @Nullable String reason) {
        List<String> warnings = new ArrayList<>(found);
        Optional.ofNullable(reason).filter(why -> !found.contains(why)).ifPresent(warnings::add);
        return warnings.isEmpty() ? null : warnings;
    }
}
