package org.fetchlab.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * Estimates the stationary download time of a system.
 *
 * <p>In this order: a stability verdict; a warm-up of two relaxation times at the load at hand, where the capacity is known,
 * extended until the marginal standard error rule ({@link org.fetchlab.sim.observe.WarmUp}) on the average of all replications says that the transient
 * is over, or until it is as long as it may be, and six relaxation times at least; the measurement, until the stopping rule
 * is met. Where its first quarter differs from the rest, what was measured
 * becomes warm-up and the measurement starts again, at most twice. The
 * replications are independent and their number is part of the plan, so intervals need no assumption on the correlation of
 * successive requests, and the same plan gives the same bits on any number of threads. Systems that are measured together
 * simulate equally many requests, in the warm-up and after it: as many as the one that needs most.
 */
public final class Experiment {
    private static final long FIRST_WARM_UP = 512;
    private static final long WARM_UP_LIMIT = 16 * FIRST_WARM_UP;
    private static final long WARM_UP_FRACTION = 16;
    private static final long FIRST_ROUND = 2000;
    /** One drift in a thousand is a false alarm: three in a row are none. */
    private static final int MOST_RESTARTS = 2;

    private static final double SAFETY = 1.1;
    private static final double LARGEST_STEP = 4;

    private final ExperimentPlan plan;
    private final List<Measurement> measurements;

    private Experiment(ExperimentPlan plan, List<Measurement> measurements) {
        this.plan = plan;
        this.measurements = measurements;
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
        return together(List.of(system), plan, execution).get(0).result();
    }

    /**
     * A result with the mean of each replication, in order; empty without a mean.
     *
     * @param result the result
     * @param means the means of the replications
     */
    record Measured(ExperimentResult result, List<Double> means) {}

    /** Runs one experiment on several systems, those that are stable on equally many requests. */
    static List<Measured> together(List<SimulatedSystem> systems, ExperimentPlan plan, Execution execution) {
        checkMemory(systems, plan);
        try (Workers workers = new Workers(execution)) {
            List<StabilityTest.Assessment> assessments = systems.stream()
                    .map(system -> new StabilityTest(plan.streams(), workers).of(system))
                    .toList();
            List<Measurement> stable = new ArrayList<>();
            for (int i = 0; i < systems.size(); i++) {
                if (isStable(assessments.get(i))) {
                    stable.add(new Measurement(systems.get(i), plan, assessments.get(i), workers));
                }
            }
            if (!stable.isEmpty()) {
                new Experiment(plan, stable).run();
            }
            List<Measured> results = new ArrayList<>();
            int next = 0;
            for (int i = 0; i < systems.size(); i++) {
                results.add(
                        isStable(assessments.get(i))
                                ? stable.get(next++).result()
                                : unanswered(
                                        systems.get(i), plan, assessments.get(i).report()));
            }
            return List.copyOf(results);
        }
    }

    private static boolean isStable(StabilityTest.Assessment assessment) {
        return assessment.report().verdict() == Verdict.STABLE;
    }

    /** Refuses paths that do not fit in memory: those that are measured, and before them those of a stability test. */
    private static void checkMemory(List<SimulatedSystem> systems, ExperimentPlan plan) {
        double measured = 0;
        double largestTest = 0;
        for (SimulatedSystem system : systems) {
            measured += system.memory() * plan.replications();
            if (!(system.stability() instanceof StabilityEvidence.Known)) {
                largestTest = Math.max(largestTest, system.memory() * ReplicationSet.REPLICATIONS);
            }
        }
        HeapBudget.check(Math.max(measured, largestTest));
    }

    private void run() {
        warmUp();
        long spent = measure(plan.requests());
        for (int restarts = 0; restarts < MOST_RESTARTS && isDrifting() && canAfford(spent); restarts++) {
            spent += measure(plan.requests() - spent);
        }
        if (plan.stopping() instanceof StoppingRule.RelativePrecision goal) {
            measurements.forEach(one -> one.checkPrecision(goal, plan.requests()));
        }
    }

