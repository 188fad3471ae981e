package org.fetchlab.sim.recursion;

import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;

/**
 * What an experiment on a fork-join system, by the recursion or by events, found out beyond download times.
 *
 * @param wastedWork the fraction of the servers' work spent on copies that had not finished when their request completed;
 *     work is the time that a server takes at its normal speed, so that a slow period counts as what is done in it
 * @param utilization the busy fraction of each server
 * @param wonBySystematic the fraction of requests that completed by the copy of their systematic server (w_s); empty if a
 *     request has none
 * @param typeFractions the fraction of requests of each service type, that is, with 0, 1, … recovery groups that have a
 *     finished copy when the request reaches the head of the line (f_0, f_1, …); empty unless all requests ask for the same
 *     thing, recovered by disjoint groups, with copies to all, and the recursion simulates them
 */
public record ForkJoinStatistics(
        Estimate wastedWork,
        List<Estimate> utilization,
        Optional<Estimate> wonBySystematic,
        List<Estimate> typeFractions) {
    /**
     * Reads the statistics of an experiment on a fork-join system.
     *
     * @param system the system that was simulated
     * @param result the result of its experiment
     * @return the statistics; empty if the system is not stable
     */
    public static Optional<ForkJoinStatistics> of(ForkJoinSystem system, ExperimentResult result) {
        return of(system.mix(), result);
    }

    /**
     * Reads the statistics of an experiment.
     *
     * @param mix what the requests of the system ask for
     * @param result the result of its experiment
     * @return the statistics; empty if the system is not stable
     */
    public static Optional<ForkJoinStatistics> of(RequestMix mix, ExperimentResult result) {
        List<Estimate> all = result.statistics();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int afterServers = 1 + mix.servers();
        int afterWins = mix.isSystematic() ? afterServers + 1 : afterServers;
        return Optional.of(new ForkJoinStatistics(
                all.get(0),
                all.subList(1, afterServers),
                mix.isSystematic() ? Optional.of(all.get(afterServers)) : Optional.empty(),
                all.subList(afterWins, all.size())));
    }
}
