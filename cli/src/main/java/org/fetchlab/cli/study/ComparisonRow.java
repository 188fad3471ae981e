package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One code at one arrival rate. A field that is null does not exist or is not known.
 *
 * @param code the text form of the code
 * @param servers n
 * @param objects k
 * @param storageOverhead n/k
 * @param faultTolerance how many servers can fail without loss of data, whichever they are
 * @param arrivalRate requests per unit time, for the whole system
 * @param status {@code stable}, {@code unstable} or {@code undetermined}
 * @param capacity the arrival rates between which the system ceases to be stable
 * @param lowTrafficMean the mean download time of the only request in the system
 * @param lowTrafficMeanHalfWidth95 half the width of its 95 % confidence interval; null when it is exact
 * @param bounds bounds of the mean
 * @param exact values of the exact chain, where all requests ask for the same and service is exponential
 * @param simulation what was simulated
 * @param slo the answer to the question for a service level
 * @param missing why {@code fault_tolerance} or {@code low_traffic_mean} has no value, by these names
 */
public record ComparisonRow(
        String code,
        int servers,
        int objects,
        double storageOverhead,
        @Nullable Integer faultTolerance,
        double arrivalRate,
        String status,
        @Nullable CapacityRange capacity,
        @Nullable Double lowTrafficMean,

        @JsonProperty("low_traffic_mean_half_width_95") @Nullable
        Double lowTrafficMeanHalfWidth95,

        @Nullable BoundPair bounds,
        @Nullable Exact exact,
        @Nullable Simulation simulation,
        @Nullable ServiceLevelAnswer slo,
        @Nullable Map<String, String> missing) {

    /** The same with another bracket of the capacity; without one it is missing. */
    ComparisonRow withCapacity(@Nullable CapacityRange other) {
        Map<String, String> reasons = new LinkedHashMap<>(missing == null ? Map.of() : missing);
        if (other == null) {
            reasons.put("capacity", "neither theory nor the simulations gave a capacity");
        }
        return new ComparisonRow(
                code,
                servers,
                objects,
                storageOverhead,
                faultTolerance,
                arrivalRate,
                status,
                other,
                lowTrafficMean,
                lowTrafficMeanHalfWidth95,
                bounds,
                exact,
                simulation,
                slo,
                reasons.isEmpty() ? null : reasons);
    }

    /**
     * A bracket of the capacity.
     *
     * @param lower every arrival rate below it is stable; null when nothing is known
     * @param upper every arrival rate from it on is unstable; null when nothing is known
     * @param lowerMethod how the lower end is known
     * @param upperMethod how the upper end is known
     * @param confidence with which the bracket holds, where it is simulated or rests on estimated recovery profiles; null when it
     *     is certain
     */
    public record CapacityRange(
            @Nullable Double lower,
            @Nullable Double upper,
            @Nullable String lowerMethod,
            @Nullable String upperMethod,
            @Nullable Double confidence) {
        /**
         * How far the ends are apart.
         *
         * @return the width; infinite when an end is not known
         */
        public double width() {
            return lower == null || upper == null ? Double.POSITIVE_INFINITY : upper - lower;
        }
    }

    /**
     * Bounds of the mean download time, each with its method or the reason why it is void.
     *
     * @param lower the lower bound
     * @param upper the upper bound
     * @param lowerMethod the method of the lower bound
     * @param upperMethod the method of the upper bound
     * @param lowerVoid why there is no lower bound
     * @param upperVoid why there is no upper bound
     * @param confidence with which the bounds hold, where recovery profiles are estimated; null when they are certified
     */
    public record BoundPair(
            @Nullable Double lower,
            @Nullable Double upper,
            String lowerMethod,
            String upperMethod,
            @Nullable String lowerVoid,
            @Nullable String upperVoid,
            @Nullable Double confidence) {}

    /**
     * Values of the exact chain.
     *
     * @param meanLower the certified lower end of the mean
     * @param meanUpper its certified upper end
     * @param p50 the median, in the middle of its certified bracket
     * @param p99 the 99th percentile, likewise
     * @param reason why percentiles are missing; null when they are not
     */
    public record Exact(
            @Nullable Double meanLower,
            @Nullable Double meanUpper,
            @Nullable Double p50,
            @Nullable Double p99,
            @Nullable String reason) {}

    /**
     * A simulation of a system that is not known to be unstable.
     *
     * @param mean the mean download time; null when it does not exist or the run cannot tell it, with the reason among the
     *     warnings
     * @param withheld that reason in a word, such as {@code run_too_short}; null when there is a mean
     * @param halfWidth95 half the width of its 95 % confidence interval
     * @param percentiles the percentiles of the download time by their name, such as {@code "99.9"}
     * @param requests how many requests were measured
     * @param warmUp how many were simulated before and dropped
     * @param wastedWorkFraction the share of the servers' work that went into copies that were not needed
     * @param warnings what limits the validity of the numbers; null when there is nothing to say
     */
    public record Simulation(
            @Nullable Double mean,
            @JsonProperty("half_width_95") @Nullable Double halfWidth95,
            @Nullable String withheld,
            Map<String, PercentileRange> percentiles,
            long requests,
            long warmUp,
            @Nullable Double wastedWorkFraction,
            @Nullable List<String> warnings) {}

    /**
     * A percentile with its 95 % confidence limits.
     *
     * @param value the percentile; null when too few requests were simulated for it
     * @param lower95 the lower limit
     * @param upper95 the upper limit
     * @param reason why there is no value
     */
    public record PercentileRange(
            @Nullable Double value,
            @JsonProperty("lower_95") @Nullable Double lower95,
            @JsonProperty("upper_95") @Nullable Double upper95,
            @Nullable String reason) {}

    /**
     * Whether a service level is met.
     *
     * @param target the service level
     * @param met {@code yes} or {@code no} where the confidence interval (or the stability) decides, {@code unclear} where
     *     it does not
     */
    public record ServiceLevelAnswer(String target, String met) {}
}
