/** Quantiles by bisection and moments by quadrature, from a survival function alone. */
@NullMarked
package org.fetchlab.forkjoin.numeric;

import org.jspecify.annotations.NullMarked;
