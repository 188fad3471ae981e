package org.fetchlab.model.policy;

/** What happens to the copies of a request that are no longer needed. */
public enum Cancellation {
    /** They are removed, in service or not, at the instant the request completes. The default. */
    ON_COMPLETE,
    /** They leave the queues as soon as enough copies of the request have started service. */
    ON_START,
    /** They stay and are served in full (non-purging). */
    NONE
}
