package org.fetchlab.cli.study;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.fetchlab.fluid.fluctuation.DiffusionEnsemble;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.model.result.QueueTails;

/**
 * A quantity that depends on the queue lengths of all servers, in tail coordinates (index i belongs to s_{i+1}).
 *
 * @param name how results call it
 * @param linear its weights; empty when it is not linear, so that only paths tell how it fluctuates
 * @param value its value at given tails
 */
public record Functional(String name, Optional<LinearFunctional> linear, ToDoubleFunction<double[]> value) {
    /** The mean number of jobs per server. */
    public static final Functional MEAN_QUEUE = linear("mean_queue", LinearFunctional.meanQueue());

    /**
     * The value of a distribution of queue lengths.
     *
     * @param tails the distribution
     * @return the value
     */
    public double of(QueueTails tails) {
        return value.applyAsDouble(Arrays.copyOfRange(tails.toArray(), 1, tails.levels()));
    }

    /**
     * A linear functional.
     *
     * @param name how results call it
     * @param functional its weights
     * @return the functional
     */
    public static Functional linear(String name, LinearFunctional functional) {
        return new Functional(name, Optional.of(functional), functional::of);
    }

    /**
     * The least queue length that a share of the servers does not exceed.
     *
     * @param name how results call it
     * @param share in (0, 1)
     * @return the functional
     * @throws IllegalArgumentException if the share is out of range
     */
    public static Functional level(String name, double share) {
        return new Functional(name, Optional.empty(), DiffusionEnsemble.levelHolding(share));
    }
}
