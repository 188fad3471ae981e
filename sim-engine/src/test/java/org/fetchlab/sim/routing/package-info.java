/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.routing;

import org.jspecify.annotations.NullMarked;
