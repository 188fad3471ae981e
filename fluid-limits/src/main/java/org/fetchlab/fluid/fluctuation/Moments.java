package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * The first two moments of n servers near their fluid limit: {@code s^n ≈ s + X/√n} with X Gaussian of covariance Σ, and,
 * where the 1/n term is known, {@code E[s^n] = s + V/n + O(1/n²)}. Immutable.
 */
public final class Moments {
    /** The method of everything to order 1/n. */
    static final String EXPANSION = "mean-field expansion to order 1/n";
    /** How far a tail may leave its range by rounding. */
    private static final double ROUNDING = 1e-9;

    private final double[] mean;
    private final double[][] covariance;
    private final Outcome<double[]> correction;
    private final Surroundings around;

    /**
     * Moments that own their arrays.
     *
     * @param around where a drift that switches does so
     */
    Moments(double[] mean, double[][] covariance, Outcome<double[]> correction, Surroundings around) {
        this.mean = mean;
        this.covariance = covariance;
        this.correction = correction;
        this.around = around;
    }

    /** Moments with a 1/n term under a smooth drift, which own their arrays. */
    static Moments smooth(double[] mean, double[][] covariance, double[] correction) {
        return new Moments(mean, covariance, new Outcome.Known<>(correction, EXPANSION), Surroundings.NONE);
    }

    /** The same moments with further coordinates that are empty. */
    Moments withLevels(int levels) {
        double[][] wider = new double[levels][levels];
        for (int i = 0; i < covariance.length; i++) {
            System.arraycopy(covariance[i], 0, wider[i], 0, covariance.length);
        }
        return new Moments(Arrays.copyOf(mean, levels), wider, correction.map(v -> Arrays.copyOf(v, levels)), around);
    }

    /**
     * The fluid limit.
     *
     * @return s, a copy
     */
    public double[] mean() {
        return mean.clone();
    }

    /**
     * The covariance of √n (s^n − s).
     *
     * @return Σ, a copy
     */
    public double[][] covariance() {
        double[][] copy = new double[covariance.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = covariance[i].clone();
        }
        return copy;
    }

    /**
     * One covariance.
     *
     * @param i the index of a coordinate
     * @param j the index of a coordinate
     * @return Σ_ij
     */
    public double covariance(int i, int j) {
        return covariance[i][j];
    }

    /**
     * The 1/n term of the mean, multiplied by n.
     *
     * @return V, a copy; none where only the Gaussian limit is known
     */
    public Outcome<double[]> correction() {
        return correction.map(double[]::clone);
    }

    /**
     * The variance of a functional of n servers, multiplied by n.
     *
     * @param functional c
     * @return {@code cᵀΣc}, at least 0
     */
    public double variance(LinearFunctional functional) {
        return Math.max(0, functional.variance(covariance));
    }

