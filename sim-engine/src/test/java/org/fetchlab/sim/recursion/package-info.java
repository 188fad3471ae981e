/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.recursion;

import org.jspecify.annotations.NullMarked;
