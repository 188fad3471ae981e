package org.fetchlab.fluid.process;

/**
 * An autonomous ordinary differential equation {@code dx/dt = F(x)}: the limit of a population of n exchangeable servers
 * as n grows (Kurtz 1970).
 *
 * <p>Implementations are immutable and may be shared between threads.
 */
public interface MeanField {
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
     * Checks that an array is a state, as far as that can be told.
     *
     * @param state the array
     * @throws IllegalArgumentException if it has the wrong length, a number that is not finite, or lies outside the state
     *     space of this mean field
     */
    default void requireState(double[] state) {
        if (state.length != dimension()) {
            throw new IllegalArgumentException(
                    "state of length " + state.length + " for a system of dimension " + dimension());
        }
        for (double value : state) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("state with the coordinate " + value + ": all must be finite");
            }
        }
    }
}
