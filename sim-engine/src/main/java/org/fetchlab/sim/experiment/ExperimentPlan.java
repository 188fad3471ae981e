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
 */
public record ExperimentPlan(StoppingRule stopping, RandomStreams streams, List<Double> percentiles) {
    /**
     * Copies and checks the percentiles.
     *
     * @param stopping when enough is simulated
     * @param streams the family of random streams
     * @param percentiles the percentiles to estimate
     * @throws IllegalArgumentException if a percentile is out of range
     */
    public ExperimentPlan {
        percentiles = List.copyOf(percentiles);
        percentiles.forEach(PercentileEstimate::checkPercent);
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
        return new ExperimentPlan(stopping, new RandomStreams(seed), percentiles);
    }

    /**
     * This plan with other percentiles.
     *
     * @param percentiles each strictly between 0 and 100
     * @return the new plan
     * @throws IllegalArgumentException if a percentile is out of range
     */
    public ExperimentPlan withPercentiles(List<Double> percentiles) {
        return new ExperimentPlan(stopping, streams, percentiles);
    }
}
