package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.combinatorics.BinomialCoefficient;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;

/**
 * The recovery profile q_0, …, q_m: the fraction of the j-subsets of m servers that do <em>not</em> recover. All that a
 * single request with independent, identically distributed service times depends on.
 *
 * <p>Exact for threshold recovery, for disjoint groups and for simplex codes of any size, for anything else on up to 24
 * useful servers, and for joint recoveries of such parts on servers of their own. Beyond, an estimate from random orders
 * of the servers, with its half-width. Exact values are sums of positive terms: their relative error is a few units in the
 * last place per server at most, and fractions that are 0 or 1 are exactly that.
 */
public final class RecoveryProfile {
    private final double[] unrecovered;
    private final double[] halfWidths;

    private RecoveryProfile(double[] unrecovered, double[] halfWidths) {
        this.unrecovered = unrecovered;
        this.halfWidths = halfWidths;
    }

    private static RecoveryProfile exact(double[] unrecovered) {
        return new RecoveryProfile(unrecovered, new double[unrecovered.length]);
    }

    /**
     * The profile of a recovery over its useful servers.
     *
     * @param recovery the sets that recover
     * @param streams the source of random orders of the servers, used only where no exact method applies; the same streams
     *     give the same estimate
     * @return q_0, …, q_m with m the number of useful servers
     */
    public static RecoveryProfile of(Recovery recovery, RandomStreams streams) {
        if (recovery instanceof ThresholdRecovery threshold) {
            return ofThreshold(threshold);
        }
        if (recovery instanceof GroupRecovery groups && groups.areDisjoint()) {
            return ofDisjointGroups(groups.groups());
        }
        if (recovery instanceof JointRecovery joint && joint.areDisjoint()) {
            return ofDisjointParts(joint.parts(), streams);
        }
        if (recovery instanceof SpanRecovery span && span.isSimplex()) {
            return ofSimplex(span);
        }
        if (recovery.usefulServers().length <= RecoveryTable.MAX_SERVERS) {
            return enumerated(RecoveryTable.of(recovery));
        }
        UniformRandomProvider random = streams.stream(0, RandomPurpose.SUBSETS);
        return recovery instanceof SpanRecovery span && span.isStored()
                ? ProfileEstimation.ofStored(List.of(span), random).get(0)
                : ProfileEstimation.of(recovery, random);
    }

    /**
     * The profiles of several recoveries: the same as one by one, but each shape is computed once, and what has to be
     * estimated for the objects of one code takes the time of one.
     *
     * @param recoveries any recoveries
     * @param streams the source of random orders of the servers
     * @return the profile of each, in their order
     */
    public static List<RecoveryProfile> ofEach(List<? extends Recovery> recoveries, RandomStreams streams) {
        return ProfilesOfEach.of(recoveries, streams);
    }

    /** Below k of m servers, what does not recover is what leaves out the systematic server, if there is one. */
    private static RecoveryProfile ofThreshold(ThresholdRecovery threshold) {
        boolean systematic = threshold.systematic() >= 0;
        int servers = threshold.usefulServers().length;
        double[] unrecovered = new double[servers + 1];
        for (int j = 0; j < threshold.needed(); j++) {
            unrecovered[j] = systematic ? (double) (servers - j) / servers : 1;
        }
        return exact(unrecovered);
    }

    private static RecoveryProfile ofSimplex(SpanRecovery span) {
        ProjectiveGeometry points = new ProjectiveGeometry(span.dimension());
        return exact(span.isOfFile() ? points.missingSomePoint() : points.missingOnePoint());
    }

    private static RecoveryProfile ofDisjointGroups(int[][] groups) {
        RecoveryProfile profile = exact(new double[] {1});
        for (int[] group : groups) {
            profile = profile.combinedWith(ofGroup(group.length), Combination.ANY);
        }
        return profile;
    }

    private static RecoveryProfile ofGroup(int size) {
        double[] unrecovered = new double[size + 1];
        Arrays.fill(unrecovered, 0, size, 1);
        return exact(unrecovered);
    }

    /** Parts that differ only in where their servers stand have one profile, computed once. */
    private static RecoveryProfile ofDisjointParts(List<Recovery> parts, RandomStreams streams) {
        Map<Object, RecoveryProfile> known = new HashMap<>();
        RecoveryProfile profile = exact(new double[] {0});
        for (Recovery part : parts) {
            RecoveryProfile next = known.computeIfAbsent(ProfilesOfEach.shape(part), unused -> of(part, streams));
            profile = profile.combinedWith(next, Combination.ALL);
        }
        return profile;
    }

    private static RecoveryProfile enumerated(RecoveryTable table) {
        int servers = table.servers();
        long[] recovering = table.countBySize();
        double[] unrecovered = new double[servers + 1];
        for (int j = 0; j <= servers; j++) {
            long all = BinomialCoefficient.value(servers, j);
            unrecovered[j] = (double) (all - recovering[j]) / all;
        }
        return exact(unrecovered);
    }

    /** A profile with the 95 % half-widths of its fractions. */
    static RecoveryProfile estimate(double[] unrecovered, double[] halfWidths) {
        return new RecoveryProfile(unrecovered, halfWidths);
    }

