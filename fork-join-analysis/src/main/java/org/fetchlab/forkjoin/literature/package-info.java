/** Published bounds, approximations and exact formulas, each with its validity range and its source. */
@NullMarked
package org.fetchlab.forkjoin.literature;

import org.jspecify.annotations.NullMarked;
