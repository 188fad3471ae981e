package org.fetchlab.sim.experiment;

import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * Whether a system is stable at its arrival rate, and how that is known.
 *
 * @param verdict stable, unstable or undetermined
 * @param capacity the bracket of the capacity with its method, or why there is none; an estimated bracket covers the
 *     capacity with probability 0.999
 */
public record StabilityReport(Verdict verdict, Outcome<Capacity> capacity) {}
