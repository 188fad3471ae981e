/** What is asked for: how requests arrive and which objects they want. */
@NullMarked
package org.fetchlab.model.demand;

import org.jspecify.annotations.NullMarked;
