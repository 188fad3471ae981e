/** Mean fields and density-dependent population processes: drift, Jacobian, noise and curvature of n-server policies. */
@NullMarked
package org.fetchlab.fluid.process;

import org.jspecify.annotations.NullMarked;