    /** Measures from now on, what was simulated before is warm-up; returns the number of requests. */
    private long measure(long budget) {
        measurements.forEach(Measurement::startMeasuring);
        long requests = firstMeasurement();
        advanceTo(requests);
        return plan.stopping() instanceof StoppingRule.RelativePrecision goal
                ? refine(goal.relativeHalfWidth(), requests, budget)
                : requests;
    }

    /** Whether some system that left its transient, as far as could be seen, is still on its way. */
    private boolean isDrifting() {
        return measurements.stream().anyMatch(Measurement::isDrifting);
    }

    /** Whether the budget of a precision is enough for a new start; a number of requests is measured again in full. */
    private boolean canAfford(long spent) {
        return plan.stopping() instanceof StoppingRule.Requests || spent + firstMeasurement() <= plan.requests();
    }

    private static Measured unanswered(SimulatedSystem system, ExperimentPlan plan, StabilityReport stability) {
        String reason = stability.verdict() == Verdict.UNSTABLE
                ? "unstable: the arrival rate " + system.arrivalRate() + " is not below the capacity"
                : undetermined(system, stability.capacity());
        ExperimentResult result = new ExperimentResult(
                stability,
                new Outcome.None<>(Measurement.METHOD, reason),
                Optional.empty(),
                Measurement.noPercentiles(plan, reason),
                List.of(),
                0,
                0,
                0,
                List.of());
        return new Measured(result, List.of());
    }

    private static String undetermined(SimulatedSystem system, Outcome<Capacity> capacity) {
        return capacity instanceof Outcome.None<Capacity> none
                ? "undetermined: " + none.reason()
                : "undetermined: the arrival rate " + system.arrivalRate() + " cannot be told from the capacity";
    }

    /** The longest warm-up: as long as the measurement, or what the systems need even at a moderate load. */
    private long warmUpLimit() {
        long moderate = measurements.stream()
                .mapToLong(Measurement::moderateWarmUp)
                .max()
                .orElseThrow();
        return Math.max(Math.max(WARM_UP_LIMIT, plan.requests() / plan.replications()), moderate);
    }

    private void warmUp() {
        long limit = warmUpLimit();
        long each = Math.max(FIRST_WARM_UP, firstMeasurement() / plan.replications() / WARM_UP_FRACTION);
        advance(each);
        while (!measurements.stream().allMatch(Measurement::isWarm)) {
            long more = Math.min(each, limit - each);
            if (more <= 0) {
                measurements.forEach(Measurement::stopWarmUp);
                return;
            }
            advance(more);
            each += more;
        }
    }

    private void advance(long each) {
        measurements.forEach(one -> one.advance(each));
    }

    private long firstMeasurement() {
        return plan.stopping() instanceof StoppingRule.Requests
                ? plan.requests()
                : Math.min(FIRST_ROUND * plan.replications(), plan.requests());
    }

    private long refine(double goal, long first, long budget) {
        long requests = first;
        double relative = relativeHalfWidth();
        while ((relative > goal || isShort(requests, budget)) && requests < budget) {
            double factor = Math.min(SAFETY * (relative / goal) * (relative / goal), LARGEST_STEP);
            requests = Math.min(budget, (long) Math.ceil(Math.max(requests * factor, leastRequests(budget))));
            advanceTo(requests);
            relative = relativeHalfWidth();
        }
        return requests;
    }

    private boolean isShort(long requests, long budget) {
        return requests < leastRequests(budget);
    }

    /** The requests without which no system has an interval; 0 when the budget does not allow that. */
    private double leastRequests(long budget) {
        double least = measurements.stream()
                .mapToDouble(Measurement::leastRequests)
                .max()
                .orElseThrow();
        return least <= budget ? least : 0;
    }

    private void advanceTo(long total) {
        measurements.forEach(one -> one.advanceTo(total));
    }

    /** That of the least precise system. */
    private double relativeHalfWidth() {
        return measurements.stream()
                .mapToDouble(Measurement::relativeHalfWidth)
                .max()
                .orElseThrow();
    }
}
