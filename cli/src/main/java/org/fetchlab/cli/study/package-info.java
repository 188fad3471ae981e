/** Asks the engines what a command wants to know, and keeps their answers side by side. */
@NullMarked
package org.fetchlab.cli.study;

import org.jspecify.annotations.NullMarked;
