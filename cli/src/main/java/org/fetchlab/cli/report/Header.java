package org.fetchlab.cli.report;

import java.util.Map;

/**
 * What every result starts with, enough to get the same result again.
 *
 * @param command the subcommand
 * @param version the version of Fetchlab
 * @param seed the seed of all random numbers
 * @param conventions the resolved settings and the choices that change results, in reading order
 */
public record Header(String command, String version, long seed, Map<String, Object> conventions) {}
