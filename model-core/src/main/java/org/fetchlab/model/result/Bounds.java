package org.fetchlab.model.result;

/**
 * A lower and an upper bound of one quantity, each with its own method and its own validity.
 *
 * @param lower the lower bound, or why it is void
 * @param upper the upper bound, or why it is void
 */
public record Bounds(Outcome<Double> lower, Outcome<Double> upper) {
    /**
     * Checks that the bounds do not contradict each other.
     *
     * @param lower the lower bound
     * @param upper the upper bound
     * @throws IllegalArgumentException if both exist and {@code lower > upper}
     */
    public Bounds {
        if (lower.value().isPresent()
                && upper.value().isPresent()
                && !(lower.value().get() <= upper.value().get())) {
            throw new IllegalArgumentException("bounds contradict each other: lower "
                    + lower.value().get() + " > upper " + upper.value().get());
        }
    }
}
