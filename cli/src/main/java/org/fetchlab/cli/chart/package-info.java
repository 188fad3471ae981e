/** Line charts with error bars and bands, drawn once and written as SVG or PNG. */
@NullMarked
package org.fetchlab.cli.chart;

import org.jspecify.annotations.NullMarked;
