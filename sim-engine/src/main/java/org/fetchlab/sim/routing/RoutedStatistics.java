package org.fetchlab.sim.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;

/**
 * What an experiment on a {@link RoutedSystem} found out beyond download times.
 *
 * @param utilization the busy fraction of a server
 * @param meanQueue the mean queue length per server, the piece in service included; empty under redundant requests with
 *     killing
 * @param tails s_0, s_1, … as arrivals see them, up to the longest queue seen, at most to s_20; empty under redundant
 *     requests with killing
 * @param wastedWork the fraction of the servers' busy time spent on copies that were killed; empty for all other policies
 */
public record RoutedStatistics(
        Estimate utilization, Optional<Estimate> meanQueue, List<Estimate> tails, Optional<Estimate> wastedWork) {
    /**
     * Copies the list.
     *
     * @param utilization the busy fraction of a server
     * @param meanQueue the mean queue length per server
     * @param tails s_0, s_1, …
     * @param wastedWork the fraction of wasted work
     */
    public RoutedStatistics {
        tails = List.copyOf(tails);
    }

    /**
     * Reads the statistics of an experiment.
     *
     * @param policy how the system routes
     * @param result the result of its experiment
     * @return the statistics; empty if the system is not stable
     */
    public static Optional<RoutedStatistics> of(RoutingPolicy policy, ExperimentResult result) {
        List<Estimate> all = result.statistics();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        if (policy instanceof RoutingPolicy.RedundantKilling) {
            return Optional.of(new RoutedStatistics(all.get(1), Optional.empty(), List.of(), Optional.of(all.get(0))));
        }
        List<Estimate> tails = new ArrayList<>();
        tails.add(new Estimate(1, 0, Estimate.DEFAULT_CONFIDENCE));
        all.stream().skip(2).takeWhile(tail -> tail.value() > 0).forEach(tails::add);
        return Optional.of(new RoutedStatistics(all.get(1), Optional.of(all.get(0)), tails, Optional.empty()));
    }
}
