/** Experiments: replications run in parallel, a stopping rule, and a stability verdict before any mean. */
@NullMarked
package org.fetchlab.sim.experiment;

import org.jspecify.annotations.NullMarked;
