package org.fetchlab.cli.study;

import java.util.List;
import java.util.OptionalInt;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.model.random.RandomStreams;

/**
 * What is asked about a large system.
 *
 * @param analysis the system
 * @param times when the trajectory is read; empty for no trajectory
 * @param isStationary whether the stationary regime is asked about
 * @param servers n, for bands and 1/n terms; empty for the limit alone
 * @param functionals what gets a band
 * @param paths how many diffusion paths are drawn to the last time; 0 for none
 * @param streams the random numbers of the paths
 */
public record FluidQuestion(
        FluidAnalysis analysis,
        List<Double> times,
        boolean isStationary,
        OptionalInt servers,
        List<Functional> functionals,
        int paths,
        RandomStreams streams) {
    /**
     * Copies the lists.
     *
     * @param analysis the system
     * @param times when the trajectory is read
     * @param isStationary whether the stationary regime is asked about
     * @param servers n
     * @param functionals what gets a band
     * @param paths how many diffusion paths are drawn
     * @param streams the random numbers of the paths
     */
    public FluidQuestion {
        times = List.copyOf(times);
        functionals = List.copyOf(functionals);
    }
}
