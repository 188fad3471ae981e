/** Which family a recovery belongs to, whatever its name: recovering sets, canonical forms, disjoint groups. */
@NullMarked
package org.fetchlab.forkjoin.structure;

import org.jspecify.annotations.NullMarked;
