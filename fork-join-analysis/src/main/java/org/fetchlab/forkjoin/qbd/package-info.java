/** Matrix-analytic machinery: quasi-birth-death processes, logarithmic reduction, uniformisation. */
@NullMarked
package org.fetchlab.forkjoin.qbd;

import org.jspecify.annotations.NullMarked;
