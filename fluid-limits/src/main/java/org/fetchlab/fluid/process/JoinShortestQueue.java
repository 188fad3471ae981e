package org.fetchlab.fluid.process;

import java.util.Arrays;

/**
 * Join the shortest queue at unit service rate, in tail coordinates.
 *
 * <p>In regime m the levels up to m are full, {@code s_1 = … = s_m = 1}, and m is the shortest queue length in use. Servers
 * that fall to m−1 jobs, at rate {@code 1 − s_{m+1}}, are refilled at once, and the remaining arrivals join queues of
 * length m:
 *
 * <pre>  ds_{m+1}/dt = λ − (1 − s_{m+1}) − (s_{m+1} − s_{m+2}),   ds_j/dt = −(s_j − s_{j+1}) for j &gt; m+1.</pre>
 *
 * (With m = 0 there is nothing to refill: {@code ds_1/dt = λ − s_1 + s_2}.) The regime lasts while the arrivals suffice for
 * the refilling, {@code s_{m+1} >= 1 − λ}, and until {@code s_{m+1} = 1}.
 */
public final class JoinShortestQueue implements SwitchingProcess {
    private final double arrivalRate;
    private final int levels;

    private JoinShortestQueue(double arrivalRate, int levels) {
        this.arrivalRate = arrivalRate;
        this.levels = levels;
    }

    /**
     * Join the shortest queue with a truncation.
     *
     * @param arrivalRate λ, jobs per server and unit time; positive and finite
     * @param levels B, the highest queue length, at least 1
     * @return the mean field
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static JoinShortestQueue of(double arrivalRate, int levels) {
        return new JoinShortestQueue(
                BatchSampling.checkedArrivalRate(arrivalRate), LevelTruncation.checkedLevels(levels));
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public JoinShortestQueue withLevels(int newLevels) {
        return of(arrivalRate, newLevels);
    }

    @Override
    public int regime(double[] state) {
        int full = 0;
        while (full < levels && state[full] >= 1) {
            full++;
        }
        return full > 0 && roomBelow(full).at(state) <= 0 ? full - 1 : full;
    }

    @Override
    public void drift(int regime, double[] state, double[] drift) {
        Arrays.fill(drift, 0, Math.min(regime, levels), 0);
        for (int i = regime; i < levels; i++) {
            double next = i + 1 < levels ? state[i + 1] : 0;
            drift[i] = next - state[i];
        }
        if (regime < levels) {
            drift[regime] += regime == 0 ? arrivalRate : arrivalRate - 1 + state[regime];
        }
    }

    /** {@inheritDoc} The drift depends on the state through departures alone. */
    @Override
    public double fastestRate() {
        return 2;
    }

    @Override
    public Room roomAbove(int regime) {
        return regime < levels ? new Room(regime, -1, 1) : Room.UNLIMITED;
    }

    @Override
    public Room roomBelow(int regime) {
        if (regime == 0) {
            return Room.UNLIMITED;
        }
        return regime < levels ? new Room(regime, 1, arrivalRate - 1) : Room.constant(arrivalRate - 1);
    }

    @Override
    public int firstFree(int regime) {
        return Math.min(regime, levels);
    }

    /** {@inheritDoc} Here those with m−1 jobs: servers with m jobs lose one, arrivals refill them. */
    @Override
    public OffSurface offSurface(int regime, double[] state) {
        return regime == 0 ? OffSurface.NOBODY : new OffSurface(1 - (regime < levels ? state[regime] : 0), arrivalRate);
    }

    /** {@inheritDoc} Here an arrival that finds no server with m−1 jobs joins one with m. */
    @Override
    public void addDisplacement(int regime, double[] state, double scale, double[] vector) {
        if (regime > 0) {
            vector[regime - 1] -= scale;
            if (regime < levels) {
                vector[regime] += scale;
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Here a server with m−1 jobs is none that loses its m-th one. With m = 1 it is idle, and a job is kept. With m >= 2 it serves
     * all the same, and what it loses takes one arrival more to refill: the number of jobs grows at the rate {@code n(λ − 1)}
     * exactly while no server is idle.
     */
    @Override
    public void addMeanSource(int regime, double[] state, double[][] covariance, double[] source) {
        source[0] += regime == 1 ? offSurface(regime, state).mean() : 0;
    }

    @Override
    public boolean leavesSurface(int from, int to) {
        return to < from;
    }

    @Override
    public int lowerBandwidth(int regime) {
        return 0;
    }

    @Override
    public void addJacobian(int regime, double[] state, BandMatrix jacobian) {
        Departures.addJacobian(1, jacobian);
        if (regime > 0) {
            jacobian.add(0, 0, 1);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>With D_j the departures from servers with exactly j jobs and A the arrivals, {@code n s_{m+1}} is
     * {@code A − D_m − D_{m+1}} but for the few servers with m−1 jobs, so that its noise is the sum of those rates.
     */
    @Override
    public void addNoise(int regime, double[] state, double[][] noise) {
        Departures.addNoise(1, regime, state, noise);
        noise[0][0] += regime == 0 ? arrivalRate : arrivalRate + 1 - state[regime];
    }

    @Override
    public double[][] noiseColumns(int regime, double[] state) {
        double[][] departures = Departures.noiseColumns(1, regime, levels, state);
        int size = departures.length;
        double[][] columns = Arrays.copyOf(departures, size + (regime == 0 ? 1 : 2));
        columns[size] = CountingNoise.ofOne(size, 0, arrivalRate);
        if (regime > 0) {
            columns[size + 1] = CountingNoise.ofOne(size, 0, 1 - state[regime]);
        }
        return columns;
    }

    @Override
    public double lossRate(int regime, double[] state) {
        return 0;
    }
}
