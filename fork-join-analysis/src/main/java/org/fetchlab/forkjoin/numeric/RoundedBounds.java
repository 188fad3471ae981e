package org.fetchlab.forkjoin.numeric;

import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;

/** Bounds that may coincide, and then be out of order by rounding errors. */
public final class RoundedBounds {
    private static final double ROUNDING = 1e-9;

    private RoundedBounds() {}

    /**
     * Bounds with the lower one set to the upper one where it exceeds it by rounding.
     *
     * @param lower the lower bound, or why it is void
     * @param upper the upper bound, or why it is void
     * @return the bounds
     * @throws IllegalArgumentException if the lower bound exceeds the upper one by more than 1e-9 of it
     */
    public static Bounds of(Outcome<Double> lower, Outcome<Double> upper) {
        if (lower.value().isPresent() && upper.value().isPresent()) {
            double low = lower.value().get();
            double high = upper.value().get();
            if (low > high && low <= high * (1 + ROUNDING)) {
                return new Bounds(new Outcome.Known<>(high, lower.method()), upper);
            }
        }
        return new Bounds(lower, upper);
    }
}
