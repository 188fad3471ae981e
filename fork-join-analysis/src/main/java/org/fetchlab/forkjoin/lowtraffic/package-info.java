/** One request in the system: order statistics of the service times through the recovery profile. */
@NullMarked
package org.fetchlab.forkjoin.lowtraffic;

import org.jspecify.annotations.NullMarked;
