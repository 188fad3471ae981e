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
import org.fetchlab.cli.study.SimulationResult.Shares;
import org.fetchlab.cli.study.SimulationResult.SystemName;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StabilityReport;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancyStatistics;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.occupancy.TrajectoryEnsemble;
import org.fetchlab.sim.occupancy.TransientRun;
import org.fetchlab.sim.recursion.ForkJoinStatistics;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.RoutedSystem;
import org.fetchlab.sim.routing.RoutingStatistics;
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
     * Download times and queues of n-server routing.
     *
     * @param name what results call the system
     * @param system the system
     * @return the result
     */
    public SimulationResult routing(SystemName name, RoutedSystem system) {
        ExperimentPlan experiment = experimentPlan();
        ExperimentResult result = Experiment.run(system, experiment, execution);
        Optional<RoutingStatistics> statistics = RoutingStatistics.of(result);
        Queues queues = statistics
                .flatMap(found -> found.meanQueue().map(mean -> queues(mean, found.tails())))
                .orElse(null);
        Shares shares = statistics
                .map(found -> new SharesBuilder()
                        .utilization(found.utilization())
                        .wasted(found.wastedWork())
                        .build())
                .orElse(null);
        return downloads(name, result, 1.0 / system.servers(), queues, shares);
    }

    /**
     * Stationary queues of n-server routing with exponential service, without download times.
     *
     * @param name what results call the system
     * @param system the system
     * @return the result
     */
    public SimulationResult queues(SystemName name, OccupancySystem system) {
        ExperimentResult result = Experiment.run(system, experimentPlan().withPercentiles(List.of()), execution);
        Optional<OccupancyStatistics> statistics = OccupancyStatistics.of(result);
        Queues queues = statistics
                .map(found -> queues(found.meanQueue(), found.tails())
                        .withScaledVariance(EstimatedValue.of(found.scaledVariance())))
                .orElse(null);
        Shares shares = statistics
                .filter(found -> found.tails().size() > 1)
                .map(found ->
                        new SharesBuilder().utilization(found.tails().get(1)).build())
                .orElse(null);
        return stationary(name, result, 1.0 / system.model().servers(), queues, null, shares);
    }

    /**
     * Download times of a code.
     *
     * @param name what results call the system
     * @param mix what its requests ask for
     * @param system the system
     * @return the result
     */
    public SimulationResult forkJoin(SystemName name, RequestMix mix, SimulatedSystem system) {
        ExperimentResult result = Experiment.run(system, experimentPlan(), execution);
        Shares shares = ForkJoinStatistics.of(mix, result)
                .map(found -> new SharesBuilder()
                        .utilization(found.utilization())
                        .types(found.typeFractions())
                        .wonBySystematic(found.wonBySystematic())
                        .wasted(Optional.of(found.wastedWork()))
                        .build())
                .orElse(null);
        return downloads(name, result, 1, null, shares);
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
                verdict == Verdict.STABLE ? new Queues(last.meanQueue(), last.tails(), null) : null,
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
        return new Point(0, new EstimatedValue(initial.tails().meanQueue(), 0), tails);
    }

    private static Point point(TrajectoryEnsemble ensemble, int index) {
        List<EstimatedValue> tails = IntStream.range(
                        0, ensemble.meanTails(index).levels())
                .mapToObj(level -> EstimatedValue.of(ensemble.tail(index, level)))
                .takeWhile(tail -> tail.value() > 0)
                .toList();
        return new Point(ensemble.times()[index], EstimatedValue.of(ensemble.meanQueue(index)), tails);
    }

    private ExperimentPlan experimentPlan() {
        List<Double> percentiles =
                plan.percentiles().stream().map(Double::valueOf).toList();
        ExperimentPlan usual = new ExperimentPlan(plan.stopping(), plan.streams(), percentiles);
        return plan.replications().isPresent()
                ? usual.withReplications(plan.replications().getAsInt())
                : usual;
    }

    private SimulationResult downloads(
            SystemName name,
            ExperimentResult result,
            double capacityUnit,
            @Nullable Queues queues,
            @Nullable Shares shares) {
        boolean isStable = result.stability().verdict() == Verdict.STABLE;
        return stationary(name, result, capacityUnit, queues, isStable ? download(result) : null, shares);
    }

    private SimulationResult stationary(
            SystemName name,
            ExperimentResult result,
            double capacityUnit,
            @Nullable Queues queues,
            @Nullable Download download,
            @Nullable Shares shares) {
        boolean isStable = result.stability().verdict() == Verdict.STABLE;
        return new SimulationResult(
                name,
                Views.word(result.stability().verdict()),
                capacity(result.stability(), capacityUnit),
                null,
                queues,
                download,
                shares,
                isStable ? Long.valueOf(result.warmUp()) : null,
                isStable ? Long.valueOf(result.requests()) : null,
                isStable ? Integer.valueOf(experimentPlan().replications()) : null,
                warnings(result.warnings(), isStable ? Views.reason(result.mean()) : null));
    }

    private Download download(ExperimentResult result) {
        Map<String, ComparisonRow.PercentileRange> percentiles = new LinkedHashMap<>();
        for (String percent : plan.percentiles()) {
            percentiles.put(percent, Views.percentile(result.percentile(Double.parseDouble(percent))));
        }
        return new Download(result.mean().value().map(EstimatedValue::of).orElse(null), percentiles);
    }

    private static Queues queues(Estimate mean, List<Estimate> tails) {
        return new Queues(
                EstimatedValue.of(mean), tails.stream().map(EstimatedValue::of).toList(), null);
    }

    private static ComparisonRow.@Nullable CapacityRange capacity(StabilityReport stability, double unit) {
        Outcome<Capacity> outcome = stability.capacity();
        return outcome.value()
                .map(found -> new ComparisonRow.CapacityRange(
                        unit * found.lower(), unit * found.upper(), outcome.method(), outcome.method()))
                .orElse(null);
    }

    private static @Nullable List<String> warnings(List<String> found, @Nullable String reason) {
        List<String> warnings = new ArrayList<>(found);
        Optional.ofNullable(reason).filter(why -> !found.contains(why)).ifPresent(warnings::add);
        return warnings.isEmpty() ? null : warnings;
    }
}
