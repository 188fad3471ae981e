package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** The step distribution of m measured times: each has probability 1/m. */
final class EmpiricalTime extends Law {
    /** A probability such as 0.9, and so its complement, is off by half of this: no step may depend on it. */
    private static final double PROBABILITY_ULP = Math.ulp(0.5);

    private final String name;
    private final double[] measured;
    private final double factor;
    private final double[] sorted;

    /** The times are checked, and owned by this law. */
    EmpiricalTime(String name, double[] measured, double factor) {
        this(name, measured, factor, sorted(measured, factor));
    }

    private EmpiricalTime(String name, double[] measured, double factor, double[] sorted) {
        super(spec(name, factor), Moments.of(spec(name, factor), m -> mean(sorted, m), () -> variance(sorted)));
        this.name = name;
        this.measured = measured;
        this.factor = factor;
        this.sorted = sorted;
    }

    private static String spec(String name, double factor) {
        return "empirical(" + name + ")" + (factor == 1 ? "" : "*" + text(factor));
    }

    private static double[] sorted(double[] measured, double factor) {
        return Arrays.stream(measured).map(time -> time * factor).sorted().toArray();
    }

    private static double mean(double[] times, int power) {
        return Arrays.stream(times).map(time -> Math.pow(time, power)).sum() / times.length;
    }

    /** In two passes, the second about the mean. */
    private static double variance(double[] times) {
        double mean = mean(times, 1);
        return mean(Arrays.stream(times).map(time -> time - mean).toArray(), 2);
    }

    @Override
    double survivalAt(double time) {
        return (sorted.length - countUpTo(time)) / (double) sorted.length;
    }

    @Override
    double cdfAt(double time) {
        return countUpTo(time) / (double) sorted.length;
    }

    @Override
    double inverse(double p, double q) {
        double m = sorted.length;
        int rank = (int) Math.min(m, Math.max(1, p < q ? Math.ceil(p * m) : m - Math.floor(q * m)));
        // The product rounds: move to the least rank whose step reaches p.
        while (rank > 1 && reaches(rank - 1, p, q)) {
            rank--;
        }
        while (rank < m && !reaches(rank, p, q)) {
            rank++;
        }
        return sorted[rank - 1];
    }

    @Override
    public ContinuousSampler sampler(UniformRandomProvider random) {
        double[] times = sorted;
        return () -> times[random.nextInt(times.length)];
    }

    @Override
    public ServiceTime scaledBy(double more) {
        double product = Require.positive("factor", factor * Require.positive("factor", more));
        return Require.heldTimes(new EmpiricalTime(name, measured, product));
    }

    private boolean reaches(int rank, double p, double q) {
        double m = sorted.length;
        return p < q ? rank / m >= p - PROBABILITY_ULP : (m - rank) / m <= q + PROBABILITY_ULP;
    }

    private int countUpTo(double time) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
