/** Tests of the package. */
@NullMarked
package org.fetchlab.model.policy;

import org.jspecify.annotations.NullMarked;
