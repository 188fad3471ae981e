/** One request in service at a time: Pollaczek-Khinchine, split-merge, fast split-merge, service types and their fractions. */
@NullMarked
package org.fetchlab.forkjoin.mg1;

import org.jspecify.annotations.NullMarked;
