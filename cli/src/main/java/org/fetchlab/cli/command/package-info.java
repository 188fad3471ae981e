/** One class per subcommand: reads its options, runs the engines, hands the result to a report. */
@NullMarked
package org.fetchlab.cli.command;

import org.jspecify.annotations.NullMarked;
