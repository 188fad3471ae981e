/** From queue lengths to download-time distributions in the limit of many servers. */
@NullMarked
package org.fetchlab.fluid.download;

import org.jspecify.annotations.NullMarked;
