/** Options, scenario files and data files, turned into model values; every complaint says what to write instead. */
@NullMarked
package org.fetchlab.cli.input;

import org.jspecify.annotations.NullMarked;
