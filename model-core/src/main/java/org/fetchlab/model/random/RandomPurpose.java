package org.fetchlab.model.random;

/**
 * What a random stream is for. Every purpose has its own stream, so that changing one use of chance leaves the others
 * alone. The name picks the stream: renaming a purpose changes every simulated number.
 */
public enum RandomPurpose {
    /** Interarrival times. */
    ARRIVALS,
    /** Which object, or which file, a request asks for. */
    OBJECTS,
    /** Service times of copies. */
    SERVICE,
    /** Which servers are sampled, and how ties are broken. */
    ROUTING,
    /** Events of an exponential network that is simulated by uniformisation. */
    EVENTS,
    /** Failures, repairs and slow periods of servers. */
    FAILURES,
    /** Delays of hedged requests and of cancellations. */
    DELAYS,
    /** Gaussian noise of diffusion paths. */
    NOISE,
    /** Random subsets of servers when a recovery profile is estimated. */
    SUBSETS
}
