package org.fetchlab.fluid.download;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * A download-time law that is known through its survival function: quantiles by root finding on its logarithm, the mean as
 * its integral unless it is known. Relative accuracy about 1e-12.
 */
final class ComputedLatency implements LatencyDistribution {
    private static final double ROOT_ACCURACY = 1e-13;
    private static final int MOST_ITERATIONS = 500;

    private final DoubleUnaryOperator survival;
    private final double scale;
    private final Supplier<Outcome<Double>> mean;

    private ComputedLatency(DoubleUnaryOperator survival, double scale, Supplier<Outcome<Double>> mean) {
        this.survival = survival;
        this.scale = scale;
        this.mean = mean;
    }

    /** A law with a survival function on [0, ∞) that varies on a time scale near 0, and has its mean as its integral. */
    static ComputedLatency of(DoubleUnaryOperator survival, double scale, String method) {
        return new ComputedLatency(
                survival, scale, () -> new Outcome.Known<>(new GradedQuadrature().toInfinity(survival, scale), method));
    }

    /** A law with a survival function on [0, ∞) that varies on a time scale near 0, whose mean is known. */
    static ComputedLatency withMean(DoubleUnaryOperator survival, double scale, double mean, String method) {
        return new ComputedLatency(survival, scale, () -> new Outcome.Known<>(mean, method));
    }

    @Override
    public double survival(double time) {
        if (LatencyDistribution.checkedTime(time) <= 0) {
            return 1;
        }
        return time == Double.POSITIVE_INFINITY ? 0 : survival.applyAsDouble(time);
    }

    @Override
    public double quantile(double probability) {
        double target = Math.log1p(-Probabilities.checked(probability));
        if (probability == 0) {
            return 0;
        }
        double high = scale;
        while (Math.log(survival(high)) > target) {
            high *= 2;
        }
        return new BracketingNthOrderBrentSolver(ROOT_ACCURACY, ROOT_ACCURACY * scale, 5)
                .solve(MOST_ITERATIONS, x -> Math.log(survival(x)) - target, 0, high);
    }

    @Override
    public Outcome<Double> mean() {
        return mean.get();
    }
}
