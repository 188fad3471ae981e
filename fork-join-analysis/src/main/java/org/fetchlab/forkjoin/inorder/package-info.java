/** The exact in-order fork-join chain with certified bounds of its mean, percentiles and capacity. */
@NullMarked
package org.fetchlab.forkjoin.inorder;

import org.jspecify.annotations.NullMarked;
