/** What n servers do around their fluid limit: covariances, confidence bands, diffusion paths and 1/n refinements. */
@NullMarked
package org.fetchlab.fluid.fluctuation;

import org.jspecify.annotations.NullMarked;
