package org.fetchlab.sim.occupancy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;

/**
 * What an experiment on an {@link OccupancySystem} found out: time averages over independent replications.
 *
 * @param meanQueue the mean queue length per server, the piece in service included
 * @param scaledVariance n times the stationary variance of the mean queue length per server, that is, the variance of the
 *     number of pieces over n
 * @param tails s_0 = 1, s_1, … up to the longest queue seen: the fractions of servers with at least 0, 1, … pieces
 */
public record OccupancyStatistics(Estimate meanQueue, Estimate scaledVariance, List<Estimate> tails) {
    /**
     * Copies the list.
     *
     * @param meanQueue the mean queue length
     * @param scaledVariance the variance
     * @param tails the tails
     */
    public OccupancyStatistics {
        tails = List.copyOf(tails);
    }

    /**
     * Reads the statistics of an experiment.
     *
     * @param result the result of an experiment on an {@link OccupancySystem}
     * @return the statistics; empty if the result has no mean
     */
    public static Optional<OccupancyStatistics> of(ExperimentResult result) {
        return result.mean().value().map(mean -> {
            List<Estimate> tails = new ArrayList<>();
            tails.add(new Estimate(1, 0, Estimate.DEFAULT_CONFIDENCE));
            result.statistics().stream().skip(1).forEach(tails::add);
            return new OccupancyStatistics(mean, result.statistics().get(0), tails);
        });
    }
}
