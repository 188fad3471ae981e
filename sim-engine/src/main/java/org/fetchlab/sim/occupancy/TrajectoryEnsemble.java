package org.fetchlab.sim.occupancy;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.sim.observe.StudentInterval;
import org.fetchlab.sim.observe.Tally;
import org.fetchlab.sim.observe.VarianceInterval;

/**
 * Independent trajectories of the tails s_j of the queue lengths on a time grid, with means, confidence intervals and
 * covariances over the replications.
 */
public final class TrajectoryEnsemble {
    private final int servers;
    private final double[] times;
    private final int[][][] counts;

    /**
     * An ensemble that owns its arrays.
     *
     * @param counts {@code counts[r][i][j]}: the number of servers with at least j jobs at time i in replication r
     */
    TrajectoryEnsemble(int servers, double[] times, int[][][] counts) {
        this.servers = servers;
        this.times = times;
        this.counts = counts;
    }

    /**
     * The grid.
     *
     * @return a copy of the times
     */
    public double[] times() {
        return times.clone();
    }

    /**
     * The number of trajectories.
     *
     * @return at least 2
     */
    public int replications() {
        return counts.length;
    }

    /**
     * One state of one trajectory.
     *
     * @param replication its index, in [0, {@link #replications()})
     * @param time the index of the grid time
     * @return the tails of that trajectory then
     */
    public QueueTails tails(int replication, int time) {
        int[] state = counts[replication][time];
        return QueueTails.of(
                Arrays.stream(state).mapToDouble(c -> (double) c / servers).toArray());
    }

    /**
     * The mean tails over the replications.
     *
     * @param time the index of the grid time
     * @return the mean of s_0, s_1, … then
     */
    public QueueTails meanTails(int time) {
        int levels =
                Arrays.stream(counts).mapToInt(path -> path[time].length).max().orElseThrow();
        double[] mean = new double[levels];
        for (int j = 0; j < levels; j++) {
            mean[j] = tally(time, indicator(j)).mean();
        }
        return QueueTails.of(mean);
    }

    /**
     * One tail.
     *
     * @param time the index of the grid time
     * @param level j, at least 0
     * @return the mean of s_j then, with its 95 % interval
     */
    public Estimate tail(int time, int level) {
        return estimate(time, indicator(level));
    }

    /**
     * The mean queue length per server.
     *
     * @param time the index of the grid time
     * @return the mean of s_1 + s_2 + … then, with its 95 % interval
     */
    public Estimate meanQueue(int time) {
        return estimate(time, TrajectoryEnsemble::queueWeight);
    }

    /**
     * n times the variance of the mean queue length per server: the variance of the number of jobs, over n.
     *
     * @param time the index of the grid time
     * @return the sample variance over the replications, times n
     */
    public double scaledVarianceOfMeanQueue(int time) {
        return servers * tally(time, TrajectoryEnsemble::queueWeight).variance();
    }

    /**
     * {@link #scaledVarianceOfMeanQueue} with its interval.
     *
     * @param time the index of the grid time
     * @return the estimate; its 95 % interval takes the mean queue of many servers for normal
     */
    public Estimate scaledVariance(int time) {
        Estimate variance =
                VarianceInterval.of(tally(time, TrajectoryEnsemble::queueWeight), Estimate.DEFAULT_CONFIDENCE);
        return new Estimate(servers * variance.value(), servers * variance.halfWidth(), variance.confidence());
    }

    /**
     * n times the covariance of two tails: the covariance of their fluctuations on the scale √n.
     *
     * @param time the index of the grid time
     * @param level i, at least 0
     * @param other j, at least 0
     * @return the sample covariance of s_i and s_j over the replications, times n
     */
    public double scaledCovariance(int time, int level, int other) {
        // Polarisation: 4 Cov(x, y) = Var(x + y) - Var(x - y).
        double sum = tally(
                        time,
                        j -> indicator(level).applyAsDouble(j)
                                + indicator(other).applyAsDouble(j))
                .variance();
        double difference = tally(
                        time,
                        j -> indicator(level).applyAsDouble(j)
                                - indicator(other).applyAsDouble(j))
                .variance();
        return servers * (sum - difference) / 4;
    }

    private Estimate estimate(int time, IntToDoubleFunction weights) {
        Tally tally = tally(time, weights);
        double confidence = Estimate.DEFAULT_CONFIDENCE;
        return new Estimate(tally.mean(), StudentInterval.halfWidth(tally, confidence), confidence);
    }

    /** The values of Σ_j w_j s_j over the replications. */
    private Tally tally(int time, IntToDoubleFunction weights) {
        Tally tally = new Tally();
        for (int[][] path : counts) {
            double value = 0;
            for (int j = 0; j < path[time].length; j++) {
                value += weights.applyAsDouble(j) * path[time][j];
            }
            tally.add(value / servers);
        }
        return tally;
    }

    private static IntToDoubleFunction indicator(int level) {
        return j -> j == level ? 1 : 0;
    }

    private static double queueWeight(int level) {
        return level == 0 ? 0 : 1;
    }
}
