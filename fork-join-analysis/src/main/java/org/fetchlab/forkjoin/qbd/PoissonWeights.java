package org.fetchlab.forkjoin.qbd;

/**
 * The probabilities of a Poisson law that matter, from the ratios of neighbours outwards from its mode, divided by their sum:
 * the formula at the mode loses as many digits as the mean has.
 */
final class PoissonWeights {
    private static final double NEGLIGIBLE = 1e-20;

    private final int first;
    private final double[] weights;

    private PoissonWeights(int first, double[] weights) {
        this.first = first;
        this.weights = weights;
    }

    static PoissonWeights of(double mean) {
        int mode = (int) mean;
        double peak = 1;
        int first = mode;
        for (double weight = peak; first > 0 && weight > NEGLIGIBLE * peak; first--) {
            weight *= first / mean;
        }
        int last = mode;
        for (double weight = peak; weight > NEGLIGIBLE * peak; last++) {
            weight *= mean / (last + 1);
        }
        double[] weights = new double[last - first + 1];
        weights[mode - first] = peak;
        for (int k = mode; k > first; k--) {
            weights[k - 1 - first] = weights[k - first] * k / mean;
        }
        for (int k = mode; k < last; k++) {
            weights[k + 1 - first] = weights[k - first] * mean / (k + 1);
        }
        double sum = Matrices.sum(weights);
        for (int k = 0; k < weights.length; k++) {
            weights[k] /= sum;
        }
        return new PoissonWeights(first, weights);
    }

    /** {@code Σ_k P{K = k} values[k]}; values beyond the end count as zero. */
    double mean(double[] values) {
        double sum = 0;
        for (int k = first; k < Math.min(values.length, first + weights.length); k++) {
            sum += weights[k - first] * values[k];
        }
        return sum;
    }
}
