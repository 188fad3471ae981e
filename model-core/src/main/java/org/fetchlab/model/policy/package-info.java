/** Routing, redundancy and cancellation as descriptions: values that say what a system does and never run it. */
@NullMarked
package org.fetchlab.model.policy;

import org.jspecify.annotations.NullMarked;
