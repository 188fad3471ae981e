/** Tests of the package. */
@NullMarked
package org.fetchlab.model.service;

import org.jspecify.annotations.NullMarked;
