package org.fetchlab.fluid.process;

import java.util.Arrays;

/**
 * A density-dependent population process (Kurtz 1978): for n servers, a Markov chain on fractions of servers that jumps
 * by {@code Δ/n} at rate {@code n β(x) + b(x) + O(1/n)}, one term for each {@linkplain EventTypes event type}.
 *
 * <p>With {@code F = Σ Δ β} the drift, {@code J = F'} its Jacobian and {@code Φ = Σ ΔΔᵀ β} the noise, the n-server state
 * is {@code x + X/√n + O(1/n)}, where X is Gaussian with {@code dΣ/dt = JΣ + ΣJᵀ + Φ}, and its mean is
 * {@code x + V/n + O(1/n²)}, where {@code dV/dt = JV + ½F''[Σ] + C} and {@code C = Σ Δ b} (Gast and Van Houdt, SIGMETRICS
 * 2018).
 */
public interface PopulationProcess extends SizeExpansion {
    /**
     * The transitions of which drift and noise are made.
     *
     * @return the event types
     */
    EventTypes events();

    /** {@inheritDoc} Here Φ = Σ ΔΔᵀ β(x). */
    @Override
    default void noise(double[] state, double[][] noise) {
        for (double[] row : noise) {
            Arrays.fill(row, 0);
        }
        events().addNoise(state, noise);
    }

    /**
     * The second-order term of the drift under a covariance: {@code ½ Σ_pq ∂²F/∂x_p∂x_q Σ_pq}.
     *
     * @param state x
     * @param covariance the symmetric matrix Σ
     * @param contraction receives the vector
     */
    void curvature(double[] state, double[][] covariance, double[] contraction);

    /**
     * The 1/n term of the drift of the n-server chain, which for instance tells sampling of distinct servers from sampling
     * with replacement.
     *
     * @param state x
     * @param correction receives C
     */
    void finiteSizeCorrection(double[] state, double[] correction);

    /** {@inheritDoc} Here {@code h = ½F''[Σ] + C}. */
    @Override
    default void meanSource(double[] state, double[][] covariance, double[] source) {
        double[] correction = new double[state.length];
        curvature(state, covariance, source);
        finiteSizeCorrection(state, correction);
        for (int i = 0; i < correction.length; i++) {
            source[i] += correction[i];
        }
    }
}
