/** Tests of the package. */
@NullMarked
package org.fetchlab.model.random;

import org.jspecify.annotations.NullMarked;
