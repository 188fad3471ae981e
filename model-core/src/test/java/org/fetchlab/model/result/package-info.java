/** Tests of the package. */
@NullMarked
package org.fetchlab.model.result;

import org.jspecify.annotations.NullMarked;
