package org.fetchlab.fluid.fluctuation;

import java.util.function.IntToDoubleFunction;

/**
 * A weighted sum of the coordinates of a state, {@code c(x) = Σ_i c_i x_i}.
 *
 * @param name how reports call it, for example {@code "mean-queue"}
 * @param weight c_i for the coordinate with index i = 0, 1, …; in tail coordinates index i belongs to s_{i+1}
 */
public record LinearFunctional(String name, IntToDoubleFunction weight) {
    private static final double SMALLEST_WEIGHT = 1e-100;
    private static final double LARGEST_WEIGHT = 1e100;

    /**
     * The mean queue length per server in tail coordinates, s_1 + s_2 + ….
     *
     * @return the functional "mean-queue"
     */
    public static LinearFunctional meanQueue() {
        return new LinearFunctional("mean-queue", i -> 1);
    }

    /**
     * The fraction of servers with at least j jobs, in tail coordinates.
     *
     * @param level j, at least 1
     * @return the functional "tail(j)"
     * @throws IllegalArgumentException if j is below 1
     */
    public static LinearFunctional tail(int level) {
        if (level < 1) {
            throw new IllegalArgumentException("tail(" + level + "): the level must be at least 1");
        }
        return new LinearFunctional("tail(" + level + ")", i -> i == level - 1 ? 1 : 0);
    }

    /**
     * A sum with given weights.
     *
     * @param name how reports call it
     * @param weights c_0, c_1, …; further coordinates do not count
     * @return the functional
     * @throws IllegalArgumentException if a weight is neither 0 nor of a size between {@value #SMALLEST_WEIGHT} and
     *     {@value #LARGEST_WEIGHT}, so that its square is a number
     */
    public static LinearFunctional weighted(String name, double... weights) {
        double[] own = weights.clone();
        for (double value : own) {
            double size = Math.abs(value);
            if (!(size == 0 || (size >= SMALLEST_WEIGHT && size <= LARGEST_WEIGHT))) {
                throw new IllegalArgumentException("weight " + value + " of functional " + name
                        + " must be 0, or between " + SMALLEST_WEIGHT + " and " + LARGEST_WEIGHT + " in size");
            }
        }
        return new LinearFunctional(name, i -> i < own.length ? own[i] : 0);
    }

    /**
     * The value at a vector.
     *
     * @param vector x
     * @return Σ c_i x_i
     */
    public double of(double[] vector) {
        double sum = 0;
        for (int i = vector.length - 1; i >= 0; i--) {
            sum += weight.applyAsDouble(i) * vector[i];
        }
        return sum;
    }

    /**
     * The quadratic form of a covariance.
     *
     * @param covariance Σ
     * @return Σ_ij c_i Σ_ij c_j
     */
    public double variance(double[][] covariance) {
        double sum = 0;
        for (int i = covariance.length - 1; i >= 0; i--) {
            double outer = weight.applyAsDouble(i);
            sum += outer == 0 ? 0 : outer * of(covariance[i]);
        }
        return sum;
    }
}
