/** Queue lengths of n exponential servers: exact Markov chains, their trajectories and their stationary averages. */
@NullMarked
package org.fetchlab.sim.occupancy;

import org.jspecify.annotations.NullMarked;
