package org.fetchlab.sim.recursion;

import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.ExperimentResult;

/**
 * What a fork-join experiment found out beyond download times.
 *
 * @param wastedWork the fraction of the servers' busy time spent on copies that had not finished when their request
 *     completed
 * @param utilization the busy fraction of each server
 * @param wonBySystematic the fraction of requests that completed by the copy of their systematic server (w_s); empty if a
 *     request has none
 * @param typeFractions the fraction of requests of each service type, that is, with 0, 1, … recovery groups that have a
 *     finished copy when the request reaches the head of the line (f_0, f_1, …); empty unless all requests ask for the same
 *     thing, recovered by disjoint groups, with copies to all
 */
public record ForkJoinStatistics(
        Estimate wastedWork,
        List<Estimate> utilization,
        Optional<Estimate> wonBySystematic,
        List<Estimate> typeFractions) {
    /**
     * Reads the statistics of an experiment.
     *
     * @param system the system that was simulated
     * @param result the result of its experiment
     * @return the statistics; empty if the system is not stable
     */
    public static Optional<ForkJoinStatistics> of(ForkJoinSystem system, ExperimentResult result) {
        List<Estimate> all = result.statistics();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int afterServers = 1 + system.mix().servers();
        int afterWins = system.mix().isSystematic() ? afterServers + 1 : afterServers;
        return Optional.of(new ForkJoinStatistics(
                all.get(0),
                all.subList(1, afterServers),
                system.mix().isSystematic() ? Optional.of(all.get(afterServers)) : Optional.empty(),
                all.subList(afterWins, all.size())));
    }
}
