/** Tools that tests of every module share: reference tables, tolerances, statistical assertions, allocation counts. */
@NullMarked
package org.fetchlab.model.testing;

import org.jspecify.annotations.NullMarked;
