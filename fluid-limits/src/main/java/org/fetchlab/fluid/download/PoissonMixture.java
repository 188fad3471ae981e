package org.fetchlab.fluid.download;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * Uniformisation: {@code Σ_r e^{−νx} (νx)^r / r! · a_r} for several sequences a at once, which are zero after the last stored
 * term. All terms are positive.
 */
final class PoissonMixture {
    private static final double NEGLIGIBLE = 1e-18;

    private final double rate;
    private final List<double[]> terms;

    /** Mixtures of the sequences {@code r -> terms.get(r)[j]}, one for each j, at Poisson rate ν. */
    PoissonMixture(double rate, List<double[]> terms) {
        this.rate = rate;
        this.terms = List.copyOf(terms);
    }

    void at(double time, double[] sums) {
        Arrays.fill(sums, 0);
        double mean = rate * time;
        if (mean == 0) {
            System.arraycopy(terms.get(0), 0, sums, 0, sums.length);
            return;
        }
        int mode = (int) Math.min(mean, terms.size() - 1);
        double weight = Math.exp(mode * Math.log(mean) - mean - LogGamma.value(mode + 1.0));
        double up = weight;
        for (int r = mode; r < terms.size() && up > NEGLIGIBLE * weight; r++) {
            addTerm(r, up, sums);
            up *= mean / (r + 1);
        }
        double down = weight * mode / mean;
        for (int r = mode - 1; r >= 0 && down > NEGLIGIBLE * weight; r--) {
            addTerm(r, down, sums);
            down *= r / mean;
        }
    }

    private void addTerm(int r, double weight, double[] sums) {
        double[] term = terms.get(r);
        for (int j = 0; j < sums.length; j++) {
            sums[j] += weight * term[j];
        }
    }
}
