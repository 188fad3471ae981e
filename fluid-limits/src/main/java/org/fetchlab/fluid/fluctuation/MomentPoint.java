package org.fetchlab.fluid.fluctuation;

import org.fetchlab.model.result.Outcome;

/**
 * The moments of a population at one time.
 *
 * @param time t, at least 0
 * @param moments the fluid limit, its covariance and its 1/n term at that time; none if the path has touched a surface where
 *     the drift switches without crossing it
 */
public record MomentPoint(double time, Outcome<Moments> moments) {}
