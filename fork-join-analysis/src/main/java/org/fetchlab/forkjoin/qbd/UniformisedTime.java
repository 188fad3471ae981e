package org.fetchlab.forkjoin.qbd;

import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * The time T until a continuous-time Markov chain is absorbed, by uniformisation (Jensen 1953): with jumps at the instants
 * of a Poisson process of rate &Lambda; and a_k the probability of no absorption in the first k jumps,
 *
 * <pre>{@code P{T > s} = Σ_k e^(-Λs) (Λs)^k / k! · a_k,    E[T^m] = (m / Λ^m) Σ_k (k+1) … (k+m-1) a_k}</pre>
 *
 * <p>All terms are positive: nothing cancels. The sequence may end where a_k is negligible; survival probabilities are then
 * too small by at most the last a_k.
 */
public final class UniformisedTime implements LatencyDistribution {
    private static final String METHOD = "uniformisation";

    private final double rate;
    private final double[] unabsorbed;

    private UniformisedTime(double rate, double[] unabsorbed) {
        this.rate = rate;
        this.unabsorbed = unabsorbed;
    }

    /**
     * The time of absorption.
     *
     * @param rate &Lambda;, at least every exit rate of the chain; positive and finite
     * @param unabsorbed a_0, a_1, …: probabilities that do not increase
     * @return the law of the time
     * @throws IllegalArgumentException if the rate is not positive and finite or the probabilities are none
     */
    public static UniformisedTime of(double rate, double[] unabsorbed) {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("uniformisation rate " + rate + " must be positive and finite");
        }
        double before = 1 + 1e-9;
        for (double probability : unabsorbed) {
            if (!(probability >= 0 && probability <= before)) {
                throw new IllegalArgumentException(
                        "probability of no absorption " + probability + " must lie in [0, " + before + "]");
            }
            before = probability;
        }
        return new UniformisedTime(rate, unabsorbed.clone());
    }

    /**
     * The exponential law: absorption at the first jump.
     *
     * @param rate &Lambda;, positive and finite
     * @return the law of the time
     * @throws IllegalArgumentException if the rate is not positive and finite
     */
    public static UniformisedTime exponential(double rate) {
        return of(rate, new double[] {1});
    }

    @Override
    public double survival(double time) {
        if (LatencyDistribution.checkedTime(time) <= 0) {
            return time < 0 || unabsorbed.length == 0 ? 1 : Math.min(1, unabsorbed[0]);
        }
        double jumps = rate * time;
        return jumps > 4.0 * unabsorbed.length + 1000
                ? 0
                : Math.min(1, PoissonWeights.of(jumps).mean(unabsorbed));
    }

    @Override
    public double quantile(double probability) {
        return Quantiles.of(this::survival, probability);
    }

    @Override
    public Outcome<Double> mean() {
        return moment(1);
    }

    /**
     * A raw moment E[T^m].
     *
     * @param order m, one of 1, 2, 3
     * @return the moment
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    public Outcome<Double> moment(int order) {
        if (order < 1 || order > 3) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        double sum = 0;
        for (int k = unabsorbed.length - 1; k >= 0; k--) {
            double factor = order;
            for (int i = 1; i < order; i++) {
                factor *= k + i;
            }
            sum += factor * unabsorbed[k];
        }
        return new Outcome.Known<>(sum / Math.pow(rate, order), METHOD);
    }
}
