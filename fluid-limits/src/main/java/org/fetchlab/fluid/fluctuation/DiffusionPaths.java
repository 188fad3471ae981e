package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Paths of the diffusion approximation on a grid of times, for functionals of a whole path: its maximum, the time it spends above a
 * level. Path i is one and the same at all times. Immutable.
 */
public final class DiffusionPaths {
    private final double[] times;
    private final List<DiffusionEnsemble> ensembles;

    DiffusionPaths(double[] times, List<DiffusionEnsemble> ensembles) {
        this.times = times.clone();
        this.ensembles = List.copyOf(ensembles);
    }

    /**
     * The grid.
     *
     * @return the times, increasing, a copy
     */
    public double[] times() {
        return times.clone();
    }

    /**
     * The number of paths.
     *
     * @return at least 1
     */
    public int paths() {
        return ensembles.get(0).paths();
    }

    /**
     * All paths at one time.
     *
     * @param index the index of the time
     * @return the states
     */
    public DiffusionEnsemble at(int index) {
        return ensembles.get(index);
    }

    /**
     * A quantity along one path. What lies between the times is not seen: a maximum over the grid is a lower bound of that of
     * the path.
     *
     * @param functional any function of a state
     * @param path the index of the path, in [0, paths)
     * @param servers n, at least 1
     * @return its value at each time
     * @throws IllegalArgumentException if n is below 1
     */
    public double[] along(ToDoubleFunction<double[]> functional, int path, int servers) {
        return ensembles.stream()
                .mapToDouble(ensemble -> functional.applyAsDouble(ensemble.state(path, servers)))
                .toArray();
    }

    /**
     * A function of a whole path, for all paths, such as {@code values -> Arrays.stream(values).max().orElseThrow()}.
     *
     * @param functional any function of a state
     * @param summary a function of its values at the times
     * @param servers n, at least 1
     * @return one number for each path, in ascending order: element {@code ⌈p·paths⌉ − 1} is the quantile of probability p
     * @throws IllegalArgumentException if n is below 1
     */
    public double[] sorted(ToDoubleFunction<double[]> functional, ToDoubleFunction<double[]> summary, int servers) {
        double[] values = new double[paths()];
        for (int path = 0; path < values.length; path++) {
            values[path] = summary.applyAsDouble(along(functional, path, servers));
        }
        Arrays.sort(values);
        return values;
    }
}
