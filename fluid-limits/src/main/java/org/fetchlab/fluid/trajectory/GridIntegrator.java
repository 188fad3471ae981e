package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.ode.sampling.StepHandler;
import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.MeanField;

/**
 * Solves a smooth system of ordinary differential equations of fixed dimension and returns the solution at given times.
 *
 * <p>Method: the adaptive Dormand–Prince 8(5,3) pair with its own 7th-order interpolation.
 *
 * @param tolerance the absolute and relative local error allowed in each coordinate, in [1e-13, 1e-3]
 */
public record GridIntegrator(double tolerance) {
    private static final double SHORTEST_STEP = 1e-12;

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
     * @throws IllegalArgumentException if the initial state is none, or the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public List<double[]> solve(MeanField field, double[] initial, double... times) {
        field.requireState(initial);
        List<double[]> states = new ArrayList<>(times.length);
        GridSampler sampler = new GridSampler(times, (time, state) -> states.add(state.clone()));
        double horizon = times[times.length - 1];
        DormandPrince853Integrator integrator =
                new DormandPrince853Integrator(SHORTEST_STEP, Math.max(horizon, 1), tolerance, tolerance);
        integrator.addStepHandler(new Feed(sampler));
        double[] state = initial.clone();
        sampler.begin(state);
        try {
            integrator.integrate(new Equations(field), 0, state, horizon, state);
        } catch (MathIllegalArgumentException | MathIllegalStateException e) {
            throw new IllegalStateException("the equations cannot be solved to tolerance " + tolerance, e);
        }
        sampler.end(state);
        return states;
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

    private record Feed(GridSampler sampler) implements StepHandler {
        @Override
        public void init(double t0, double[] y0, double t) {
            // the sampler has the initial state
        }

        @Override
        public void handleStep(StepInterpolator step, boolean last) {
            sampler.step(step);
        }
    }
}
