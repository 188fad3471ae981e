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
     * The servers just off the surface along which a regime slides.
     *
     * @param regime the regime
     * @param state a state of its closure; of another regime, whether a path from there would slide is told by the answer
     * @return their births and deaths; no births if the regime does not slide
     */
    OffSurface offSurface(int regime, double[] state);

    /**
     * Adds what one server off the surface is to the tails: it is missing from the pinned tail, and the arrival or the central
     * service that did not go to it went elsewhere. The 1/n term is {@code V = X + z D}, where D is this vector, z the mean
     * number of such servers, and X what counting arrivals and departures gives.
     *
     * @param regime the regime
     * @param state a state of its closure
     * @param scale by what D is multiplied
     * @param vector what is added to, over all coordinates
     */
    void addDisplacement(int regime, double[] state, double scale, double[] vector);

    /**
     * Adds the source of the 1/n term: that of {@code dX/dt = JX + h} over the free coordinates of a regime.
     *
     * @param regime a regime with at least one free coordinate
     * @param state a state of the regime
     * @param covariance the covariance of the free coordinates
     * @param source what is added to; element 0 belongs to the first free coordinate
     */
    void addMeanSource(int regime, double[] state, double[][] covariance, double[] source);

    /**
     * Whether a path that passes from a regime to the next comes off a surface along which it has slid. It does so along the
     * surface, where births and deaths off it balance.
     *
     * @param from the regime that ends
     * @param to the regime that begins
     * @return false if a surface is reached, or crossed
     */
    boolean leavesSurface(int from, int to);

    /**
     * The longest queue that servers just off a surface have.
     *
     * @param regime the regime
     * @return a level; 0 if it is in use anyway
     */
    default int longestOffSurface(int regime) {
        return 0;
    }

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
     * The noise of the free coordinates of a regime by what is counted: a matrix G with {@code GGᵀ = Φ}, one column for each
     * counting process.
     *
     * @param regime a regime with at least one free coordinate
     * @param state a state of the regime
     * @return the columns of G, each over the free coordinates
     */
    double[][] noiseColumns(int regime, double[] state);

    /**
     * One regime as a mean field of its own, whose state are the free coordinates.
     *
     * @param regime a regime with at least one free coordinate
     * @return the mean field, which knows nothing of where the regime ends
     */
    default SizeExpansion within(int regime) {
        return new RegimeField(this, regime);
    }
}
