package org.fetchlab.sim.occupancy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.observe.VarianceInterval;

/**
 * What an experiment on an {@link OccupancySystem} found out: time averages over independent replications.
 *
 * @param meanQueue the mean queue length per server, the piece in service included
 * @param scaledVariance n times the stationary variance of the mean queue length per server, that is, the variance of the
 *     number of pieces over n; none from a run that is long enough for the mean only
 * @param tails s_0 = 1, s_1, … up to the longest queue seen: the fractions of servers with at least 0, 1, … pieces
 */
public record OccupancyStatistics(Estimate meanQueue, Outcome<Estimate> scaledVariance, List<Estimate> tails) {
    private static final String METHOD = "simulation";
    /** Four times as many as a mean: squares of queue lengths are that much more skewed. */
    private static final double LEAST_LOOKS = 1920;

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
            return new OccupancyStatistics(mean, scaledVariance(result), tails);
        });
    }

    private static Outcome<Estimate> scaledVariance(ExperimentResult result) {
        if (result.looks() < LEAST_LOOKS) {
            long enough = (long) Math.ceil(LEAST_LOOKS / result.looks() * result.requests());
            return new Outcome.None<>(
                    METHOD,
                    "run too short for a variance: it sees too few independent excursions of the queues; simulate more"
                            + " requests: about " + enough);
        }
        return new Outcome.Known<>(
                VarianceInterval.ofAverage(result.statistics().get(0)), METHOD);
    }
}
