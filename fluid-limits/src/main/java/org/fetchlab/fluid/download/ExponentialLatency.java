package org.fetchlab.fluid.download;

import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * An exponential download time: one job that finds an idle server of rate 1, or the sojourn time of an M/M/1 queue.
 *
 * @param rate the rate, positive and finite
 */
public record ExponentialLatency(double rate) implements LatencyDistribution {
    /**
     * Checks the rate.
     *
     * @param rate the rate
     * @throws IllegalArgumentException if it is not positive and finite
     */
    public ExponentialLatency {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate " + rate + " must be positive and finite");
        }
    }

    @Override
    public double survival(double time) {
        return LatencyDistribution.checkedTime(time) <= 0 ? 1 : Math.exp(-rate * time);
    }

    @Override
    public double quantile(double probability) {
        return -Math.log1p(-Probabilities.checked(probability)) / rate;
    }

    @Override
    public Outcome<Double> mean() {
        return new Outcome.Known<>(1 / rate, "exponential law");
    }
}
