package org.fetchlab.fluid.process;

/**
 * A mean field together with what its fluctuations need (the linear noise approximation): for n servers the state is
 * {@code x + X/√n} up to terms of smaller order, where X is Gaussian with {@code dΣ/dt = JΣ + ΣJᵀ + Φ}, J the Jacobian of
 * the drift and Φ the noise.
 *
 * <p>Source: Kurtz 1978.
 */
public interface LinearNoiseField extends MeanField {
    /**
     * How many diagonals of the Jacobian below the main one can hold entries.
     *
     * @return at least 0; may exceed the number of diagonals of a small system
     */
    int lowerBandwidth();

    /**
     * How many diagonals of the Jacobian above the main one can hold entries.
     *
     * @return at least 0; may exceed the number of diagonals of a small system
     */
    int upperBandwidth();

    /**
     * The Jacobian of the drift, exactly.
     *
     * @param state x
     * @param jacobian receives J with {@code J_ij = ∂F_i/∂x_j}; made by {@link BandMatrix#jacobianOf}
     */
    void jacobian(double[] state, BandMatrix jacobian);

    /**
     * The noise covariance Φ: the covariance that the jumps of n servers add per unit time, multiplied by n.
     *
     * @param state x
     * @param noise receives the symmetric, positive semidefinite matrix Φ, dimension × dimension
     */
    void noise(double[] state, double[][] noise);
}
