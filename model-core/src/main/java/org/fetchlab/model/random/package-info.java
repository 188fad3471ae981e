/** Named random streams: (seed, replication, purpose) determines a generator, whatever the number of threads. */
@NullMarked
package org.fetchlab.model.random;

import org.jspecify.annotations.NullMarked;
