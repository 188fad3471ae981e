package org.fetchlab.fluid.process;

/**
 * A mean field with what its expansion to order 1/n needs: the mean of n servers is {@code x + V/n} up to terms of smaller order,
 * where {@code dV/dt = JV + h} with a source h that depends on the state and on its covariance.
 *
 * <p>Source: Gast, Bortolussi and Tribastone, Performance Evaluation 2019.
 */
public interface SizeExpansion extends LinearNoiseField {
    /**
     * The source of the 1/n term.
     *
     * @param state x
     * @param covariance the symmetric matrix Σ
     * @param source receives h, one number for each coordinate
     */
    void meanSource(double[] state, double[][] covariance, double[] source);
}
