package org.fetchlab.cli.study;

import java.util.List;
import java.util.OptionalInt;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.LinearFunctional;

/**
 * What is asked about a large system.
 *
 * @param analysis the system
 * @param times when the trajectory is read; empty for no trajectory
 * @param isStationary whether the stationary regime is asked about
 * @param servers n, for bands and 1/n terms; empty for the limit alone
 * @param functionals what gets a band; the mean queue is always among the results
 */
public record FluidQuestion(
        FluidAnalysis analysis,
        List<Double> times,
        boolean isStationary,
        OptionalInt servers,
        List<LinearFunctional> functionals) {
    /**
     * Copies the lists.
     *
     * @param analysis the system
     * @param times when the trajectory is read
     * @param isStationary whether the stationary regime is asked about
     * @param servers n
     * @param functionals what gets a band
     */
    public FluidQuestion {
        times = List.copyOf(times);
        functionals = List.copyOf(functionals);
    }
}
