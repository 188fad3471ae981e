package org.fetchlab.sim.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;

/**
 * What an experiment on an n-server system found out beyond download times.
 *
 * @param utilization the busy fraction of a server; under centralization the fraction of the servers with jobs
 * @param meanQueue the mean queue length per server, the piece in service included; empty for redundant requests with
 *     killing, whose waiting copies are not counted
 * @param tails s_0 = 1, s_1, s_2, … up to the longest queue seen, at most to s_20: the fractions of the queues seen by
 *     arrivals with at least 0, 1, 2, … pieces, on the symmetric placement also fractions of time; empty for redundant
 *     requests with killing
 * @param wastedWork the fraction of the servers' busy time spent on copies that were killed; empty without redundancy
 */
public record RoutingStatistics(
        Estimate utilization, Optional<Estimate> meanQueue, List<Estimate> tails, Optional<Estimate> wastedWork) {
    /**
     * Copies the list.
     *
     * @param utilization the busy fraction
     * @param meanQueue the mean queue length
     * @param tails the tails
     * @param wastedWork the wasted fraction
     */
    public RoutingStatistics {
        tails = List.copyOf(tails);
    }

    /**
     * Reads the statistics of an experiment.
     *
     * @param result the result of an experiment on a {@link RoutedSystem}
     * @return the statistics; empty if the system is not stable
     */
    public static Optional<RoutingStatistics> of(ExperimentResult result) {
        List<Estimate> all = result.statistics();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        if (all.size() == KillingServers.STATISTICS) {
            return Optional.of(new RoutingStatistics(all.get(1), Optional.empty(), List.of(), Optional.of(all.get(0))));
        }
        List<Estimate> tails = new ArrayList<>();
        tails.add(new Estimate(1, 0, Estimate.DEFAULT_CONFIDENCE));
        all.stream().skip(2).takeWhile(tail -> tail.value() > 0).forEach(tails::add);
        return Optional.of(new RoutingStatistics(all.get(1), Optional.of(all.get(0)), tails, Optional.empty()));
    }
}
