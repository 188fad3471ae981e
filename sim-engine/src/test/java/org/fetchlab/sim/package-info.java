/** Tests of the module as a whole. */
@NullMarked
package org.fetchlab.sim;

import org.jspecify.annotations.NullMarked;
