/** The event-driven engine: hedged requests, cancellation that takes time, interrupted servers, processor sharing. */
@NullMarked
package org.fetchlab.sim.event;

import org.jspecify.annotations.NullMarked;
