package org.fetchlab.sim.occupancy;

import java.util.List;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.experiment.StabilityReport;

/**
 * Stationary queue lengths, estimated by time averages over independent replications.
 *
 * @param stability the verdict; unless it is stable there is no mean, no variance and no tail
 * @param meanQueue the mean queue length per server, the piece in service included, or why there is none
 * @param scaledVariance n times the stationary variance of the mean queue length per server, that is, the variance of the
 *     number of pieces over n, or why there is none
 * @param tails s_0, s_1, … up to the longest queue seen: the fractions of servers with at least j pieces
 * @param steps events of the uniformised chain that were measured, over all replications
 * @param warmUp events before them that were dropped
 * @param warnings sentences that limit the validity of the numbers; empty when there is nothing to say
 */
public record StationaryOccupancy(
        StabilityReport stability,
        Outcome<Estimate> meanQueue,
        Outcome<Estimate> scaledVariance,
        List<Estimate> tails,
        long steps,
        long warmUp,
        List<String> warnings) {
    /**
     * Copies the lists.
     *
     * @param stability the verdict
     * @param meanQueue the mean queue length
     * @param scaledVariance the variance
     * @param tails the tails
     * @param steps measured events
     * @param warmUp dropped events
     * @param warnings limits of the validity
     */
    public StationaryOccupancy {
        tails = List.copyOf(tails);
        warnings = List.copyOf(warnings);
    }
}