    /**
     * The number of servers that the profile ranges over.
     *
     * @return m
     */
    public int servers() {
        return unrecovered.length - 1;
    }

    /**
     * The fraction of the j-subsets that do not recover.
     *
     * @param j the size of the subsets, in [0, m]
     * @return q_j; 1 for j = 0, and it does not increase with j
     * @throws IndexOutOfBoundsException if there are no such subsets
     */
    public double unrecovered(int j) {
        return unrecovered[j];
    }

    /**
     * The 95 % half-width of an estimated fraction.
     *
     * @param j the size of the subsets, in [0, m]
     * @return half the width of the confidence interval of q_j; 0 when q_j is exact
     * @throws IndexOutOfBoundsException if there are no such subsets
     */
    public double halfWidth(int j) {
        return halfWidths[j];
    }

    /**
     * Whether every fraction is exact.
     *
     * @return true if all half-widths are 0
     */
    public boolean isExact() {
        return Arrays.stream(halfWidths).allMatch(width -> width == 0);
    }

    /**
     * The profile of the same recovery among more servers, of which the further ones do not help.
     *
     * @param n the number of servers, at least {@link #servers()}
     * @return q_0, …, q_n
     * @throws IllegalArgumentException if n is too small
     */
    public RecoveryProfile among(int n) {
        if (n < servers()) {
            throw new IllegalArgumentException(
                    "n = " + n + " must be at least the profile's " + servers() + " servers");
        }
        double[] values = unrecovered;
        double[] widths = halfWidths;
        for (int m = servers() + 1; m <= n; m++) {
            values = withUselessServer(values);
            widths = withUselessServer(widths);
        }
        return new RecoveryProfile(values, widths);
    }

    /** A j-subset of m servers contains the useless one with probability j / m. */
    private static double[] withUselessServer(double[] before) {
        int m = before.length;
        double[] after = new double[m + 1];
        for (int j = 0; j <= m; j++) {
            double with = before[Math.max(0, j - 1)];
            double without = before[Math.min(j, m - 1)];
            after[j] = within(with, without, (with * j + without * (m - j)) / m);
        }
        return after;
    }

    /** A mean without the rounding error that would put it outside the values it is the mean of. */
    private static double within(double one, double other, double mean) {
        return Math.max(Math.min(one, other), Math.min(Math.max(one, other), mean));
    }

    /** What recovers of two recoveries on servers of their own. */
    private enum Combination {
        ANY {
            @Override
            double unrecovered(double a, double b) {
                return a * b;
            }

            @Override
            double slope(double other) {
                return other;
            }
        },
        ALL {
            @Override
            double unrecovered(double a, double b) {
                return a + (1 - a) * b;
            }

            @Override
            double slope(double other) {
                return 1 - other;
            }
        };

        abstract double unrecovered(double a, double b);

        /** The derivative of the fraction by that of one part, given that of the other. */
        abstract double slope(double other);

        /** How far the fraction, linear in either part, can go when each part goes as far as its half-width. */
        double halfWidth(double a, double aWidth, double b, double bWidth) {
            return slope(b) * aWidth + slope(a) * bWidth + aWidth * bWidth;
        }
    }

    /** The profile over the servers of both: a j-subset splits between them hypergeometrically. */
    private RecoveryProfile combinedWith(RecoveryProfile other, Combination combination) {
        int all = servers() + other.servers();
        double[] values = new double[all + 1];
        double[] widths = new double[all + 1];
        for (int j = 0; j <= all; j++) {
            int least = Math.max(0, j - other.servers());
            double[] weights = hypergeometric(servers(), other.servers(), j);
            double lowest = 1;
            double highest = 0;
            for (int w = 0; w < weights.length; w++) {
                int i = least + w;
                double value = combination.unrecovered(unrecovered[i], other.unrecovered[j - i]);
                lowest = Math.min(lowest, value);
                highest = Math.max(highest, value);
                values[j] += weights[w] * value;
                widths[j] += weights[w]
                        * combination.halfWidth(
                                unrecovered[i], halfWidths[i], other.unrecovered[j - i], other.halfWidths[j - i]);
            }
            values[j] = within(lowest, highest, values[j]);
        }
        return new RecoveryProfile(values, widths);
    }

    /**
     * The probabilities that a uniform j-subset of a + b servers has i of the first a, for all possible i: by the ratios of
     * neighbours from the mode outwards, then normalised, so that nothing overflows or cancels.
     */
    private static double[] hypergeometric(int a, int b, int j) {
        int least = Math.max(0, j - b);
        int most = Math.min(j, a);
        double[] weights = new double[most - least + 1];
        long mode = (long) (j + 1) * (a + 1) / (a + b + 2);
        int start = (int) Math.max(least, Math.min(most, mode));
        weights[start - least] = 1;
        for (int i = start; i < most; i++) {
            weights[i + 1 - least] = weights[i - least] * (a - i) * (j - i) / ((i + 1.0) * (b - j + i + 1));
        }
        for (int i = start; i > least; i--) {
            weights[i - 1 - least] = weights[i - least] * i * (b - j + i) / ((a - i + 1.0) * (j - i + 1));
        }
        double sum = Arrays.stream(weights).sum();
        for (int w = 0; w < weights.length; w++) {
            weights[w] /= sum;
        }
        return weights;
    }
}
