package org.fetchlab.fluid.download;

import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/** Requests that are done as soon as they arrive: the central server of a centralized system takes them all. */
public record NoDelay() implements LatencyDistribution {
    @Override
    public double survival(double time) {
        return LatencyDistribution.checkedTime(time) < 0 ? 1 : 0;
    }

    @Override
    public double quantile(double probability) {
        return 0 * Probabilities.checked(probability);
    }

    @Override
    public Outcome<Double> mean() {
        return new Outcome.Known<>(0.0, "served on arrival");
    }
}
