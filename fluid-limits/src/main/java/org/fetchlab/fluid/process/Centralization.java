package org.fetchlab.fluid.process;

import java.util.Arrays;

/**
 * A little centralization (Tsitsiklis and Xu, SIGMETRICS 2011) in tail coordinates: random routing to stations whose local
 * server works at rate 1−p, and central capacity p per station that always serves a longest queue.
 *
 * <p>In regime m the longest queues have m jobs, {@code s_m > 0 = s_{m+1}}:
 *
 * <pre>  ds_j/dt = λ (s_{j−1} − s_j) − (1−p)(s_j − s_{j+1}) for j &lt; m,
 *   ds_m/dt = λ s_{m−1} − (1−p) s_m − p,</pre>
 *
 * which includes that the central server takes every job that would make a queue longer than m, at rate {@code λ s_m}. The
 * regime lasts while that rate is at most p, and until {@code s_m = 0}.
 */
public final class Centralization implements SwitchingProcess {
    private final double arrivalRate;
    private final double share;
    private final int levels;

    private Centralization(double arrivalRate, double share, int levels) {
        this.arrivalRate = arrivalRate;
        this.share = share;
        this.levels = levels;
    }

    /**
     * Centralization with a truncation.
     *
     * @param arrivalRate λ, jobs per station and unit time; positive and finite
     * @param share p, the centralized share of the service capacity, in (0, 1]; for p = 0 see
     *     {@link BatchSampling#random}
     * @param levels B, the highest queue length, at least 1
     * @return the mean field
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static Centralization of(double arrivalRate, double share, int levels) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "centralized share p = " + share + " must lie in (0, 1]; p = 0 is random routing");
        }
        return new Centralization(
                BatchSampling.checkedArrivalRate(arrivalRate), share, LevelTruncation.checkedLevels(levels));
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public Centralization withLevels(int newLevels) {
        return of(arrivalRate, share, newLevels);
    }

    @Override
    public int regime(double[] state) {
        int longest = levels;
        while (longest > 0 && state[longest - 1] <= 0) {
            longest--;
        }
        Room room = roomAbove(longest);
        double above = room.at(state);
        if (above == 0 && longest > 0) {
            double[] drift = new double[levels];
            drift(longest, state, drift);
            above = room.rate(drift);
        }
        return above < 0 ? longest + 1 : longest;
    }

    @Override
    public void drift(int regime, double[] state, double[] drift) {
        Arrays.fill(drift, 0);
        double local = 1 - share;
        for (int j = 1; j <= Math.min(regime, levels); j++) {
            double above = state[j - 1];
            double below = j > 1 ? state[j - 2] : 1;
            drift[j - 1] = j == regime
                    ? arrivalRate * below - local * above - share
                    : arrivalRate * (below - above) - local * (above - (j < levels ? state[j] : 0));
        }
    }

    /** {@inheritDoc} The sum of absolute values in a row of the Jacobian. */
    @Override
    public double fastestRate() {
        return 2 * (arrivalRate + 1 - share);
    }

    @Override
    public Room roomAbove(int regime) {
        return regime == 0
                ? Room.constant(share - arrivalRate)
                : new Room(Math.min(regime, levels) - 1, -arrivalRate, share);
    }

    @Override
    public Room roomBelow(int regime) {
        return regime == 0 ? Room.UNLIMITED : new Room(Math.min(regime, levels) - 1, 1, 0);
    }

    @Override
    public int endFree(int regime) {
        return Math.min(regime, levels);
    }

    /** {@inheritDoc} Here those with m+1 jobs: an arrival makes one, the central server takes it. */
    @Override
    public OffSurface offSurface(int regime, double[] state) {
        double longest = regime == 0 ? 1 : regime <= levels ? state[regime - 1] : 0;
        return new OffSurface(arrivalRate * longest, share);
    }

    /** {@inheritDoc} Here the central server that finds no queue of m+1 jobs serves one of m. */
    @Override
    public void addDisplacement(int regime, double[] state, double scale, double[] vector) {
        if (regime > 0) {
            vector[regime - 1] -= scale;
        }
        if (regime < levels) {
            vector[regime] += scale;
        }
    }

    /** {@inheritDoc} Here a server with m+1 jobs is none that loses its m-th one. */
    @Override
    public void addMeanSource(int regime, double[] state, double[][] covariance, double[] source) {
        double kept = (1 - share) * offSurface(regime, state).mean();
        int last = source.length - 1;
        source[last] += kept;
        if (last > 0) {
            source[last - 1] -= kept;
        }
    }

    @Override
    public boolean leavesSurface(int from, int to) {
        return to > from;
    }

    @Override
    public int longestOffSurface(int regime) {
        return regime + 1;
    }

    @Override
    public int lowerBandwidth(int regime) {
        return 1;
    }

    @Override
    public void addJacobian(int regime, double[] state, BandMatrix jacobian) {
        Departures.addJacobian(1 - share, jacobian);
        for (int i = 1; i < jacobian.size(); i++) {
            jacobian.add(i - 1, i - 1, -arrivalRate);
            jacobian.add(i, i - 1, arrivalRate);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Central services that are not spent on jobs which have just made a queue longer than m take a job from a queue of
     * length m: their number is that of all central services, of rate p, less that of the arrivals to queues of length m, of
     * rate {@code λ s_m}, and both add to the noise of s_m.
     */
    @Override
    public void addNoise(int regime, double[] state, double[][] noise) {
        Departures.addNoise(1 - share, 0, state, noise);
        double below = 1;
        for (int i = 0; i < noise.length; i++) {
            noise[i][i] += arrivalRate * (below - state[i]);
            below = state[i];
        }
        noise[noise.length - 1][noise.length - 1] += arrivalRate * below + share;
    }

    @Override
    public double[][] noiseColumns(int regime, double[] state) {
        double[][] departures = Departures.noiseColumns(1 - share, 0, endFree(regime), state);
        int size = departures.length;
        double[][] columns = Arrays.copyOf(departures, 2 * size + 2);
        double below = 1;
        for (int i = 0; i < size; i++) {
            columns[size + i] = CountingNoise.ofOne(size, i, arrivalRate * (below - state[i]));
            below = state[i];
        }
        columns[2 * size] = CountingNoise.ofOne(size, size - 1, arrivalRate * below);
        columns[2 * size + 1] = CountingNoise.ofOne(size, size - 1, share);
        return columns;
    }

    @Override
    public double lossRate(int regime, double[] state) {
        return 0;
    }
}
