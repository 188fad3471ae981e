/** Service-time laws: survival, quantile, moments, samplers, and their text form. */
@NullMarked
package org.fetchlab.model.service;

import org.jspecify.annotations.NullMarked;
