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
}
