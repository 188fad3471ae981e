package org.fetchlab.sim.experiment;

import java.util.List;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.observe.PercentileEstimate;

/**
 * What to estimate, how precisely, and from which random numbers. Together with the system it determines every bit of the
 * result.
 *
 * @param stopping when enough is simulated
 * @param streams the family of random streams; two systems run with the same family see common random numbers
 * @param percentiles the percentiles to estimate, each strictly between 0 and 100
 * @param replications how many independent paths, at least 2; intervals are Student's over their averages
 */
public record ExperimentPlan(StoppingRule stopping, RandomStreams streams, List<Double> percentiles, int replications) {
    /** The usual number of replications, and so the least number of requests that such a plan simulates. */
    public static final int REPLICATIONS = ReplicationSet.REPLICATIONS;

    /**
     * Copies and checks the percentiles.
     *
     * @param stopping when enough is simulated
     * @param streams the family of random streams
     * @param percentiles the percentiles to estimate
     * @param replications how many independent paths
     * @throws IllegalArgumentException if a percentile is out of range, or there are fewer than two replications
     */
    public ExperimentPlan {
        percentiles = List.copyOf(percentiles);
        percentiles.forEach(PercentileEstimate::checkPercent);
        if (replications < 2) {
            throw new IllegalArgumentException(
                    "the number of replications " + replications + " must be at least 2: one path has no interval");
        }
    }

    /**
     * A plan with the usual number of replications, 32.
     *
     * @param stopping when enough is simulated
     * @param streams the family of random streams
     * @param percentiles the percentiles to estimate, each strictly between 0 and 100
     * @throws IllegalArgumentException if a percentile is out of range
     */
    public ExperimentPlan(StoppingRule stopping, RandomStreams streams, List<Double> percentiles) {
        this(stopping, streams, percentiles, REPLICATIONS);
    }

    /**
     * A plan with seed 1 and the percentiles 50, 90, 99 and 99.9.
     *
     * @param stopping when enough is simulated
     * @return the plan
     */
    public static ExperimentPlan of(StoppingRule stopping) {
        return new ExperimentPlan(stopping, new RandomStreams(1), List.of(50.0, 90.0, 99.0, 99.9));
    }

    /**
     * This plan with another seed.
     *
     * @param seed any number
     * @return the new plan
     */
    public ExperimentPlan withSeed(long seed) {
        return new ExperimentPlan(stopping, new RandomStreams(seed), percentiles, replications);
    }

    /**
     * This plan with other percentiles.
     *
     * @param percentiles each strictly between 0 and 100
     * @return the new plan
     * @throws IllegalArgumentException if a percentile is out of range
     */
    public ExperimentPlan withPercentiles(List<Double> percentiles) {
        return new ExperimentPlan(stopping, streams, percentiles, replications);
    }

    /**
     * This plan with another number of replications.
     *
     * @param count how many independent paths, at least 2
     * @return the new plan
     * @throws IllegalArgumentException if there are fewer than two
     */
    public ExperimentPlan withReplications(int count) {
        return new ExperimentPlan(stopping, streams, percentiles, count);
    }

    /** The most requests that are measured: those asked for, or the budget; at least one for every path. */
    long requests() {
        long total = stopping instanceof StoppingRule.Requests fixed
                ? fixed.requests()
                : ((StoppingRule.RelativePrecision) stopping).budget();
        return Math.max(total, replications);
    }
}
