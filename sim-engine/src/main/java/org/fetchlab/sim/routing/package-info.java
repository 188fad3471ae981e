/** Routing to n servers with download times: which servers a file asks, and the arrival-order recursion that runs it. */
@NullMarked
package org.fetchlab.sim.routing;

import org.jspecify.annotations.NullMarked;
