package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the limits say about a large system. A field that is null was not asked for, or does not exist: {@code missing}
 * tells why.
 *
 * @param policy the routing policy
 * @param arrivalRate requests per server and unit time
 * @param servers n, when values for n servers were asked for
 * @param status {@code stable} or {@code unstable}
 * @param trajectory the fluid limit over time
 * @param fixedPoint the fluid limit at stationarity
 * @param covariance the covariances of √n-scaled tails, at stationarity or, if that was not asked for, at the last time;
 *     row and column 0 belong to {@code tails[1]}
 * @param refined the means of n servers to order 1/n, at stationarity or at the last time
 * @param paths functionals of n servers on paths of the diffusion, at the last time
 * @param download the stationary download time
 * @param missing why a field that was asked for does not exist, by its name
 * @param warnings what limits the validity of the numbers
 */
public record FluidResult(
        String policy,
        double arrivalRate,
        @Nullable Integer servers,
        String status,
        @Nullable List<Point> trajectory,
        @Nullable FixedPoint fixedPoint,
        @Nullable List<List<Double>> covariance,
        @Nullable Refined refined,
        @Nullable Paths paths,
        @Nullable Download download,
        @Nullable Map<String, String> missing,
        @Nullable List<String> warnings) {

    /**
     * The system at one time.
     *
     * @param time the time
     * @param meanQueue jobs per server
     * @param refinedMeanQueue jobs per server for n servers, to order 1/n
     * @param functionals the other quantities that were asked for, by functional
     * @param refinedFunctionals those of n servers, to order 1/n
     * @param halfWidth95 half the width of the band in which n servers lie with 95 % probability, by functional
     * @param tails fractions of servers with at least 0, 1, 2, … jobs
     */
    public record Point(
            double time,
            double meanQueue,
            @Nullable Double refinedMeanQueue,
            @Nullable Map<String, Double> functionals,
            @Nullable Map<String, Double> refinedFunctionals,
            @JsonProperty("half_width_95") @Nullable Map<String, Double> halfWidth95,
            List<Double> tails) {}

    /**
     * The system at stationarity.
     *
     * @param meanQueue jobs per server
     * @param functionals the other quantities that were asked for, by functional
     * @param halfWidth95 half the width of the band in which n servers lie with 95 % probability, by functional
     * @param tails fractions of servers with at least 0, 1, 2, … jobs
     */
    public record FixedPoint(
            double meanQueue,
            @Nullable Map<String, Double> functionals,
            @JsonProperty("half_width_95") @Nullable Map<String, Double> halfWidth95,
            @Nullable List<Double> tails) {}

    /**
     * Means of n servers to order 1/n.
     *
     * @param meanQueue jobs per server
     * @param functionals the other quantities that were asked for, by functional
     * @param tails fractions of servers with at least 0, 1, 2, … jobs
     */
    public record Refined(double meanQueue, @Nullable Map<String, Double> functionals, List<Double> tails) {}

    /**
     * Paths of the diffusion approximation of n servers.
     *
     * @param time when they are read
     * @param count how many
     * @param functionals what they say, by functional
     */
    public record Paths(double time, int count, Map<String, Spread> functionals) {}

    /**
     * How a functional of n servers is spread over paths.
     *
     * @param mean the mean over the paths
     * @param lower95 2.5 % of the paths lie below
     * @param upper95 2.5 % of the paths lie above
     */
    public record Spread(
            EstimatedValue mean,
            @JsonProperty("lower_95") double lower95,
            @JsonProperty("upper_95") double upper95) {}

    /**
     * A download time.
     *
     * @param mean its mean
     * @param p50 its median
     * @param p99 its 99th percentile
     */
    public record Download(@Nullable Double mean, double p50, double p99) {}
}
