package org.fetchlab.sim.occupancy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.HeapBudget;
import org.fetchlab.sim.experiment.StabilityReport;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.experiment.Workers;
import org.fetchlab.sim.observe.StudentInterval;
import org.fetchlab.sim.observe.WarmUp;

/**
 * Estimates the stationary queue lengths of a model, from the empty system: verdict, warm-up (extended until the rule of
 * {@link WarmUp} on the average of all replications says that the transient is over), measurement.
 *
 * <p>No clock is simulated. The chain is uniformised, so an average over its steps is a time average in which every holding
 * time is replaced by its expectation.
 */
public final class StationaryRun {
    private static final String METHOD = "simulation of the uniformised chain";
    private static final double CONFIDENCE = Estimate.DEFAULT_CONFIDENCE;
    private static final long LEAST_LOOKS = 64;
    private static final long CHUNK_STEPS = 1 << 20;
    private static final double RELAXATION = 4;
    private static final long MOST_WARM_UPS = 64;
    private static final double FIRST_ROUND = 4;
    private static final double SAFETY = 1.1;
    private static final double LARGEST_STEP = 4;

    private final OccupancyModel model;
    private final StationaryPlan plan;
    private final Workers workers;
    private final List<ObservedChain> chains;
    private final double arrivalProbability;
    private final List<String> warnings = new ArrayList<>();

    private StationaryRun(OccupancyModel model, StationaryPlan plan, Workers workers) {
        this.model = model;
        this.plan = plan;
        this.workers = workers;
        OccupancyHistogram empty = OccupancyHistogram.empty(model.servers());
        chains = IntStream.range(0, plan.replications())
                .mapToObj(r -> new ObservedChain(model.start(empty, plan.streams().stream(r, RandomPurpose.EVENTS))))
                .toList();
        arrivalProbability = model.arrivalRate() / (model.arrivalRate() + model.serviceRate());
    }

    /**
     * Runs a plan.
     *
     * @param model the system
     * @param plan when to stop, how many replications, which random numbers
     * @param execution threads, progress (in requests) and cancellation; without effect on the result
     * @return the estimates, or the verdict that there is nothing to estimate
     * @throws IllegalArgumentException if the replications do not fit in memory
     * @throws java.util.concurrent.CancellationException if the execution is cancelled or the thread interrupted
     */
    public static StationaryOccupancy run(OccupancyModel model, StationaryPlan plan, Execution execution) {
        Capacity capacity = model.capacity();
        StabilityReport stability = new StabilityReport(
                capacity.verdict(model.arrivalRate()), new Outcome.Known<>(capacity, "load per server"));
        if (stability.verdict() != Verdict.STABLE) {
            return withoutMean(model, stability);
        }
        HeapBudget.check(model.memory() * plan.replications());
        try (Workers workers = new Workers(execution)) {
            return new StationaryRun(model, plan, workers).result(stability);
        }
    }

    private static StationaryOccupancy withoutMean(OccupancyModel model, StabilityReport stability) {
        Outcome<Estimate> none = new Outcome.None<>(
                METHOD,
                (stability.verdict() == Verdict.UNSTABLE ? "unstable" : "undetermined") + ": the arrival rate "
                        + model.arrivalRate() + " per server is not below "
                        + model.capacity().lower() + ", up to which the system is known to be stable");
        return new StationaryOccupancy(stability, none, none, List.of(), 0, 0, List.of());
    }

    private StationaryOccupancy result(StabilityReport stability) {
        long warmUp = warmUp();
        chains.forEach(ObservedChain::startMeasuring);
        measure();
        return new StationaryOccupancy(
                stability,
                new Outcome.Known<>(interval(ObservedChain::meanQueue), METHOD),
                new Outcome.Known<>(scaledVariance(), METHOD),
                tails(),
                looks() * stride() * plan.replications(),
                warmUp * stride() * plan.replications(),
                warnings);
    }

    /** Advances every replication, in chunks between which progress is reported. */
    private void advance(long looks) {
        double requestsPerLook = stride() * arrivalProbability;
        workers.plan((long) (looks * requestsPerLook * plan.replications()));
        long chunk = Math.max(1, CHUNK_STEPS / stride());
        workers.forEach(plan.replications(), r -> {
            for (long left = looks; left > 0; left -= chunk) {
                long part = Math.min(chunk, left);
                chains.get(r).advance(part);
                workers.simulated((long) (part * requestsPerLook));
            }
        });
    }

    private long warmUp() {
        double load = model.arrivalRate() / model.capacity().upper();
        double relaxation = RELAXATION / (model.serviceRate() * (1 - load));
        long first = Math.max(LEAST_LOOKS, (long) (relaxation * stepRate() / stride()));
        advance(first);
        while (!WarmUp.of(averageSeries()).isOver()) {
            if (looks() > Math.max(MOST_WARM_UPS * first, plannedLooks())) {
                warnings.add("the run is too short to leave its transient: " + looks() * stride()
                        + " events per replication did not end the warm-up");
                break;
            }
            advance(looks());
        }
        return looks();
    }

    private double stepRate() {
        return model.servers() * (model.arrivalRate() + model.serviceRate());
    }

    private double[] averageSeries() {
        double[] average = new double[chains.get(0).series().length];
        for (ObservedChain chain : chains) {
            double[] series = chain.series();
            for (int b = 0; b < average.length; b++) {
                average[b] += series[b] / chains.size();
            }
        }
        return average;
    }

    /** The looks of every replication that the plan asks for, or allows. */
    private long plannedLooks() {
        long requests = plan.stopping() instanceof StoppingRule.Requests fixed
                ? fixed.requests()
                : ((StoppingRule.RelativePrecision) plan.stopping()).budget();
        return (long) Math.ceil(requests / (arrivalProbability * stride() * plan.replications()));
    }

    private void measure() {
        if (plan.stopping() instanceof StoppingRule.RelativePrecision goal) {
            refine(goal.relativeHalfWidth());
        } else {
            advance(plannedLooks());
        }
    }

    private void refine(double goal) {
        long budget = plannedLooks();
        advance(Math.min(budget, (long) (FIRST_ROUND * LEAST_LOOKS)));
        double relative = relativeHalfWidth();
        while (relative > goal && looks() < budget) {
            double factor = Math.min(SAFETY * (relative / goal) * (relative / goal), LARGEST_STEP);
            advance(Math.min(budget, (long) Math.ceil(looks() * factor)) - looks());
            relative = relativeHalfWidth();
        }
        if (relative > goal) {
            warnings.add("the budget of requests gives a relative half-width of " + relative + ", not " + goal);
        }
    }

    private double relativeHalfWidth() {
        Estimate mean = interval(ObservedChain::meanQueue);
        return mean.value() > 0 ? mean.halfWidth() / mean.value() : 1;
    }

    private Estimate interval(ToDoubleFunction<ObservedChain> statistic) {
        return StudentInterval.ofMean(chains.stream().mapToDouble(statistic).toArray(), CONFIDENCE);
    }

    private Estimate scaledVariance() {
        double mean = interval(ObservedChain::meanQueue).value();
        return interval(
                chain -> model.servers() * (chain.meanSquaredQueue() - 2 * mean * chain.meanQueue() + mean * mean));
    }

    private List<Estimate> tails() {
        int levels = chains.stream().mapToInt(ObservedChain::levels).max().orElseThrow();
        return IntStream.range(0, levels)
                .mapToObj(level -> interval(chain -> chain.tail(level)))
                .toList();
    }

    private long stride() {
        return chains.get(0).stride();
    }

    private long looks() {
        return chains.get(0).looks();
    }
}
