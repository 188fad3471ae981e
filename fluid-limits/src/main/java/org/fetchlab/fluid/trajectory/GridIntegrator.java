package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.fetchlab.fluid.process.MeanField;

/**
 * Solves a smooth system of ordinary differential equations of fixed dimension and returns the solution at given times.
 *
 * <p>Method: the adaptive Dormand–Prince 8(5,3) pair. A step ends at each of the times, where the solution is within the
 * tolerance whatever the length of the step. (Interpolation inside a step at the limit of stability is not.)
 *
 * @param tolerance the absolute and relative local error allowed in each coordinate, in [1e-13, 1e-3]
 */
public record GridIntegrator(double tolerance) {
    private static final double SHORTEST_STEP = 1e-12;
    /** How many local errors may take the solution of a sound field out of its state space. */
    private static final double MOST_LOCAL_ERRORS = 100;

    /**
     * Checks the tolerance.
     *
     * @param tolerance the local error allowed
     * @throws IllegalArgumentException if it is out of range
     */
    public GridIntegrator {
        if (!(tolerance >= 1e-13 && tolerance <= 1e-3)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must lie in [1e-13, 1e-3]");
        }
    }

    /**
     * The solution at given times.
     *
     * @param field the right-hand side
     * @param initial the state at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return one state for each time
     * @throws IllegalArgumentException if the initial state is none, the times are out of range or order, or the solution
     *     leaves the state space by more than the tolerance explains
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public List<double[]> solve(MeanField field, double[] initial, double... times) {
        field.requireState(initial);
        List<double[]> states = new ArrayList<>(times.length);
        double[] state = initial.clone();
        double now = 0;
        for (double time : SampleTimes.checked(times)) {
            if (time - now > SHORTEST_STEP * Math.max(1, time)) {
                advance(new Equations(field), now, state, time);
                now = time;
            }
            requireSolution(field, state, time);
            states.add(state.clone());
        }
        return states;
    }

    private void advance(Equations equations, double from, double[] state, double to) {
        try {
            new DormandPrince853Integrator(SHORTEST_STEP, Math.max(to - from, 1), tolerance, tolerance)
                    .integrate(equations, from, state, to, state);
        } catch (MathIllegalArgumentException | MathIllegalStateException e) {
            throw new IllegalStateException("the equations cannot be solved to tolerance " + tolerance, e);
        }
    }

    private void requireSolution(MeanField field, double[] state, double time) {
        field.violation(state, Math.max(MeanField.ROUNDING, MOST_LOCAL_ERRORS * tolerance))
                .ifPresent(reason -> {
                    throw new IllegalArgumentException("the solution has left the state space at time " + time + ": "
                            + reason + "; a transition whose jump leads out must have the rate 0 there");
                });
    }

    private record Equations(MeanField field) implements FirstOrderDifferentialEquations {
        @Override
        public int getDimension() {
            return field.dimension();
        }

        @Override
        public void computeDerivatives(double t, double[] y, double[] derivatives) {
            field.drift(y, derivatives);
        }
    }
}
