package org.fetchlab.fluid.process;

import org.apache.commons.numbers.combinatorics.Factorial;

/**
 * {@code L! ζ(j, r)} of Budhiraja and Friedlander 2019: the mean number of the k joined queues that have length j, as a function
 * of the fractions a of shorter, b of equal and c of longer queues:
 *
 * <pre>  ζ = Σ_{i₁ &lt; k} Σ_{i₂ = 1}^{L−i₁} a^{i₁}/i₁! · b^{i₂}/i₂! · c^{i₃}/i₃! · min(i₂, k−i₁),   i₃ = L−i₁−i₂, 0⁰ = 1.</pre>
 *
 * A derivative of x^i/i! is x^{i−1}/(i−1)!, so that all derivatives of ζ have the same form.
 *
 * @param sampled L
 * @param joined k
 */
record JoinRate(int sampled, int joined) {
    /** The derivative of L! ζ of the given orders in a, b and c. */
    double at(double a, double b, double c, int orderA, int orderB, int orderC) {
        double sum = 0;
        for (int i1 = orderA; i1 < joined; i1++) {
            for (int i2 = Math.max(1, orderB); i1 + i2 + orderC <= sampled; i2++) {
                sum += term(a, i1 - orderA)
                        * term(b, i2 - orderB)
                        * term(c, sampled - i1 - i2 - orderC)
                        * Math.min(i2, joined - i1);
            }
        }
        return sum * Factorial.doubleValue(sampled);
    }

    private static double term(double base, int exponent) {
        return Math.pow(base, exponent) / Factorial.doubleValue(exponent);
    }
}