    /**
     * The interval in which a functional of n servers lies with 95 % probability in the Gaussian limit.
     *
     * @param functional c
     * @param servers n, at least 1
     * @return {@code c(s) ± 1.96 √(cᵀΣc/n)}; an interval of the random value, not an uncertainty of its mean
     * @throws IllegalArgumentException if n is below 1
     */
    public Estimate band(LinearFunctional functional, int servers) {
        double normal = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - Estimate.DEFAULT_CONFIDENCE) / 2);
        double halfWidth = normal * Math.sqrt(variance(functional) / checked(servers));
        return new Estimate(functional.of(mean), halfWidth, Estimate.DEFAULT_CONFIDENCE);
    }

    /**
     * The Gaussian probability that n servers are beyond a surface on which the drift switches, or have not yet come over the one that
     * their mean has crossed; their fluctuations follow another law there. When it exceeds 2.5 %, the 95 % band of the tail that decides
     * reaches over the surface, and bands and means are rough.
     *
     * @param servers n, at least 1
     * @return in [0, 1]; 0 under a smooth drift
     * @throws IllegalArgumentException if n is below 1
     */
    public double probabilityOfOtherRegime(int servers) {
        return around.probabilityOfOtherRegime(mean, covariance, checked(servers));
    }

    /**
     * Whether n is so small that terms beyond 1/n may matter near a surface on which the drift switches. The mean number of
     * servers just off it is a function of the distance of the regime from its end, and the next term is about its variance
     * over its square. These servers change that distance themselves, by about 1/n each. And the instant at which n servers entered the
     * regime varies.
     *
     * @param servers n, at least 1
     * @return whether one of these, for the distance or the time since then, exceeds {@link RefinedValue#LARGE_SHARE}; false where there is no 1/n term, and under a smooth drift
     * @throws IllegalArgumentException if n is below 1
     */
    public boolean isExpansionRough(int servers) {
        checked(servers);
        return correction
                .value()
                .filter(v -> Arrays.stream(v).anyMatch(term -> term != 0))
                .filter(v -> around.areRough(mean, covariance, servers))
                .isPresent();
    }

    /**
     * Whether n is so small that the tails to order 1/n are no distribution: the expansion does not hold, and nothing tells how good the
     * fluid limit and the band around it are.
     *
     * @param servers n, at least 1
     * @return whether there is a 1/n term, but are no {@link #refinedTails}
     * @throws IllegalArgumentException if n is below 1
     */
    public boolean isExpansionVoid(int servers) {
        return correction.value().isPresent() && refinedTails(servers).value().isEmpty();
    }

    /**
     * Whether the band of a functional leaves out most of what n servers stray, because that is of order 1/n. So it is with tails that are
     * pinned to a surface: they do not vary on the scale 1/√n, and their band has no width.
     *
     * @param functional c
     * @param servers n, at least 1
     * @return whether the 1/n term exceeds half the width of the band or, where it is not known, that is 0
     * @throws IllegalArgumentException if n is below 1
     */
    public boolean isBandTooNarrow(LinearFunctional functional, int servers) {
        double halfWidth = band(functional, servers).halfWidth();
        return correction
                .value()
                .map(v -> Math.abs(functional.of(v)) / servers > halfWidth)
                .orElse(halfWidth == 0);
    }

    /**
     * The mean of a functional of n servers to order 1/n.
     *
     * @param functional c
     * @param servers n, at least 1
     * @return the fluid value and its correction; none where only the Gaussian limit is known
     * @throws IllegalArgumentException if n is below 1
     */
    public Outcome<RefinedValue> refined(LinearFunctional functional, int servers) {
        checked(servers);
        return correction.map(v -> new RefinedValue(functional.of(mean), functional.of(v) / servers));
    }

    /**
     * The mean tails of n servers to order 1/n.
     *
     * @param servers n, at least 1
     * @return {@code s + V/n} with s_0 = 1 in front, and what is large of it; none where only the Gaussian limit is known, and where it is no
     *     distribution of queue lengths, because n is too small for the expansion to hold
     * @throws IllegalArgumentException if n is below 1
     */
    public Outcome<RefinedTails> refinedTails(int servers) {
        checked(servers);
        return correction.flatMap(v -> tailsWith(v, servers));
    }

    private Outcome<RefinedTails> tailsWith(double[] v, int servers) {
        double[] tails = new double[mean.length + 1];
        List<RefinedValue> values = new ArrayList<>(tails.length);
        tails[0] = 1;
        values.add(new RefinedValue(1, 0));
        for (int j = 1; j < tails.length; j++) {
            RefinedValue value = new RefinedValue(mean[j - 1], v[j - 1] / servers);
            if (!(value.value() >= -ROUNDING && value.value() <= tails[j - 1] + ROUNDING)) {
                return new Outcome.None<>(EXPANSION, noDistribution(servers, j, value.value()));
            }
            tails[j] = Math.max(0, Math.min(value.value(), tails[j - 1]));
            values.add(value);
        }
        return new Outcome.Known<>(new RefinedTails(QueueTails.of(tails), values), EXPANSION);
    }

    private static String noDistribution(int servers, int level, double refined) {
        return String.format(
                Locale.ROOT,
                "the expansion in 1/n does not hold for n = %d: it makes the fraction of servers with at least %d jobs"
                        + " %.4g, which is no distribution; take more servers or simulate",
                servers,
                level,
                refined);
    }

    private static int checked(int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("servers " + servers + " must be at least 1");
        }
        return servers;
    }
}
