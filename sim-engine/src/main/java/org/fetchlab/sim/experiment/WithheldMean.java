package org.fetchlab.sim.experiment;

/** Why a stable system has no simulated mean. The sentence with the numbers is the reason of the outcome. */
public enum WithheldMean {
    /** The run has not left its transient, or has not seen its servers fail. */
    RUN_TOO_SHORT,
    /** Most of the mean of a law lies in times too rare to be drawn. */
    LAW_TOO_SKEWED,
    /** The clock does not resolve download times beside the time that a replication takes. */
    CLOCK_TOO_COARSE,
    /** The tail is heavy, and what is known of it leaves open whether the mean is finite. */
    MAYBE_INFINITE,
    /** The mean is proved to be infinite. */
    INFINITE
}
