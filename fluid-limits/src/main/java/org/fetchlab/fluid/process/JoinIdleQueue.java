package org.fetchlab.fluid.process;

/**
 * Join an idle queue at unit service rate, in tail coordinates.
 *
 * <p>Regime 0, some servers idle: every arrival joins an idle one, {@code ds_1/dt = λ − (s_1 − s_2)}. Regime 1, all
 * servers busy, {@code s_1 = 1}: servers fall idle at rate {@code 1 − s_2} and are refilled at once, and the remaining
 * arrivals, at rate {@code r = λ − (1 − s_2)}, join a uniformly random queue,
 * {@code ds_j/dt = r (s_{j−1} − s_j) − (s_j − s_{j+1})} for j >= 2. Regime 1 lasts while {@code s_2 >= 1 − λ}.
 */
public final class JoinIdleQueue implements SwitchingMeanField {
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
        return state[0] >= 1 && spareArrivals(state) >= 0 ? BUSY : IDLE;
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

    @Override
    public double roomAbove(int regime, double[] state) {
        return regime == IDLE ? 1 - state[0] : 1;
    }

    @Override
    public double roomBelow(int regime, double[] state) {
        return regime == BUSY ? spareArrivals(state) : 1;
    }

    @Override
    public void pin(int regime, double[] state) {
        if (regime == BUSY) {
            state[0] = 1;
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
