package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the limits say about a large system. A field that is null was not asked for or does not exist; {@code notes} say why
 * something does not exist.
 *
 * @param policy the routing policy
 * @param arrivalRate requests per server and unit time
 * @param servers n, when values for n servers were asked for
 * @param status {@code stable} or {@code unstable}
 * @param trajectory the fluid limit over time
 * @param fixedPoint the fluid limit at stationarity
 * @param covariance the stationary covariances of √n-scaled tails; row and column 0 belong to {@code tails[1]}
 * @param variance the stationary variances of n servers, by functional
 * @param refined the stationary means of n servers to order 1/n
 * @param download the stationary download time
 * @param notes what does not exist, and why
 */
public record FluidResult(
        String policy,
        double arrivalRate,
        @Nullable Integer servers,
        String status,
        @Nullable List<Point> trajectory,
        @Nullable Queues fixedPoint,
        @Nullable List<List<Double>> covariance,
        @Nullable Map<String, Double> variance,
        @Nullable Queues refined,
        @Nullable Download download,
        @Nullable List<String> notes) {

    /**
     * The system at one time.
     *
     * @param time the time
     * @param tails fractions of servers with at least 0, 1, 2, … jobs
     * @param meanQueue jobs per server
     * @param refinedMeanQueue jobs per server for n servers, to order 1/n
     * @param halfWidth95 half the width of the band in which n servers lie with 95 % probability, by functional
     */
    public record Point(
            double time,
            List<Double> tails,
            double meanQueue,
            @Nullable Double refinedMeanQueue,
            @JsonProperty("half_width_95") @Nullable Map<String, Double> halfWidth95) {}

    /**
     * A distribution of queue lengths.
     *
     * @param tails fractions of servers with at least 0, 1, 2, … jobs
     * @param meanQueue jobs per server
     */
    public record Queues(List<Double> tails, double meanQueue) {}

    /**
     * A download time.
     *
     * @param mean its mean
     * @param p50 its median
     * @param p99 its 99th percentile
     */
    public record Download(@Nullable Double mean, double p50, double p99) {}
}
