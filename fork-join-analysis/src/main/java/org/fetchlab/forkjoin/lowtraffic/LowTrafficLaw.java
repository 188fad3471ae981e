package org.fetchlab.forkjoin.lowtraffic;

import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * The law of the download time of the only request in the system, with the error that an estimated recovery profile brings.
 *
 * <p>P{T &gt; s} and the moments are sums of the profile's fractions with positive weights. All fractions come from the same
 * samples, and the standard deviation of a sum is at most the sum of the standard deviations; so the same sum of the
 * half-widths covers each of them with at least 95 %. The method of every outcome tells whether the profile is estimated.
 */
public sealed interface LowTrafficLaw extends LatencyDistribution permits LowTrafficTime, LowTrafficMixture {
    /** What the method of a bound carries when it holds with 95 % confidence only. */
    String WITH_CONFIDENCE = ", 95 % limit of an estimated recovery profile";

    /**
     * Whether the recovery profiles behind the law are exact.
     *
     * @return false if one is an estimate; then every answer has a half-width
     */
    boolean isExact();

    /**
     * The 95 % half-width of {@link #survival}.
     *
     * @param time s
     * @return half the width of the confidence interval of P{T &gt; s}; 0 when the law is exact
     */
    double survivalHalfWidth(double time);

    /**
     * A raw moment E[T^m] with its error.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment, with half-width 0 when the law is exact; void when it is infinite, or when an estimated profile
     *     leaves open whether it is
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    Outcome<Estimate> momentEstimate(int order);

    /**
     * A raw moment E[T^m].
     *
     * @param order m, one of 1, 2, 3
     * @return the moment, void where {@link #momentEstimate} is
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    default Outcome<Double> moment(int order) {
        Outcome<Estimate> moment = momentEstimate(order);
        return moment instanceof Outcome.None<Estimate> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(moment.value().orElseThrow().value(), moment.method());
    }

    @Override
    default Outcome<Double> mean() {
        return moment(1);
    }

    /**
     * A lower limit of a raw moment: what a lower bound of a queue is made from.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment when the law is exact, otherwise the lower end of its 95 % interval, and the method says so
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    default Outcome<Double> momentAtLeast(int order) {
        Outcome<Estimate> moment = momentEstimate(order);
        return isExact() || moment.value().isEmpty()
                ? moment(order)
                : new Outcome.Known<>(Math.max(0, moment.value().get().lower()), limitMethod());
    }

    /**
     * An upper limit of a raw moment: what an upper bound of a queue is made from.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment when the law is exact, otherwise the upper end of its 95 % interval, and the method says so
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    default Outcome<Double> momentAtMost(int order) {
        Outcome<Estimate> moment = momentEstimate(order);
        return isExact() || moment.value().isEmpty()
                ? moment(order)
                : new Outcome.Known<>(moment.value().get().upper(), limitMethod());
    }

    private static String limitMethod() {
        return LowTrafficTime.METHOD + WITH_CONFIDENCE;
    }

    /**
     * A quantile with its error: the quantiles of both limits of P{T &gt; s}.
     *
     * @param probability p, in [0, 1)
     * @return the quantile, with half-width 0 when the law is exact, otherwise up to the farther one of the two limits
     * @throws IllegalArgumentException if p is outside [0, 1)
     */
    default Estimate quantileEstimate(double probability) {
        double quantile = quantile(probability);
        if (isExact()) {
            return new Estimate(quantile, 0, Estimate.DEFAULT_CONFIDENCE);
        }
        double early = Quantiles.of(time -> Math.max(0, survival(time) - survivalHalfWidth(time)), probability);
        double late = Quantiles.of(time -> Math.min(1, survival(time) + survivalHalfWidth(time)), probability);
        return new Estimate(quantile, Math.max(late - quantile, quantile - early), Estimate.DEFAULT_CONFIDENCE);
    }
}
