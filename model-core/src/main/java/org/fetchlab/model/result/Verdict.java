package org.fetchlab.model.result;

/** Whether a system with a given load has a stationary regime: asked before any mean is reported. */
public enum Verdict {
    /** The arrival rate is below capacity: stationary means exist. */
    STABLE,
    /** The arrival rate is at or above capacity: queues grow without limit and no mean exists. */
    UNSTABLE,
    /** The arrival rate lies between the known lower and upper limits of the capacity. */
    UNDETERMINED
}
