/** Tests of the package. */
@NullMarked
package org.fetchlab.model.demand;

import org.jspecify.annotations.NullMarked;
