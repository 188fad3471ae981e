package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.Optional;

/**
 * An autonomous ordinary differential equation {@code dx/dt = F(x)}: the limit of a population of n exchangeable servers
 * as n grows (Kurtz 1970).
 *
 * <p>Implementations are immutable and may be shared between threads.
 */
public interface MeanField {
    /** By how much rounding may take a state out of the state space. */
    double ROUNDING = 1e-9;

    /**
     * The number of coordinates.
     *
     * @return the length of every state
     */
    int dimension();

    /**
     * The drift F(x).
     *
     * @param state x, of length {@link #dimension()}; not changed
     * @param drift receives F(x), in fractions of servers per unit time; of the same length, not the same array
     */
    void drift(double[] state, double[] drift);

    /**
     * What keeps an array from being a state, as far as that can be told: it has the wrong length, a number that is not
     * finite, or lies outside the state space of this mean field.
     *
     * @param state the array
     * @param error by how much it may miss an inequality of the state space, at least 0
     * @return one phrase that names what fails; empty for a state
     */
    default Optional<String> violation(double[] state, double error) {
        if (state.length != dimension()) {
            return Optional.of("its length is " + state.length + " in a system of dimension " + dimension());
        }
        return Arrays.stream(state).allMatch(Double::isFinite)
                ? Optional.empty()
                : Optional.of("every coordinate must be finite");
    }

    /**
     * Checks that an array is a state, up to 1e-9 of rounding.
     *
     * @param state the array
     * @throws IllegalArgumentException if there is a {@link #violation}
     */
    default void requireState(double[] state) {
        violation(state, ROUNDING).ifPresent(reason -> {
            throw new IllegalArgumentException(
                    "state " + Arrays.toString(state) + " is not in the state space: " + reason);
        });
    }
}
