/** What every engine returns: numbers with their error, their method and their validity. */
@NullMarked
package org.fetchlab.model.result;

import org.jspecify.annotations.NullMarked;
