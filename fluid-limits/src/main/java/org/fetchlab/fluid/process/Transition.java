package org.fetchlab.fluid.process;

import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;

/**
 * One transition of a user-defined population process: for n servers the state jumps by {@code Δ/n} at rate
 * {@code n β(x) + b(x)}. Immutable.
 */
public final class Transition {
    private final String name;
    private final double[] jump;
    private final Rate rate;
    private final Rate finiteSizeTerm;

    private Transition(String name, double[] jump, Rate rate, Rate finiteSizeTerm) {
        this.name = name;
        this.jump = jump;
        this.rate = rate;
        this.finiteSizeTerm = finiteSizeTerm;
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
        for (double change : jump) {
            if (!Double.isFinite(change)) {
                throw new IllegalArgumentException("transition '" + name + "': jump " + change + " must be finite");
            }
        }
        return new Transition(name, jump.clone(), rate, Rate.ZERO);
    }

    /**
     * The same transition with a 1/n term of its rate.
     *
     * @param term b(x), of either sign
     * @return the transition
     */
    public Transition withFiniteSizeTerm(Rate term) {
        return new Transition(name, jump, rate, term);
    }

    /**
     * What messages call it.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * The change of the state, multiplied by n.
     *
     * @return Δ, a copy
     */
    public double[] jump() {
        return jump.clone();
    }

    /**
     * The rate, divided by n.
     *
     * @return β
     */
    public Rate rate() {
        return rate;
    }

    /**
     * The 1/n term of the rate.
     *
     * @return b; {@link Rate#ZERO} if there is none
     */
    public Rate finiteSizeTerm() {
        return finiteSizeTerm;
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
