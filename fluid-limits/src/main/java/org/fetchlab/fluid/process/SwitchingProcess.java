package org.fetchlab.fluid.process;

/**
 * A switching mean field whose fluctuations are known inside each regime.
 *
 * <p>On a surface of discontinuity a few servers, O(1) of n, change their number at rates of order n (under join-shortest-queue
 * those just below the surface). They are in equilibrium at once, so that pinned tails do not fluctuate on the scale 1/√n,
 * and counting what enters and leaves them replaces the arrivals that find none: the noise of the free tails is that of
 * the counts. Jacobian and noise are taken over the free coordinates, {@link #firstFree} to {@link #endFree}.
 */
public interface SwitchingProcess extends SwitchingMeanField {
    @Override
    SwitchingProcess withLevels(int levels);

    /**
     * Whether the expected state of n servers follows the drift of a regime exactly, because the drift is affine and no servers
     * just off a surface have a mean of their own. There is then no 1/n term as long as the regime lasts.
     *
     * @param regime the regime
     * @return false if n servers have a 1/n term, which is not known
     */
    boolean hasExactMean(int regime);

    /**
     * How many diagonals of the Jacobian below the main one can hold entries; above it is one, because jobs leave one by one.
     *
     * @param regime the regime
     * @return at least 0; may exceed the number of diagonals of a small system
     */
    int lowerBandwidth(int regime);

    /**
     * Adds the Jacobian of the drift over the free coordinates of a regime.
     *
     * @param regime a regime with at least one free coordinate
     * @param state a state of the regime
     * @param jacobian what is added to; row and column 0 belong to the first free coordinate
     */
    void addJacobian(int regime, double[] state, BandMatrix jacobian);

    /**
     * Adds the noise of the free coordinates of a regime, see {@link LinearNoiseField#noise}.
     *
     * @param regime a regime with at least one free coordinate
     * @param state a state of the regime
     * @param noise what is added to; row and column 0 belong to the first free coordinate
     */
    void addNoise(int regime, double[] state, double[][] noise);

    /**
     * One regime as a mean field of its own, whose state are the free coordinates.
     *
     * @param regime a regime with at least one free coordinate
     * @return the mean field, which knows nothing of where the regime ends
     */
    default LinearNoiseField within(int regime) {
        return new RegimeField(this, regime);
    }
}
