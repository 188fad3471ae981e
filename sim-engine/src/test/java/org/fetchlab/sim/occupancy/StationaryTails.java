package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.Workers;
import org.fetchlab.sim.observe.StudentInterval;

/** Stationary variances and covariances of the tails s_1, s_2, from independent long paths that start empty. */
final class StationaryTails {
    private static final int LEVELS = 2;

    private final int servers;
    private final Path[] paths;

    /** Sums over the looks at one path. */
    private static final class Path {
        private final double[] sums = new double[LEVELS + 1];
        private final double[][] products = new double[LEVELS + 1][LEVELS + 1];
        private long looks;

        private void look(OccupancyChain chain, int servers) {
            double[] tails = new double[LEVELS + 1];
            Arrays.setAll(tails, level -> (double) chain.serversWithAtLeast(level) / servers);
            for (int i = 1; i <= LEVELS; i++) {
                sums[i] += tails[i];
                for (int j = 1; j <= i; j++) {
                    products[i][j] += tails[i] * tails[j];
                }
            }
            looks++;
        }

        private double mean(int level) {
            return sums[level] / looks;
        }
    }

    private StationaryTails(int servers, Path[] paths) {
        this.servers = servers;
        this.paths = paths;
    }

    /**
     * Simulates.
     *
     * @param model the system
     * @param time how long each path is observed, after a tenth of it has passed unseen
     * @return its moments
     */
    static StationaryTails of(OccupancyModel model, double time) {
        Path[] paths = new Path[ExperimentPlan.REPLICATIONS];
        try (Workers workers = new Workers(Execution.threads(1))) {
            workers.forEach(paths.length, replication -> paths[replication] = path(model, time, replication));
        }
        return new StationaryTails(model.servers(), paths);
    }

    private static Path path(OccupancyModel model, double time, int replication) {
        OccupancyChain chain = model.start(
                OccupancyHistogram.empty(model.servers()),
                new RandomStreams(1).stream(replication, RandomPurpose.EVENTS));
        long stride = ObservedChain.stride(model.servers());
        long looks = (long) (time * chain.stepRate() / stride);
        chain.run(looks / 10 * stride);
        Path path = new Path();
        for (long look = 0; look < looks; look++) {
            chain.run(stride);
            path.look(chain, model.servers());
        }
        return path;
    }

    /** n times the covariance of s_i and s_j, i at least j, with its interval over the paths. */
    Estimate scaledCovariance(int i, int j) {
        double first =
                Arrays.stream(paths).mapToDouble(path -> path.mean(i)).average().orElseThrow();
        double second =
                Arrays.stream(paths).mapToDouble(path -> path.mean(j)).average().orElseThrow();
        double[] covariances = Arrays.stream(paths)
                .mapToDouble(path -> path.products[i][j] / path.looks
                        - first * path.mean(j)
                        - second * path.mean(i)
                        + first * second)
                .map(covariance -> servers * covariance)
                .toArray();
        return StudentInterval.ofMean(covariances, Estimate.DEFAULT_CONFIDENCE);
    }
}
