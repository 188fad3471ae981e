package org.fetchlab.fluid.process;

/**
 * Join an idle queue at unit service rate, in tail coordinates.
 *
 * <p>Regime 0, some servers idle: every arrival joins an idle one, {@code ds_1/dt = λ − (s_1 − s_2)}. Regime 1, all
 * servers busy, {@code s_1 = 1}: servers fall idle at rate {@code 1 − s_2} and are refilled at once, and the remaining
 * arrivals, at rate {@code r = λ − (1 − s_2)}, join a uniformly random queue,
 * {@code ds_j/dt = r (s_{j−1} − s_j) − (s_j − s_{j+1})} for j >= 2. Regime 1 lasts while {@code s_2 >= 1 − λ}.
 */
public final class JoinIdleQueue implements SwitchingProcess {
    private static final int IDLE = 0;
    private static final int BUSY = 1;

    private final double arrivalRate;
    private final int levels;

    private JoinIdleQueue(double arrivalRate, int levels) {
        this.arrivalRate = arrivalRate;
        this.levels = levels;
    }

    /**
     * Join an idle queue with a truncation.
     *
     * @param arrivalRate λ, jobs per server and unit time; positive and finite
     * @param levels B, the highest queue length, at least 1
     * @return the mean field
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static JoinIdleQueue of(double arrivalRate, int levels) {
        return new JoinIdleQueue(BatchSampling.checkedArrivalRate(arrivalRate), LevelTruncation.checkedLevels(levels));
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public JoinIdleQueue withLevels(int newLevels) {
        return of(arrivalRate, newLevels);
    }

    @Override
    public int regime(double[] state) {
        return state[0] >= 1 && spareArrivals(state) > 0 ? BUSY : IDLE;
    }

    @Override
    public void drift(int regime, double[] state, double[] drift) {
        double spread = regime == BUSY ? spareArrivals(state) : 0;
        for (int i = 0; i < levels; i++) {
            double previous = i > 0 ? state[i - 1] : 1;
            double next = i + 1 < levels ? state[i + 1] : 0;
            drift[i] = spread * (previous - state[i]) - (state[i] - next);
        }
        drift[0] = regime == BUSY ? 0 : drift[0] + arrivalRate;
    }

    /** {@inheritDoc} The sum of absolute values in a row of the Jacobian, with spare arrivals of rate λ at most. */
    @Override
    public double fastestRate() {
        return 2 * (arrivalRate + 1) + 1;
    }

    @Override
    public Room roomAbove(int regime) {
        return regime == IDLE ? new Room(0, -1, 1) : Room.UNLIMITED;
    }

    @Override
    public Room roomBelow(int regime) {
        if (regime == IDLE) {
            return Room.UNLIMITED;
        }
        return levels > 1 ? new Room(1, 1, arrivalRate - 1) : Room.constant(arrivalRate - 1);
    }

    @Override
    public int firstFree(int regime) {
        return regime == BUSY ? 1 : 0;
    }

    @Override
    public boolean hasExactMean(int regime) {
        return regime == IDLE;
    }

    @Override
    public int lowerBandwidth(int regime) {
        return regime == BUSY ? levels : 0;
    }

    @Override
    public void addJacobian(int regime, double[] state, BandMatrix jacobian) {
        Departures.addJacobian(1, jacobian);
        if (regime == BUSY) {
            double spread = spareArrivals(state);
            for (int i = 0; i < jacobian.size(); i++) {
                jacobian.add(i, 0, state[i] - state[i + 1]);
                jacobian.add(i, i, -spread);
                if (i > 0) {
                    jacobian.add(i, i - 1, spread);
                }
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>When all servers are busy, the arrivals that find no idle server number {@code N = A − D_1} but for the few servers
     * that are idle: their rate is {@code r = λ − 1 + s_2}, the variance of their number {@code w = λ + 1 − s_2} per unit
     * time. Each raises one tail, s_j with probability {@code p_j = s_{j−1} − s_j}, which gives
     * {@code Φ_ij = r (δ_ij p_i − p_i p_j) + w p_i p_j} beside the departures.
     */
    @Override
    public void addNoise(int regime, double[] state, double[][] noise) {
        Departures.addNoise(1, firstFree(regime), state, noise);
        if (regime == IDLE) {
            noise[0][0] += arrivalRate;
            return;
        }
        double spread = spareArrivals(state);
        for (int i = 0; i < noise.length; i++) {
            double joins = state[i] - state[i + 1];
            noise[i][i] += spread * joins;
            for (int j = 0; j < noise.length; j++) {
                // w − r = 2 (1 − s_2), twice the rate of the departures that spare arrivals do not follow
                noise[i][j] += joins * (state[j] - state[j + 1]) * 2 * (1 - state[1]);
            }
        }
    }

    @Override
    public double lossRate(int regime, double[] state) {
        return regime == BUSY ? Math.max(0, spareArrivals(state) * state[levels - 1]) : 0;
    }

    private double spareArrivals(double[] state) {
        return arrivalRate - 1 + (levels > 1 ? state[1] : 0);
    }
}
