package org.fetchlab.fluid.fluctuation;

/** How independent normal variables become noise of covariance Φ. Both forms have the same law. */
public enum NoiseForm {
    /** One variable for each event type, Σ Δ √β dW: what the limit theorem gives. */
    EVENT_TYPES,
    /**
     * One variable for each coordinate, a dW with the symmetric square root a of Φ, as Budhiraja and Friedlander 2019 write
     * their diffusion.
     */
    SYMMETRIC_ROOT
}
