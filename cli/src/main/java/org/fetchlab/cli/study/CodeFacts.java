package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a code is. A field that is null is unknown or does not exist. A field of type {@code Object} that describes objects
 * holds one value when it is the same for all requested objects, and a list, one element per object, when it is not. A
 * number with a 95 % half-width beside it is an estimate; where there is none, it is exact.
 *
 * @param code the text form
 * @param servers n
 * @param objects k
 * @param storageOverhead n/k
 * @param minDistance the minimum distance d
 * @param faultTolerance d - 1
 * @param locality r, the size of the smallest recovery groups
 * @param availability (r, t): the size of the recovery groups and the most of them that are disjoint
 * @param decodableFraction element e is the fraction of the patterns of e lost servers that lose no data
 * @param decodableFractionHalfWidth95 the half-widths of these fractions
 * @param lowTrafficMeanGroups the mean download time of the only request, with group decoding
 * @param lowTrafficMeanGroupsHalfWidth95 its half-width
 * @param lowTrafficMeanLinear the same mean with linear decoding
 * @param lowTrafficMeanLinearHalfWidth95 its half-width
 * @param mttdl the mean time to data loss
 * @param explain one object in detail
 * @param missing why a field has no value, by its name
 */
public record CodeFacts(
        String code,
        int servers,
        int objects,
        double storageOverhead,
        @Nullable Integer minDistance,
        @Nullable Integer faultTolerance,
        @Nullable Object locality,
        @Nullable Object availability,
        List<Double> decodableFraction,

        @JsonProperty("decodable_fraction_half_width_95") @Nullable
        List<Double> decodableFractionHalfWidth95,

        @Nullable Object lowTrafficMeanGroups,

        @JsonProperty("low_traffic_mean_groups_half_width_95") @Nullable
        Object lowTrafficMeanGroupsHalfWidth95,

        @Nullable Object lowTrafficMeanLinear,

        @JsonProperty("low_traffic_mean_linear_half_width_95") @Nullable
        Object lowTrafficMeanLinearHalfWidth95,

        @Nullable Double mttdl,
        @Nullable ObjectFacts explain,
        @Nullable Map<String, String> missing) {

    /**
     * One object of a code.
     *
     * @param object its index from 0
     * @param systematicServer the server that stores it alone; null when there is none
     * @param recoveryGroups its recovery groups, each a list of servers counted from 0
     * @param unrecoveredGroups element j is the fraction of the j-subsets of all n servers that do not recover it, with
     *     group decoding
     * @param unrecoveredGroupsHalfWidth95 the half-widths of these fractions
     * @param unrecoveredLinear the same fractions with linear decoding
     * @param unrecoveredLinearHalfWidth95 their half-widths
     * @param missing why a field has no value, by its name
     */
    public record ObjectFacts(
            int object,
            @Nullable Integer systematicServer,
            @Nullable List<List<Integer>> recoveryGroups,
            @Nullable List<Double> unrecoveredGroups,

            @JsonProperty("unrecovered_groups_half_width_95") @Nullable
            List<Double> unrecoveredGroupsHalfWidth95,

            @Nullable List<Double> unrecoveredLinear,

            @JsonProperty("unrecovered_linear_half_width_95") @Nullable
            List<Double> unrecoveredLinearHalfWidth95,

            @Nullable Map<String, String> missing) {}
}
