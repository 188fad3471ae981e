package org.fetchlab.cli.command;

import java.util.Map;
import org.fetchlab.cli.study.StationarySystem;

/**
 * A system at stationarity as its options describe it.
 *
 * @param system the system
 * @param conventions the choices that change its results, by name
 */
record DescribedSystem(StationarySystem system, Map<String, Object> conventions) {}
