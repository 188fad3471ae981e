package org.fetchlab.forkjoin.mg1;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/**
 * The fractions f_0, …, f_t of requests by service type (the number of groups with an early departure), and the estimates
 * of them that turn fork-join with fixed arrivals into an M/G/1 queue with {@code E[S^m] = Σ_i f_i E[S_i^m]}.
 */
public final class TypeFractions {
    private static final double ROUNDING = 1e-6;
    private static final int BISECTIONS = 200;

    private final double[] fractions;

    private TypeFractions(double[] fractions) {
        this.fractions = fractions;
    }

    /**
     * Fractions from their values.
     *
     * @param fractions f_0, …, f_t, at least 0, with sum 1 up to 1e-6
     * @return the fractions
     * @throws IllegalArgumentException if the values are no fractions
     */
    public static TypeFractions of(double... fractions) {
        double sum = 0;
        for (double fraction : fractions) {
            if (!(fraction >= 0)) {
                throw new IllegalArgumentException("type fraction " + fraction + " must be at least 0");
            }
            sum += fraction;
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("type fractions add up to " + sum + " and must add up to 1");
        }
        return new TypeFractions(fractions.clone());
    }

    /**
     * Equal fractions 1/(t+1).
     *
     * @param groups t, at least 1
     * @return the fractions
     * @throws IllegalArgumentException if there is no group
     */
    public static TypeFractions uniform(int groups) {
        checkGroups(groups);
        double[] fractions = new double[groups + 1];
        Arrays.fill(fractions, 1.0 / (groups + 1));
        return new TypeFractions(fractions);
    }

    /**
     * Geometric fractions {@code f_i ∝ ρ^i}.
     *
     * @param groups t, at least 1
     * @param ratio &rho;, positive and finite
     * @return the fractions
     * @throws IllegalArgumentException if there is no group or the ratio is not positive and finite
     */
    public static TypeFractions geometric(int groups, double ratio) {
        if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio of type fractions " + ratio + " must be positive and finite");
        }
        checkGroups(groups);
        double[] fractions = new double[groups + 1];
        boolean falls = ratio <= 1;
        double sum = 0;
        for (int i = 0; i <= groups; i++) {
            // Relative to the largest power, so that nothing overflows.
            fractions[i] = Math.pow(falls ? ratio : 1 / ratio, falls ? i : groups - i);
            sum += fractions[i];
        }
        for (int i = 0; i <= groups; i++) {
            fractions[i] /= sum;
        }
        return new TypeFractions(fractions);
    }

    private static void checkGroups(int groups) {
        if (groups < 1) {
            throw new IllegalArgumentException("number of recovery groups " + groups + " must be at least 1");
        }
    }

    /**
     * Geometric fractions with {@code ρ = λ · (mean over i of E[S_i])}, the estimate of Aktaş et al. (2021).
     *
     * @param typeMeans E[S_0], …, E[S_t]
     * @param arrivalRate &lambda;, positive
     * @return the fractions
     * @throws IllegalArgumentException if the rate is not positive
     */
    public static TypeFractions geometric(double[] typeMeans, double arrivalRate) {
        return geometric(
                typeMeans.length - 1,
                arrivalRate * uniform(typeMeans.length - 1).mean(typeMeans));
    }

    /**
     * Geometric fractions whose ratio is the load they imply: the root of {@code ρ = λ Σ_i f_i(ρ) E[S_i]}. The right side
     * falls with &rho; since E[S_i] falls with i, so the root is unique.
     *
     * @param typeMeans E[S_0] &ge; … &ge; E[S_t]
     * @param arrivalRate &lambda;, positive
     * @return the fractions
     * @throws IllegalArgumentException if the rate is not positive
     */
    public static TypeFractions selfConsistentGeometric(double[] typeMeans, double arrivalRate) {
        double low = 0;
        double high = arrivalRate * typeMeans[0];
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (arrivalRate * geometric(typeMeans.length - 1, middle).mean(typeMeans) > middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return geometric(typeMeans.length - 1, high);
    }

    /**
     * The fractions of the saturated (2, 1)-availability system, for any load a lower bound of f_0 and an upper bound of
     * f_1: {@code f_0 = γ(γ+2μ)/(γ²+2γμ+2μ²)} (Aktaş et al. 2021, high-traffic analysis).
     *
     * @param systematicRate &gamma;, in [1e-100, 1e100]
     * @param recoveryRate &mu; of both recovery servers, in [1e-100, 1e100]
     * @return f_0, f_1; also the shares of requests won by the systematic server and by the recovery group
     * @throws IllegalArgumentException if a rate is out of range
     */
    public static TypeFractions saturated(double systematicRate, double recoveryRate) {
        return SaturatedLeads.of(systematicRate, recoveryRate, recoveryRate).typeFractions();
    }

    /**
     * One fraction.
     *
     * @param type i, in [0, t]
     * @return f_i
     */
    public double fraction(int type) {
        return fractions[type];
    }

    /**
     * All fractions.
     *
     * @return f_0, …, f_t; a copy
     */
    public double[] toArray() {
        return fractions.clone();
    }

    /**
     * The mean of a quantity over the types.
     *
     * @param values its value for each type
     * @return {@code Σ_i f_i values[i]}
     */
    public double mean(double[] values) {
        return IntStream.range(0, fractions.length)
                .mapToDouble(i -> fractions[i] * values[i])
                .sum();
    }

    /**
     * The M/G/1 queue in which a request has type i with probability f_i, independently of the others: an approximation
     * of fork-join with fixed arrivals.
     *
     * @param method the name that results carry
     * @param moments for each order m = 1, 2 (and 3), row m-1 holds E[S_0^m], …, E[S_t^m]
     * @return the queue
     */
    public PollaczekKhinchine queue(String method, double[][] moments) {
        return PollaczekKhinchine.of(
                method,
                order -> order <= moments.length
                        ? new Outcome.Known<>(mean(moments[order - 1]), method)
                        : new Outcome.None<>(method, "moment " + order + " of the service types is not given"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TypeFractions that && Arrays.equals(fractions, that.fractions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(fractions);
    }

    @Override
    public String toString() {
        return "TypeFractions" + Arrays.toString(fractions);
    }
}
