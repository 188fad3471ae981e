package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What theory says about one code at one arrival rate. A field that is null does not exist.
 *
 * @param code the text form of the code
 * @param arrivalRate requests per unit time
 * @param status {@code stable}, {@code unstable} or {@code undetermined}
 * @param capacity the arrival rates between which the system ceases to be stable
 * @param lowTraffic the download time of the only request in the system
 * @param splitMerge one request in service at a time: an upper bound of the mean
 * @param fastSplitMerge every request as fast as the fastest: a lower bound of the mean
 * @param bounds the best bounds of the mean
 * @param exact the exact chain
 * @param saturation the saturated system of one server or two others; null for other systems
 * @param approximations M/G/1 approximations
 * @param literature published formulas
 * @param notes why something does not exist, or is less accurate than was asked for; null when there is nothing to say
 */
public record AnalysisResult(
        String code,
        double arrivalRate,
        String status,
        ComparisonRow.CapacityRange capacity,
        LowTraffic lowTraffic,
        Value splitMerge,
        Value fastSplitMerge,
        ComparisonRow.@Nullable BoundPair bounds,
        @Nullable Exact exact,
        @Nullable Saturation saturation,
        List<ApproximateMean> approximations,
        List<Published> literature,
        @Nullable List<String> notes) {

    /**
     * Whether nothing that is asked about the mean is left open: the chain, where it applies, is as narrow as was asked for,
     * or a formula gives the mean exactly.
     *
     * @return false where the chain ends at its limits and nothing else gives the mean
     */
    public boolean answersTheMean() {
        boolean isExact =
                bounds != null && bounds.lower() != null && bounds.lower().equals(bounds.upper());
        return isExact || exact == null || exact.toleranceReached();
    }

    /**
     * The download time of the only request in the system.
     *
     * @param mean its mean
     * @param secondMoment its second moment
     * @param p50 its median
     * @param p99 its 99th percentile
     * @param halfWidth95 the half-widths of these numbers; null when they are exact
     */
    public record LowTraffic(
            @Nullable Double mean,
            @Nullable Double secondMoment,
            double p50,
            double p99,
            @JsonProperty("half_width_95") @Nullable LowTrafficHalfWidths halfWidth95) {}

    /**
     * Half the widths of the 95 % confidence intervals of an estimated download time.
     *
     * @param mean of the mean
     * @param secondMoment of the second moment
     * @param p50 of the median
     * @param p99 of the 99th percentile
     */
    public record LowTrafficHalfWidths(
            @Nullable Double mean, @Nullable Double secondMoment, double p50, double p99) {}

    /**
     * A mean, or why it does not exist.
     *
     * @param mean the mean
     * @param reason why there is none
     */
    public record Value(@Nullable Double mean, @Nullable String reason) {}

    /**
     * A certified bracket.
     *
     * @param lower its lower end
     * @param upper its upper end
     */
    public record Bracket(@Nullable Double lower, @Nullable Double upper) {}

    /**
     * The exact chain.
     *
     * @param meanLower the certified lower end of the mean
     * @param meanUpper its certified upper end; null where the blocking chain is unstable
     * @param percentiles certified brackets of percentiles
     * @param typeFractions fractions of requests by service type
     * @param typeFractionsSpread half the largest difference of these fractions between the two chains, whose average they are:
     *     they converge, but are not proven to enclose the exact ones
     * @param wonBySystematic a certified bracket of the fraction of requests completed by a server that recovers alone
     * @param wonByRecovery a certified bracket of the fraction completed by a recovery group
     * @param utilization a certified bracket of the busy fraction of a server
     * @param residual the largest violation of balance in the solved chains
     * @param maxLead the largest lead of a server that the chains follow
     * @param phases the number of phases of the chains
     * @param toleranceReached whether the bracket of the mean is as narrow as was asked for
     */
    public record Exact(
            @Nullable Double meanLower,
            @Nullable Double meanUpper,
            Map<String, Bracket> percentiles,
            @Nullable List<Double> typeFractions,
            @Nullable Double typeFractionsSpread,
            @Nullable Bracket wonBySystematic,
            @Nullable Bracket wonByRecovery,
            @Nullable Bracket utilization,
            double residual,
            int maxLead,
            int phases,
            boolean toleranceReached) {}

    /**
     * One server or two others while there are always requests waiting; the fractions bound those at every stable load.
     *
     * @param noLead the probability that no recovery server leads
     * @param typeFractions the fractions of requests by service type: the first a lower, the second an upper bound
     * @param wonBySystematic the fraction of requests completed by the systematic server: a lower bound
     * @param wonByRecovery the fraction completed by the recovery group: an upper bound
     */
    public record Saturation(double noLead, List<Double> typeFractions, double wonBySystematic, double wonByRecovery) {}

    /**
     * An approximation of the mean.
     *
     * @param name how the fractions of service types are estimated
     * @param mean the mean
     * @param typeFractions the estimated fractions
     * @param reason why there is no mean
     */
    public record ApproximateMean(
            String name,
            @Nullable Double mean,
            @Nullable List<Double> typeFractions,
            @Nullable String reason) {}

    /**
     * A published formula.
     *
     * @param name its name
     * @param kind {@code exact}, {@code lower}, {@code upper} or {@code approximation}
     * @param mean its value
     * @param source authors, year and venue
     * @param validity the systems and loads it holds for
     * @param reason why there is no value
     */
    public record Published(
            String name,
            String kind,
            @Nullable Double mean,
            String source,
            String validity,
            @Nullable String reason) {}
}
