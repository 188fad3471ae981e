package org.fetchlab.cli.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.model.result.Estimate;
import org.jspecify.annotations.Nullable;

/** Collects the fractions that a simulation found, each with its error. */
final class SharesBuilder {
    private final Map<String, Object> halfWidths = new LinkedHashMap<>();
    private @Nullable Double utilization;
    private @Nullable List<Double> serverUtilization;
    private @Nullable List<Double> typeFractions;
    private @Nullable Double wonBySystematic;
    private @Nullable Double wonByRecovery;
    private @Nullable Double wastedWorkFraction;

    /** The busy fraction of a server. */
    SharesBuilder utilization(Estimate estimate) {
        utilization = estimate.value();
        halfWidths.put("utilization", estimate.halfWidth());
        return this;
    }

    /** The busy fractions of all servers; the error of their average is at most the average of their errors. */
    SharesBuilder utilization(List<Estimate> servers) {
        utilization = servers.stream().mapToDouble(Estimate::value).average().orElseThrow();
        halfWidths.put(
                "utilization",
                servers.stream().mapToDouble(Estimate::halfWidth).average().orElseThrow());
        serverUtilization = servers.stream().map(Estimate::value).toList();
        halfWidths.put(
                "server_utilization", servers.stream().map(Estimate::halfWidth).toList());
        return this;
    }

    /** The fractions of service types; nothing if they are not defined. */
    SharesBuilder types(List<Estimate> fractions) {
        if (!fractions.isEmpty()) {
            typeFractions = fractions.stream().map(Estimate::value).toList();
            halfWidths.put(
                    "type_fractions",
                    fractions.stream().map(Estimate::halfWidth).toList());
        }
        return this;
    }

    /** The fraction of requests that completed by their systematic server, if they all have one; the others won by recovery. */
    SharesBuilder wonBySystematic(Optional<Estimate> fraction) {
        fraction.ifPresent(estimate -> {
            wonBySystematic = estimate.value();
            wonByRecovery = 1 - estimate.value();
            halfWidths.put("won_by_systematic", estimate.halfWidth());
            halfWidths.put("won_by_recovery", estimate.halfWidth());
        });
        return this;
    }

    /** The share of work that was not needed, where there can be some. */
    SharesBuilder wasted(Optional<Estimate> fraction) {
        fraction.ifPresent(estimate -> {
            wastedWorkFraction = estimate.value();
            halfWidths.put("wasted_work_fraction", estimate.halfWidth());
        });
        return this;
    }

    SimulationResult.Shares build() {
        return new SimulationResult.Shares(
                utilization,
                serverUtilization,
                typeFractions,
                wonBySystematic,
                wonByRecovery,
                wastedWorkFraction,
                halfWidths);
    }
}
