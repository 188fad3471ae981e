/** Reading the text forms of codes, service times and quantities, with errors that point at the character. */
@NullMarked
package org.fetchlab.model.text;

import org.jspecify.annotations.NullMarked;
