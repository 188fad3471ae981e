/** Results as text tables, JSON, CSV and charts. A renderer computes nothing. */
@NullMarked
package org.fetchlab.cli.report;

import org.jspecify.annotations.NullMarked;
