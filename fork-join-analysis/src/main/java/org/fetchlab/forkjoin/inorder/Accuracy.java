package org.fetchlab.forkjoin.inorder;

/**
 * How far an exact analysis goes.
 *
 * @param tolerance the width of the bracket of the mean, relative to its lower end, at which the analysis stops; positive
 * @param maxLead the largest lead limit tried, at least 1
 * @param maxPhases the largest number of phases tried, at least 1; time grows with its third power, and 400 take about a
 *     second
 */
public record Accuracy(double tolerance, int maxLead, int maxPhases) {
    /** A bracket of relative width 1e-6, or the best that 400 phases give. */
    public static final Accuracy DEFAULT = new Accuracy(1e-6, 60, 400);

    /**
     * Checks the parts.
     *
     * @param tolerance relative width of the bracket
     * @param maxLead largest lead limit
     * @param maxPhases largest number of phases
     * @throws IllegalArgumentException if a part is out of range
     */
    public Accuracy {
        if (!(tolerance > 0 && tolerance < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be positive and finite");
        }
        if (maxLead < 1) {
            throw new IllegalArgumentException("largest lead " + maxLead + " must be at least 1");
        }
        if (maxPhases < 1) {
            throw new IllegalArgumentException("phase budget " + maxPhases + " must be at least 1");
        }
    }

    /**
     * The same limits with another tolerance.
     *
     * @param other the relative width of the bracket, positive
     * @return the accuracy
     * @throws IllegalArgumentException if the tolerance is not positive and finite
     */
    public Accuracy withTolerance(double other) {
        return new Accuracy(other, maxLead, maxPhases);
    }
}
