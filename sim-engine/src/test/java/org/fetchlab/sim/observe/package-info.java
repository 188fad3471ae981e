/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.observe;

import org.jspecify.annotations.NullMarked;
