package org.fetchlab.forkjoin.literature;

import java.util.stream.IntStream;

/**
 * Formulas for the (n, k) fork-join system: Poisson requests of rate &lambda; are copied to n servers with exponential
 * service of rate &mu; and complete when any k copies have. All methods return the mean download time and are defined for
 * the arguments they state; {@link Literature} checks the ranges.
 */
final class WholeFile {
    private WholeFile() {}

    /** {@code H_n = 1 + 1/2 + … + 1/n}. */
    static double harmonic(int n) {
        return IntStream.rangeClosed(1, n).mapToDouble(i -> 1.0 / i).sum();
    }

    /** Joshi, Liu and Soljanin: {@code Σ_{j<k} 1/((n-j)μ-λ)}, for {@code λ < (n-k+1)μ}. */
    static double joshiLiuSoljanin(int n, int k, double lambda, double mu) {
        return IntStream.range(0, k)
                .mapToDouble(j -> 1 / ((n - j) * mu - lambda))
                .sum();
    }

    /** Varki, Merchant and Chen, n = k: {@code (1/μ)(H_n + ρ Σ_i 1/(i(i-ρ)))}, for {@code ρ = λ/μ < 1}. */
    static double varkiMerchantChenLower(int n, double lambda, double mu) {
        double load = lambda / mu;
        double waiting = IntStream.rangeClosed(1, n)
                .mapToDouble(i -> 1 / (i * (i - load)))
                .sum();
        return (harmonic(n) + load * waiting) / mu;
    }

    /** Varki, Merchant and Chen, n = k: their approximation, halfway between their bounds. */
    static double varkiMerchantChen(int n, double lambda, double mu) {
        double load = lambda / mu;
        double first =
                IntStream.rangeClosed(1, n).mapToDouble(i -> 1 / (i - load)).sum();
        double second = IntStream.rangeClosed(1, n)
                .mapToDouble(i -> 1 / (i * (i - load)))
                .sum();
        return (harmonic(n) + load / (2 * (1 - load)) * (first + (1 - 2 * load) * second)) / mu;
    }

    /** Flatto and Hahn, n = k = 2, exact: {@code (12-ρ) / (8(μ-λ))}, for {@code ρ = λ/μ < 1}. */
    static double flattoHahn(double lambda, double mu) {
        return (12 - lambda / mu) / (8 * (mu - lambda));
    }

    /** Nelson and Tantawi, n = k: {@code (H_n/H_2 + (4/11)(1 - H_n/H_2)ρ) (12-ρ)/(8(μ-λ))}, for {@code ρ = λ/μ < 1}. */
    static double nelsonTantawi(int n, double lambda, double mu) {
        double ratio = harmonic(n) / harmonic(2);
        return (ratio + 4.0 / 11 * (1 - ratio) * lambda / mu) * flattoHahn(lambda, mu);
    }
}
