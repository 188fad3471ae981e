package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.Optional;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.QueueTails;

/**
 * Batch sampling BS(L, k) in tail coordinates {@code x = (s_1, …, s_B)}: files arrive at rate nλ, look at L random
 * servers and leave one piece at each of the k shortest queues; every server serves pieces at rate k.
 *
 * <pre>  ds_j/dt = λ [A(s_{j−1}) − A(s_j)] − k [s_j − s_{j+1}],   s_0 = 1, s_{B+1} = 0</pre>
 *
 * with A of {@link BatchChoice}. BS(d, 1) is power-of-d, BS(1, 1) random routing. The Jacobian is tridiagonal.
 *
 * <p>Source: Budhiraja and Friedlander, Adv. Appl. Prob. 2019, whose own form of the drift, in occupancy
 * coordinates, is the linear image of this one; covariances from the pair moments of {@link BatchChoice}; the 1/n term of distinct
 * servers from hypergeometric factorial moments.
 */
public final class BatchSampling implements QueueMeanField, PopulationProcess {
    private final BatchChoice choice;
    private final double arrivalRate;
    private final Sampling sampling;
    private final int levels;

    private BatchSampling(BatchChoice choice, double arrivalRate, Sampling sampling, int levels) {
        this.choice = choice;
        this.arrivalRate = arrivalRate;
        this.sampling = sampling;
        this.levels = levels;
    }

    /**
     * Batch sampling with a truncation.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time, which is also the load; positive and finite
     * @param sampling whether the L servers are distinct; it matters for the 1/n correction alone
     * @param levels B, the highest queue length, at least 1
     * @return the process
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BatchSampling of(BatchChoice choice, double arrivalRate, Sampling sampling, int levels) {
        return new BatchSampling(
                choice, checkedArrivalRate(arrivalRate), sampling, LevelTruncation.checkedLevels(levels));
    }

    /**
     * Power of d: one job to the shortest of d queues, BS(d, 1).
     *
     * @param choices d, in [1, 100]
     * @param arrivalRate λ, jobs per server and unit time; positive and finite
     * @param levels B, the highest queue length, at least 1
     * @return the process, with distinct servers
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BatchSampling powerOfD(int choices, double arrivalRate, int levels) {
        return of(BatchChoice.of(choices, 1), arrivalRate, Sampling.DISTINCT, levels);
    }

    /**
     * Random routing, BS(1, 1): n independent M/M/1 queues of service rate 1.
     *
     * @param arrivalRate λ, jobs per server and unit time; positive and finite
     * @param levels B, the highest queue length, at least 1
     * @return the process
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BatchSampling random(double arrivalRate, int levels) {
        return powerOfD(1, arrivalRate, levels);
    }

    /**
     * The choice of queues.
     *
     * @return k out of L
     */
    public BatchChoice choice() {
        return choice;
    }

    /**
     * The arrival rate per server.
     *
     * @return λ
     */
    public double arrivalRate() {
        return arrivalRate;
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public int dimension() {
        return levels;
    }

    @Override
    public BatchSampling withLevels(int newLevels) {
        return of(choice, arrivalRate, sampling, newLevels);
    }

    @Override
    public double[] stateOf(QueueTails tails) {
        return TailLayout.state(tails, levels);
    }

    @Override
    public double[] tails(double[] state) {
        return TailLayout.tails(state);
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return QueueMeanField.super.violation(state, error).or(() -> TailLayout.violation(state, error));
    }

    @Override
    public void drift(double[] state, double[] drift) {
        choice.meanAbove(state, drift);
        double served = choice.joined();
        int top = levels - 1;
        for (int i = top; i >= 0; i--) {
            double above = i > 0 ? drift[i - 1] : served;
            double next = i < top ? state[i + 1] : 0;
            drift[i] = arrivalRate * (above - drift[i]) - served * (state[i] - next);
        }
    }

    @Override
    public double lossRate(double[] state) {
        return arrivalRate * choice.meanAbove(state[levels - 1]);
    }

    /** {@inheritDoc} The sum of absolute values in a row of the Jacobian, with {@code A' <= L}. */
    @Override
    public double fastestRate() {
        return 2 * (arrivalRate * choice.sampled() + choice.joined());
    }

    @Override
    public int lowerBandwidth() {
        return 1;
    }

    @Override
    public int upperBandwidth() {
        return 1;
    }

    @Override
    public void jacobian(double[] state, BandMatrix jacobian) {
        jacobian.clear();
        for (int i = 0; i < levels; i++) {
            double flow = arrivalRate * choice.slope(state[i]);
            jacobian.add(i, i, -flow - choice.joined());
            if (i + 1 < levels) {
                jacobian.add(i + 1, i, flow);
                jacobian.add(i, i + 1, choice.joined());
            }
        }
    }

    /**
     * The noise {@code Φ_ij = λ E[u_i u_j] + k (s_i − s_{i+1}) 1{i=j}}, where {@code u_j = W_{j−1} − W_j} is the number of
     * queues of length j−1 that a file joins. Off the diagonal it is a product of a function of i and one of j, so that no
     * difference of nearly equal moments is taken: for i &lt; j and D(s) = L A_{L−1,k−1}(s),
     *
     * <pre>  E[u_i u_j] = (s_{i−1} − s_i) (D(s_{j−1}) − D(s_j)),
     *   E[u_j²] = k (A(s_{j−1}) − A(s_j)) − (1−s_{j−1}) (D(s_{j−1}) − D(s_j)) − (s_{j−1} − s_j) D(s_j).</pre>
     */
    @Override
    public void noise(double[] state, double[][] noise) {
        int served = choice.joined();
        double previous = 1;
        double meanAbove = served;
        double pairsAbove = choice.pairsAbove(1);
        for (int j = 0; j < levels; j++) {
            double here = state[j];
            double mean = choice.meanAbove(here);
            double pairs = choice.pairsAbove(here);
            double joint = arrivalRate * (pairsAbove - pairs);
            for (int i = 0; i < j; i++) {
                noise[i][j] = ((i > 0 ? state[i - 1] : 1) - state[i]) * joint;
                noise[j][i] = noise[i][j];
            }
            double next = j + 1 < levels ? state[j + 1] : 0;
            noise[j][j] = arrivalRate * (served * (meanAbove - mean) - (previous - here) * pairs)
                    - (1 - previous) * joint
                    + served * (here - next);
            previous = here;
            meanAbove = mean;
            pairsAbove = pairs;
        }
    }

    @Override
    public EventTypes events() {
        return new BatchEvents(choice, arrivalRate, levels);
    }

    @Override
    public void curvature(double[] state, double[][] covariance, double[] contraction) {
        double above = 0;
        for (int i = 0; i < levels; i++) {
            double here = choice.curvature(state[i]) * covariance[i][i];
            contraction[i] = arrivalRate / 2 * (above - here);
            above = here;
        }
    }

    @Override
    public void finiteSizeCorrection(double[] state, double[] correction) {
        if (sampling == Sampling.WITH_REPLACEMENT) {
            Arrays.fill(correction, 0);
            return;
        }
        double above = 0;
        for (int i = 0; i < levels; i++) {
            double here = state[i] * (1 - state[i]) * choice.curvature(state[i]);
            correction[i] = arrivalRate / 2 * (here - above);
            above = here;
        }
    }

    static double checkedArrivalRate(double arrivalRate) {
        if (!(arrivalRate > 0 && arrivalRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "arrival rate " + arrivalRate + " per server must be positive and finite");
        }
        return arrivalRate;
    }
}
