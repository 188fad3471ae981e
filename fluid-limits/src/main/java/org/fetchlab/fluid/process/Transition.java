package org.fetchlab.fluid.process;

import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;

/**
 * One transition of a user-defined population process: for n servers the state jumps by {@code jump/n} at rate
 * {@code n · rate(x) + finiteSizeTerm(x)}.
 *
 * @param name how messages call it
 * @param jump Δ, one number for each coordinate
 * @param rate β(x), at least 0 in the state space
 * @param finiteSizeTerm b(x), the 1/n term of the rate; {@link Rate#ZERO} if there is none
 */
public record Transition(String name, double[] jump, Rate rate, Rate finiteSizeTerm) {
    /**
     * Copies the jump.
     *
     * @param name how messages call it
     * @param jump Δ
     * @param rate β
     * @param finiteSizeTerm b
     * @throws IllegalArgumentException if the jump has a coordinate that is not finite
     */
    public Transition {
        jump = jump.clone();
        for (double change : jump) {
            if (!Double.isFinite(change)) {
                throw new IllegalArgumentException("transition '" + name + "': jump " + change + " must be finite");
            }
        }
    }

    /**
     * A transition without a 1/n term.
     *
     * @param name how messages call it
     * @param jump Δ, one number for each coordinate
     * @param rate β(x), at least 0 in the state space
     * @return the transition
     * @throws IllegalArgumentException if the jump has a coordinate that is not finite
     */
    public static Transition of(String name, double[] jump, Rate rate) {
        return new Transition(name, jump, rate, Rate.ZERO);
    }

    /**
     * The change of the state, multiplied by n.
     *
     * @return Δ, a copy
     */
    @Override
    public double[] jump() {
        return jump.clone();
    }

    /** A smooth function of the state, written in arithmetic that carries exact derivatives. */
    @FunctionalInterface
    public interface Rate {
        /** The function 0. */
        Rate ZERO = state -> state[0].getField().getZero();

        /**
         * The value at a state.
         *
         * @param state one variable for each coordinate
         * @return the value, computed from the variables by their own operations
         */
        DerivativeStructure at(DerivativeStructure[] state);
    }
}
