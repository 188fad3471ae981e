/** Solutions of mean-field equations: trajectories, switching drifts, fixed points and their stability. */
@NullMarked
package org.fetchlab.fluid.trajectory;

import org.jspecify.annotations.NullMarked;
