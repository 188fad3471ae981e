package org.fetchlab.fluid.process;

import org.fetchlab.model.result.QueueTails;

/**
 * A mean field over queue lengths 0, 1, 2, … that is cut off at a highest level: servers with that many jobs refuse
 * further ones.
 *
 * <p>Coordinates are ordered by level, so that the state of a lower truncation, continued with zeros, is the same state
 * in a higher one.
 */
public interface LevelTruncation {
    /**
     * The highest queue length that is represented.
     *
     * @return B, at least 1
     */
    int levels();

    /**
     * The number of coordinates.
     *
     * @return the length of every state
     */
    int dimension();

    /**
     * The same mean field with another truncation.
     *
     * @param levels the highest queue length, at least 1
     * @return the mean field with that many levels
     * @throws IllegalArgumentException if levels is below 1
     */
    LevelTruncation withLevels(int levels);

    /**
     * The state with given queue lengths.
     *
     * @param tails queue lengths; their levels above {@link #levels()} must be empty
     * @return a new state
     */
    double[] stateOf(QueueTails tails);

    /**
     * The queue lengths of a state.
     *
     * @param state a state, exact up to the error of a numerical integration
     * @return its tails s_0 = 1, s_1, …, s_B, as computed; rounding of the order of that error is left in
     */
    double[] tails(double[] state);

    /**
     * A bound on the rates at which deviations from a solution grow or decay: on the absolute values of the eigenvalues of
     * the Jacobian, in any state and regime. An explicit method needs steps of the order of its inverse.
     *
     * @return a rate per unit time, positive and finite
     */
    double fastestRate();

    /**
     * Checks a truncation level.
     *
     * @param levels the level
     * @return the level
     * @throws IllegalArgumentException if it is below 1
     */
    static int checkedLevels(int levels) {
        if (levels < 1) {
            throw new IllegalArgumentException("levels " + levels + " must be at least 1");
        }
        return levels;
    }
}
