package org.fetchlab.forkjoin.inorder;

import java.util.function.ToDoubleFunction;
import org.fetchlab.forkjoin.numeric.RoundedBounds;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * Two laws between which the law of the download time lies: {@code P{T_lower > s} ≤ P{T > s} ≤ P{T_upper > s}} for every
 * s, since every request leaves no later in the lower chain, and no earlier in the upper one, than in the real system. What
 * is cut off each law is below 1e-12; rounding adds at most a unit in the last place for each completion of a copy during a
 * download.
 *
 * @param lower the law that bounds from below, or why there is none
 * @param upper the law that bounds from above, or why there is none
 */
public record DownloadTimeBracket(Outcome<LatencyDistribution> lower, Outcome<LatencyDistribution> upper) {
    /**
     * Bounds of a percentile.
     *
     * @param probability p, in [0, 1)
     * @return bounds of the least s with P{T &le; s} &ge; p
     * @throws IllegalArgumentException if p is outside [0, 1)
     */
    public Bounds quantile(double probability) {
        return bounds(lower, upper, law -> law.quantile(probability));
    }

    /**
     * Bounds of the survival function.
     *
     * @param time s
     * @return bounds of P{T &gt; s}
     */
    public Bounds survival(double time) {
        return bounds(lower, upper, law -> law.survival(time));
    }

    private static Bounds bounds(
            Outcome<LatencyDistribution> lower,
            Outcome<LatencyDistribution> upper,
            ToDoubleFunction<LatencyDistribution> question) {
        return RoundedBounds.of(answer(lower, question), answer(upper, question));
    }

    private static Outcome<Double> answer(
            Outcome<LatencyDistribution> law, ToDoubleFunction<LatencyDistribution> question) {
        return law instanceof Outcome.None<LatencyDistribution> none
                ? new Outcome.None<>(none.method(), none.reason())
                : new Outcome.Known<>(question.applyAsDouble(law.value().orElseThrow()), law.method());
    }
}
