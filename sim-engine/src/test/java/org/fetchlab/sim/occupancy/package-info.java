/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.occupancy;

import org.jspecify.annotations.NullMarked;
