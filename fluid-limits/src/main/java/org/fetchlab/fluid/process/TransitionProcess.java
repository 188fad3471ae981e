package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;

/**
 * A population process that is defined by its transitions. Jacobian and second derivatives come from automatic
 * differentiation of the rates and are exact.
 *
 * <p>When it is made, every transition is examined in the middle of every facet of the state space: no rate may be negative,
 * and none may lead out of the space. Rates, derivatives and 1/n terms are checked again whenever they are evaluated. Outside
 * the space, where methods of integration put trial points, the rates are those at a point of the space nearby.
 *
 * <p>Cost: the derivatives of one rate in d coordinates take of the order of d² operations for each operation in it; fine up
 * to some tens of coordinates.
 */
public final class TransitionProcess implements PopulationProcess, EventTypes {
    /** How far below zero rounding may bring a rate. */
    private static final double ROUNDING = 1e-7;

    private final StateSpace space;
    private final List<Transition> transitions;
    private final double[][] jumps;

    private TransitionProcess(StateSpace space, List<Transition> transitions) {
        this.space = space;
        this.transitions = List.copyOf(transitions);
        this.jumps = transitions.stream().map(Transition::jump).toArray(double[][]::new);
    }

    /**
     * A process from its transitions.
     *
     * @param space the state space
     * @param transitions at least one, with jumps of the dimension of the space
     * @return the process
     * @throws IllegalArgumentException if a jump has another dimension, a rate is negative or not finite in the middle of a
     *     facet, or a transition leads out of the state space there
     */
    public static TransitionProcess of(StateSpace space, List<Transition> transitions) {
        if (transitions.isEmpty()) {
            throw new IllegalArgumentException("a process needs at least one transition");
        }
        TransitionProcess process = new TransitionProcess(space, transitions);
        for (int type = 0; type < transitions.size(); type++) {
            if (process.jumps[type].length != space.dimension()) {
                throw new IllegalArgumentException("transition '"
                        + transitions.get(type).name() + "' has a jump of length " + process.jumps[type].length
                        + ", but the state has " + space.dimension() + " coordinates");
            }
        }
        for (StateSpace.Facet facet : space.facets()) {
            process.examine(facet);
        }
        return process;
    }

    private void examine(StateSpace.Facet facet) {
        double[] rates = new double[jumps.length];
        rates(facet.middle(), rates);
        for (int type = 0; type < rates.length; type++) {
            if (rates[type] > ROUNDING && facet.isLeftBy(jumps[type])) {
                throw new IllegalArgumentException("transition '"
                        + transitions.get(type).name()
                        + "' leaves the state space at " + Arrays.toString(facet.middle()) + ": its rate there is "
                        + rates[type] + ", but " + facet.name() + " must stay true");
            }
        }
    }

    @Override
    public int dimension() {
        return space.dimension();
    }

    @Override
    public Optional<String> violation(double[] state, double error) {
        return PopulationProcess.super.violation(state, error).or(() -> space.violation(state, error));
    }

    @Override
    public double[][] jumps() {
        return jumps;
    }

    @Override
    public EventTypes events() {
        return this;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a rate is negative or not finite
     */
    @Override
    public void rates(double[] state, double[] rates) {
        double[] inside = space.near(state);
        for (int type = 0; type < rates.length; type++) {
            rates[type] = Math.max(0, rate(type, inside));
        }
    }

    @Override
    public void drift(double[] state, double[] drift) {
        double[] rates = new double[jumps.length];
        rates(state, rates);
        Arrays.fill(drift, 0);
        for (int type = 0; type < rates.length; type++) {
            addJump(type, rates[type], drift);
        }
    }

    @Override
    public int lowerBandwidth() {
        return dimension() - 1;
    }

    @Override
    public int upperBandwidth() {
        return dimension() - 1;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a rate or one of its derivatives is not finite
     */
    @Override
    public void jacobian(double[] state, BandMatrix jacobian) {
        jacobian.clear();
        double[] inside = space.near(state);
        int[] orders = new int[dimension()];
        for (int type = 0; type < jumps.length; type++) {
            DerivativeStructure rate = derivatives(type, inside, 1);
            for (int j = 0; j < dimension(); j++) {
                orders[j] = 1;
                double slope = rate.getPartialDerivative(orders);
                orders[j] = 0;
                for (int i = 0; slope != 0 && i < dimension(); i++) {
                    jacobian.add(i, j, jumps[type][i] * slope);
                }
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a rate or one of its first two derivatives is not finite
     */
    @Override
    public void curvature(double[] state, double[][] covariance, double[] contraction) {
        Arrays.fill(contraction, 0);
        double[] inside = space.near(state);
        int[] orders = new int[dimension()];
        for (int type = 0; type < jumps.length; type++) {
            DerivativeStructure rate = derivatives(type, inside, 2);
            double sum = 0;
            for (int p = 0; p < dimension(); p++) {
                orders[p]++;
                for (int q = 0; q < dimension(); q++) {
                    orders[q]++;
                    sum += rate.getPartialDerivative(orders) * covariance[p][q];
                    orders[q]--;
                }
                orders[p]--;
            }
            addJump(type, sum / 2, contraction);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a 1/n term is not finite
     */
    @Override
    public void finiteSizeCorrection(double[] state, double[] correction) {
        Arrays.fill(correction, 0);
        double[] inside = space.near(state);
        for (int type = 0; type < jumps.length; type++) {
            double term = transitions
                    .get(type)
                    .finiteSizeTerm()
                    .at(variables(inside, 0))
                    .getValue();
            if (!Double.isFinite(term)) {
                throw new IllegalArgumentException(
                        "transition '" + transitions.get(type).name() + "' has the 1/n term " + term
                                + " of its rate at " + Arrays.toString(inside) + ": it must be finite");
            }
            addJump(type, term, correction);
        }
    }

    private void addJump(int type, double factor, double[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] += factor * jumps[type][i];
        }
    }

    private double rate(int type, double[] state) {
        double rate = transitions.get(type).rate().at(variables(state, 0)).getValue();
        if (!(rate >= -ROUNDING && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "transition '" + transitions.get(type).name() + "' has the rate " + rate + " at "
                            + Arrays.toString(state) + ": rates must be finite and at least 0");
        }
        return rate;
    }

    /** A rate with its derivatives, which are finite. */
    private DerivativeStructure derivatives(int type, double[] state, int order) {
        rate(type, state);
        DerivativeStructure rate = transitions.get(type).rate().at(variables(state, order));
        if (!Arrays.stream(rate.getAllDerivatives()).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "transition '" + transitions.get(type).name() + "' has a rate without finite derivatives of order "
                            + order + " at " + Arrays.toString(state)
                            + ": fluctuations need smooth rates (write whole powers as pow(int))");
        }
        return rate;
    }

    private DerivativeStructure[] variables(double[] state, int order) {
        DerivativeStructure[] x = new DerivativeStructure[state.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = new DerivativeStructure(state.length, order, i, state[i]);
        }
        return x;
    }
}
