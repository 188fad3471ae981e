package org.fetchlab.forkjoin.numeric;

import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;

/** Bounds that may coincide, and then be out of order by rounding errors. */
public final class RoundedBounds {
    private static final double ROUNDING = 1e-9;
    /** The distance from capacity that counts as none is 1e-12, and a mean may lose all but three digits there. */
    private static final double MOST_ROUNDING = 1e-3;

    private RoundedBounds() {}

    /**
     * Bounds with the lower one set to the upper one where it exceeds it by rounding.
     *
     * @param lower the lower bound, or why it is void
     * @param upper the upper bound, or why it is void
     * @return the bounds; both void if the lower one is above the upper one by more than 1e-9 of it, as happens so close to capacity
     *     that the last digit of a rate decides
     * @throws IllegalArgumentException if the lower bound exceeds the upper one by more than 1e-3 of it
     */
    public static Bounds of(Outcome<Double> lower, Outcome<Double> upper) {
        if (lower.value().isPresent() && upper.value().isPresent()) {
            double low = lower.value().get();
            double high = upper.value().get();
            if (low > high && low <= high * (1 + ROUNDING)) {
                return new Bounds(new Outcome.Known<>(high, lower.method()), upper);
            }
            if (low > high && low <= high * (1 + MOST_ROUNDING)) {
                String reason =
                        "too close to capacity: the last digit of a rate decides between " + high + " and " + low;
                return new Bounds(
                        new Outcome.None<>(lower.method(), reason), new Outcome.None<>(upper.method(), reason));
            }
        }
        return new Bounds(lower, upper);
    }
}
