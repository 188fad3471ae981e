/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.event;

import org.jspecify.annotations.NullMarked;
