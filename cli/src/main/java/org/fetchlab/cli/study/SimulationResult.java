package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation of one system says. A field that is null does not apply, or does not exist because the system is not
 * stable.
 *
 * @param system what was simulated
 * @param status {@code stable}, {@code unstable} or {@code undetermined}
 * @param capacity the arrival rates between which the system ceases to be stable, in the unit of its arrival rate
 * @param time when the queues of a trajectory are read; null at stationarity
 * @param queues the queue lengths
 * @param download the download time
 * @param shares fractions of the servers' time and of the requests
 * @param warmUp how many events were simulated first and dropped
 * @param events how many events were measured
 * @param replications how many independent paths
 * @param warnings what limits the validity of the numbers
 */
public record SimulationResult(
        @JsonUnwrapped SystemName system,
        String status,
        ComparisonRow.@Nullable CapacityRange capacity,
        @Nullable Double time,
        @JsonUnwrapped @Nullable Queues queues,
        @Nullable Download download,
        @JsonUnwrapped @Nullable Shares shares,
        @Nullable Long warmUp,
        @Nullable Long events,
        @Nullable Integer replications,
        @Nullable List<String> warnings) {

    /**
     * What was simulated.
     *
     * @param policy the text form of the policy
     * @param servers n
     * @param arrivalRate requests per unit time, per server under a routing policy, for the whole of a code
     */
    public record SystemName(String policy, int servers, double arrivalRate) {}

    /**
     * Queue lengths.
     *
     * @param meanQueue jobs per server, the one in service included
     * @param tails the fractions of servers with at least 0, 1, 2, … jobs
     * @param scaledVariance n times the variance of the mean queue over the servers, over time at stationarity, else over
     *     the replications; null when not estimated
     */
    public record Queues(
            EstimatedValue meanQueue,
            List<EstimatedValue> tails,
            @Nullable EstimatedValue scaledVariance) {
        Queues withScaledVariance(@Nullable EstimatedValue variance) {
            return new Queues(meanQueue, tails, variance);
        }
    }

    /**
     * A download time.
     *
     * @param mean its mean; null when it does not exist or the run cannot tell it
     * @param withheld why, in a word, such as {@code run_too_short}; null when there is a mean
     * @param percentiles its percentiles by their name, such as {@code "99.9"}
     */
    public record Download(
            @Nullable EstimatedValue mean,
            @Nullable String withheld,
            Map<String, ComparisonRow.PercentileRange> percentiles) {}

    /**
     * Fractions, with half the widths of their 95 % confidence intervals.
     *
     * @param utilization the busy fraction of a server, on average
     * @param serverUtilization that of each server of a code
     * @param typeFractions the fraction of requests with 0, 1, … recovery groups that have a finished copy when the
     *     request reaches the head of the line
     * @param wonBySystematic the fraction of requests that completed by the copy of their systematic server
     * @param wonByRecovery the fraction of requests that completed without it, by other servers
     * @param wastedWorkFraction the share of the servers' work that went into copies that were not needed
     * @param halfWidth95 half the widths of the intervals of the fields above, by name
     */
    public record Shares(
            @Nullable Double utilization,
            @Nullable List<Double> serverUtilization,
            @Nullable List<Double> typeFractions,
            @Nullable Double wonBySystematic,
            @Nullable Double wonByRecovery,
            @Nullable Double wastedWorkFraction,
            @JsonProperty("half_width_95") Map<String, Object> halfWidth95) {}

    /**
     * The queues at one time of a trajectory.
     *
     * @param time the time
     * @param meanQueue jobs per server, the mean over the replications
     * @param scaledVariance n times the variance of the mean queue over the replications
     * @param tails fractions of servers with at least 0, 1, 2, … jobs, the means over the replications
     */
    public record Point(
            double time, EstimatedValue meanQueue, EstimatedValue scaledVariance, List<EstimatedValue> tails) {}
}
