package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;

/**
 * Paths of the diffusion approximation at one time, each giving a state {@code s + X/√n} of n servers. For functionals that
 * are not linear; for linear ones {@link Moments} is exact. Immutable.
 */
public final class DiffusionEnsemble {
    private final double[] mean;
    private final double[][] deviations;

    DiffusionEnsemble(double[] mean, double[][] deviations) {
        this.mean = mean;
        this.deviations = deviations;
    }

    /**
     * Ends of paths drawn at once from their Gaussian law, for processes whose paths are not followed step by step.
     *
     * @param moments the moments at the time of the ends
     * @param paths how many, at least 1
     * @param streams where path i draws from stream (i, noise)
     * @return the ends of the paths
     * @throws IllegalArgumentException if there is no path
     */
    public static DiffusionEnsemble drawn(Moments moments, int paths, RandomStreams streams) {
        double[][] deviations = new double[checkedPaths(paths)][moments.mean().length];
        NoiseFactor root = new NoiseFactor.Root(NoiseFactor.symmetricRoot(moments.covariance()));
        for (int i = 0; i < paths; i++) {
            ZigguratSampler.NormalizedGaussian normal =
                    ZigguratSampler.NormalizedGaussian.of(streams.stream(i, RandomPurpose.NOISE));
            double[] z = new double[root.variables()];
            Arrays.setAll(z, j -> normal.sample());
            root.addTo(deviations[i], 1, z);
        }
        return new DiffusionEnsemble(moments.mean(), deviations);
    }

    static int checkedPaths(int paths) {
        if (paths < 1) {
            throw new IllegalArgumentException("paths " + paths + " must be at least 1");
        }
        return paths;
    }

    /**
     * The number of paths.
     *
     * @return at least 1
     */
    public int paths() {
        return deviations.length;
    }

    /**
     * The state of n servers on one path.
     *
     * @param path the index of the path, in [0, paths)
     * @param servers n, at least 1
     * @return {@code s + X/√n}, a new array; a Gaussian approximation that can leave the state space when n is small
     * @throws IllegalArgumentException if n is below 1
     */
    public double[] state(int path, int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("servers " + servers + " must be at least 1");
        }
        double[] state = mean.clone();
        double scale = 1 / Math.sqrt(servers);
        for (int i = 0; i < state.length; i++) {
            state[i] += scale * deviations[path][i];
        }
        return state;
    }

    /**
     * The mean of a functional of n servers over the paths, with the uncertainty of that mean.
     *
     * @param functional any function of a state
     * @param servers n, at least 1
     * @return the sample mean and its 95 % interval by the central limit theorem
     * @throws IllegalArgumentException if n is below 1
     * @throws IllegalStateException if there are fewer than two paths
     */
    public Estimate mean(ToDoubleFunction<double[]> functional, int servers) {
        if (paths() < 2) {
            throw new IllegalStateException("an interval needs at least two paths");
        }
        double[] values = values(functional, servers);
        double average = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values)
                .map(value -> (value - average) * (value - average))
                .sum();
        double normal = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - Estimate.DEFAULT_CONFIDENCE) / 2);
        double error = Math.sqrt(squares / (values.length - 1.0) / values.length);
        return new Estimate(average, normal * error, Estimate.DEFAULT_CONFIDENCE);
    }

    /**
     * A quantile of a functional of n servers over the paths.
     *
     * @param functional any function of a state
     * @param servers n, at least 1
     * @param probability in [0, 1]
     * @return the least value that at least this share of the paths does not exceed
     * @throws IllegalArgumentException if n is below 1 or the probability is out of range
     */
    public double quantile(ToDoubleFunction<double[]> functional, int servers, double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " must lie in [0, 1]");
        }
        double[] values = values(functional, servers);
        Arrays.sort(values);
        return values[(int) Math.max(0, Math.ceil(probability * values.length) - 1)];
    }

    private double[] values(ToDoubleFunction<double[]> functional, int servers) {
        double[] values = new double[paths()];
        for (int path = 0; path < values.length; path++) {
            values[path] = functional.applyAsDouble(state(path, servers));
        }
        return values;
    }

    /**
     * The functional that gives the least queue length which a share of the servers does not exceed, for tail coordinates:
     * the smallest j with {@code s_{j+1} <= 1 − share}.
     *
     * @param share in (0, 1)
     * @return the functional
     * @throws IllegalArgumentException if the share is out of range
     */
    public static ToDoubleFunction<double[]> levelHolding(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("share " + share + " must lie in (0, 1)");
        }
        return state -> {
            int level = 0;
            while (level < state.length && state[level] > 1 - share) {
                level++;
            }
            return level;
        };
    }
}
