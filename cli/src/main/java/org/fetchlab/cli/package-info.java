/** The entry point of the command line. */
@NullMarked
package org.fetchlab.cli;

import org.jspecify.annotations.NullMarked;
