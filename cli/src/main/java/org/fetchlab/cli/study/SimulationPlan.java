package org.fetchlab.cli.study;

import java.util.List;
import java.util.OptionalInt;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.StoppingRule;

/**
 * How a system is simulated, and what is reported of its download times.
 *
 * @param stopping when enough is simulated; without effect on trajectories
 * @param replications how many independent paths, at least 2; empty for the usual number of the engine
 * @param percentiles the percentiles to report, as the user wrote them, such as {@code "99.9"}
 * @param streams the random streams
 */
public record SimulationPlan(
        StoppingRule stopping, OptionalInt replications, List<String> percentiles, RandomStreams streams) {
    /**
     * Copies the list.
     *
     * @param stopping when enough is simulated
     * @param replications how many independent paths
     * @param percentiles the percentiles to report
     * @param streams the random streams
     */
    public SimulationPlan {
        percentiles = List.copyOf(percentiles);
    }
}
