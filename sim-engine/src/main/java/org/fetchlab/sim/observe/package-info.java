/** What a simulation remembers of its sample path: tallies, batch means, warm-up, latency histograms, intervals. */
@NullMarked
package org.fetchlab.sim.observe;

import org.jspecify.annotations.NullMarked;
