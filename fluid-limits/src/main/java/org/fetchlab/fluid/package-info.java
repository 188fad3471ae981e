/** The front door of the fluid limits: one policy, one load, every answer. */
@NullMarked
package org.fetchlab.fluid;

import org.jspecify.annotations.NullMarked;
