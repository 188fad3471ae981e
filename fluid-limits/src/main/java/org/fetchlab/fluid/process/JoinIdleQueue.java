package org.fetchlab.fluid.process;

import java.util.Arrays;

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

    /** {@inheritDoc} Here the idle ones. */
    @Override
    public OffSurface offSurface(int regime, double[] state) {
        return regime == BUSY ? new OffSurface(1 - (levels > 1 ? state[1] : 0), arrivalRate) : OffSurface.NOBODY;
    }

    /** {@inheritDoc} Here an arrival that finds no idle server joins any queue. */
    @Override
    public void addDisplacement(int regime, double[] state, double scale, double[] vector) {
        if (regime == BUSY) {
            vector[0] -= scale;
            for (int i = 1; i < levels; i++) {
                vector[i] += scale * (state[i - 1] - state[i]);
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>With z idle servers and {@code p_j = s_{j−1} − s_j}, j >= 2, it is
     * {@code h_j = Σ_{2,j−1} − Σ_{2,j} + z [(1 + 2p_2 − λ) p_j + r p_{j−1}]}, with {@code −p_2} for {@code r p_{j−1}} and no
     * {@code Σ_{2,j−1}} at j = 2. It comes from the equation of {@code E[Z s_j]}, which tells how often an arrival finds
     * no idle server while s_j deviates.
     */
    @Override
    public void addMeanSource(int regime, double[] state, double[][] covariance, double[] source) {
        if (regime == IDLE) {
            return;
        }
        double idle = offSurface(regime, state).mean();
        double spread = spareArrivals(state);
        double refilled = 1 - state[1];
        double above = 0;
        double carried = -refilled;
        for (int i = 0; i < source.length; i++) {
            double joins = state[i] - state[i + 1];
            source[i] += above - covariance[0][i] + idle * ((1 + 2 * refilled - arrivalRate) * joins + carried);
            above = covariance[0][i];
            carried = spread * joins;
        }
    }

    @Override
    public boolean leavesSurface(int from, int to) {
        return to < from;
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
    public double[][] noiseColumns(int regime, double[] state) {
        double[][] departures = Departures.noiseColumns(1, firstFree(regime), levels, state);
        return regime == BUSY ? withSpareArrivals(departures, state) : withArrivalsToIdleServers(departures);
    }

    private double[][] withArrivalsToIdleServers(double[][] departures) {
        int size = departures.length;
        double[][] columns = Arrays.copyOf(departures, size + 1);
        columns[size] = CountingNoise.ofOne(size, 0, arrivalRate);
        return columns;
    }

    /** How many spare arrivals there are, A − D_1, and which queue each joins, beside what it does on average. */
    private double[][] withSpareArrivals(double[][] departures, double[] state) {
        int size = departures.length;
        double[] joins = new double[size];
        Arrays.setAll(joins, i -> state[i] - state[i + 1]);
        double[][] columns = Arrays.copyOf(departures, 2 * size + 3);
        columns[size] = scaled(joins, CountingNoise.root(arrivalRate));
        columns[size + 1] = scaled(joins, CountingNoise.root(1 - state[1]));
        double spread = spareArrivals(state);
        for (int i = 0; i < size; i++) {
            double root = CountingNoise.root(spread * joins[i]);
            columns[size + 2 + i] = scaled(joins, -root);
            columns[size + 2 + i][i] += root;
        }
        columns[2 * size + 2] = scaled(joins, CountingNoise.root(spread * state[levels - 1]));
        return columns;
    }

    private static double[] scaled(double[] vector, double scale) {
        return Arrays.stream(vector).map(value -> scale * value).toArray();
    }

    @Override
    public double lossRate(int regime, double[] state) {
        return regime == BUSY ? Math.max(0, spareArrivals(state) * state[levels - 1]) : 0;
    }

    private double spareArrivals(double[] state) {
        return arrivalRate - 1 + (levels > 1 ? state[1] : 0);
    }
}
