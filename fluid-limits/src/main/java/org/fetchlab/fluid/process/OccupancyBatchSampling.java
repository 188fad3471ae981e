package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.model.policy.Sampling;

/**
 * Batch sampling in the coordinates of Budhiraja and Friedlander (Adv. Appl. Prob. 2019): {@code r_j}, the fraction of
 * servers with exactly j pieces, j = 0, …, B.
 *
 * <pre>  F_j(r) = k [r_{j+1} − r_j 1{j >= 1}] + λ L! [ζ(j−1, r) − ζ(j, r)]</pre>
 *
 * with ζ of {@link JoinRate}. Servers with B pieces refuse further ones. It is the image of {@link BatchSampling} under
 * {@code r_j = s_j − s_{j+1}}, written independently: noise and the 1/n term are sums over the {@code C(B+L, L)} sorted lists of
 * sampled lengths. <em>Use when</em> the paper's own coordinates are wanted; the tail form is faster by orders of magnitude.
 */
public final class OccupancyBatchSampling implements PopulationProcess {
    private final int joined;
    private final double arrivalRate;
    private final Sampling sampling;
    private final int levels;
    private final JoinRate joins;
    private final SampledLengths events;

    private OccupancyBatchSampling(BatchChoice choice, double arrivalRate, Sampling sampling, int levels) {
        this.joined = choice.joined();
        this.arrivalRate = arrivalRate;
        this.sampling = sampling;
        this.levels = levels;
        this.joins = new JoinRate(choice.sampled(), choice.joined());
        this.events = new SampledLengths(choice, arrivalRate, levels);
    }

    /**
     * Batch sampling in occupancy coordinates.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time; positive and finite
     * @param sampling whether the L servers are distinct; it matters for the 1/n correction alone
     * @param levels B, the highest queue length, at least 1
     * @return the process, of dimension B+1
     * @throws IllegalArgumentException if an argument is out of range, or there are more than 200,000 lists of lengths
     */
    public static OccupancyBatchSampling of(BatchChoice choice, double arrivalRate, Sampling sampling, int levels) {
        return new OccupancyBatchSampling(
                choice, BatchSampling.checkedArrivalRate(arrivalRate), sampling, LevelTruncation.checkedLevels(levels));
    }

    @Override
    public int dimension() {
        return levels + 1;
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return PopulationProcess.super
                .violation(state, error)
                .or(() -> StateSpace.distribution(dimension()).violation(state, error));
    }

    @Override
    public void drift(double[] state, double[] drift) {
        double below = 0;
        double total = Arrays.stream(state).sum();
        double entering = 0;
        for (int j = 0; j <= levels; j++) {
            double above = total - below - state[j];
            double leaving = j < levels ? arrivalRate * joins.at(below, state[j], above, 0, 0, 0) : 0;
            double served = (j < levels ? state[j + 1] : 0) - (j >= 1 ? state[j] : 0);
            drift[j] = joined * served + entering - leaving;
            entering = leaving;
            below += state[j];
        }
    }

    @Override
    public int lowerBandwidth() {
        return levels;
    }

    @Override
    public int upperBandwidth() {
        return levels;
    }

    @Override
    public void jacobian(double[] state, BandMatrix jacobian) {
        jacobian.clear();
        double below = 0;
        double total = Arrays.stream(state).sum();
        for (int j = 0; j <= levels; j++) {
            if (j >= 1) {
                jacobian.add(j, j, -joined);
                jacobian.add(j - 1, j, joined);
            }
            double above = total - below - state[j];
            for (int m = 0; j < levels && m <= levels; m++) {
                int[] order = new int[3];
                order[side(m, j)]++;
                double slope = arrivalRate * joins.at(below, state[j], above, order[0], order[1], order[2]);
                jacobian.add(j, m, -slope);
                jacobian.add(j + 1, m, slope);
            }
            below += state[j];
        }
    }

    @Override
    public EventTypes events() {
        return events;
    }

    @Override
    public void curvature(double[] state, double[][] covariance, double[] contraction) {
        double below = 0;
        double total = Arrays.stream(state).sum();
        double entering = 0;
        for (int j = 0; j <= levels; j++) {
            double above = total - below - state[j];
            double leaving = j < levels ? arrivalRate / 2 * secondOrder(j, below, state[j], above, covariance) : 0;
            contraction[j] = entering - leaving;
            entering = leaving;
            below += state[j];
        }
    }

    /** The second derivative of the join rate of level j, contracted with a covariance. */
    private double secondOrder(int j, double below, double here, double above, double[][] covariance) {
        double[][] blocks = new double[3][3];
        for (int p = 0; p <= levels; p++) {
            for (int q = 0; q <= levels; q++) {
                blocks[side(p, j)][side(q, j)] += covariance[p][q];
            }
        }
        double sum = 0;
        for (int p = 0; p < 3; p++) {
            for (int q = 0; q < 3; q++) {
                int[] order = new int[3];
                order[p]++;
                order[q]++;
                sum += blocks[p][q] * joins.at(below, here, above, order[0], order[1], order[2]);
            }
        }
        return sum;
    }

    /** Which of the fractions shorter (0), equal (1) and longer (2) of level j the coordinate p belongs to. */
    private static int side(int p, int j) {
        if (p == j) {
            return 1;
        }
        return p < j ? 0 : 2;
    }

    @Override
    public void finiteSizeCorrection(double[] state, double[] correction) {
        Arrays.fill(correction, 0);
        if (sampling == Sampling.DISTINCT) {
            events.addFiniteSizeCorrection(state, correction);
        }
    }
}
