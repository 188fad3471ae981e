package org.fetchlab.fluid.trajectory;

/**
 * An instant at which a solution passed from one regime of a switching drift to another.
 *
 * @param time the instant
 * @param from the regime before
 * @param to the regime after
 */
public record RegimeSwitch(double time, int from, int to) {}
