/** Tests of the text forms. */
@NullMarked
package org.fetchlab.model.text;

import org.jspecify.annotations.NullMarked;
