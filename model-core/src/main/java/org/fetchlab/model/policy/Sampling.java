package org.fetchlab.model.policy;

/** How a dispatcher samples the servers it looks at. The choice changes mean queues of small systems by several per cent. */
public enum Sampling {
    /** All sampled servers are distinct. The default. */
    DISTINCT,
    /** Each server is drawn from all n independently, so that one server can be drawn twice. */
    WITH_REPLACEMENT
}
