package org.fetchlab.fluid.fluctuation;

/**
 * The moments of a population at one time.
 *
 * @param time t, at least 0
 * @param moments the fluid limit, its covariance and its 1/n term at that time
 */
public record MomentPoint(double time, Moments moments) {}
