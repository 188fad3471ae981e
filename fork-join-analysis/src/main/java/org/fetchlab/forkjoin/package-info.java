/** Download times of fork-join systems without simulation: the front doors to exact values, bounds and approximations. */
@NullMarked
package org.fetchlab.forkjoin;

import org.jspecify.annotations.NullMarked;
