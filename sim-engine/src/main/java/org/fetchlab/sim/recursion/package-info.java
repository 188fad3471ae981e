/** Fork-join systems by the arrival-order recursion: first come first served, copies and cancellation, no event list. */
@NullMarked
package org.fetchlab.sim.recursion;

import org.jspecify.annotations.NullMarked;
