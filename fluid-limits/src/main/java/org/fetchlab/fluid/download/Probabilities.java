package org.fetchlab.fluid.download;

/** The check of a probability of which a quantile is asked. */
final class Probabilities {
    private Probabilities() {}

    static double checked(double probability) {
        if (!(probability >= 0 && probability < 1)) {
            throw new IllegalArgumentException("probability " + probability + " must lie in [0, 1)");
        }
        return probability;
    }
}
