package org.fetchlab.sim.occupancy;

import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.StoppingRule;

/**
 * What a {@link StationaryRun} does. Together with the model it determines every bit of the result.
 *
 * @param stopping when enough is simulated; requests are counted over all replications, in mean
 * @param replications how many independent paths, at least 2; intervals are Student's over their averages
 * @param streams the random numbers
 */
public record StationaryPlan(StoppingRule stopping, int replications, RandomStreams streams) {
    private static final int REPLICATIONS = 16;

    /**
     * Checks the number of replications.
     *
     * @param stopping when enough is simulated
     * @param replications how many independent paths
     * @param streams the random numbers
     * @throws IllegalArgumentException if there are fewer than two replications
     */
    public StationaryPlan {
        if (replications < 2) {
            throw new IllegalArgumentException(
                    "the number of replications " + replications + " must be at least 2: one path has no interval");
        }
    }

    /**
     * A plan with 16 replications and seed 1.
     *
     * @param stopping when enough is simulated
     * @return the plan
     */
    public static StationaryPlan of(StoppingRule stopping) {
        return new StationaryPlan(stopping, REPLICATIONS, new RandomStreams(1));
    }
}
