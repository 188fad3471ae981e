package org.fetchlab.forkjoin;

import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.model.result.Outcome;

/**
 * An M/G/1 approximation of fork-join with fixed arrivals: service times drawn from the service types with estimated
 * fractions.
 *
 * @param name the estimate of the fractions
 * @param mean the mean download time; void when the queue is unstable, "not applicable" outside the range of the estimate
 * @param typeFractions f_0, …, f_t, or why there is no estimate
 */
public record Approximation(String name, Outcome<Double> mean, Outcome<TypeFractions> typeFractions) {}
