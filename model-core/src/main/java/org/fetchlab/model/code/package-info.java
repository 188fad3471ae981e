/** Storage codes: what each server stores, and which sets of servers recover which object. */
@NullMarked
package org.fetchlab.model.code;

import org.jspecify.annotations.NullMarked;
