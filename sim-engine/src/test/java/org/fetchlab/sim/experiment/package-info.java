/** Tests of this package. */
@NullMarked
package org.fetchlab.sim.experiment;

import org.jspecify.annotations.NullMarked;
