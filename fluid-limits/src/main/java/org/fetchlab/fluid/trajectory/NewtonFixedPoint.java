package org.fetchlab.fluid.trajectory;

import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.MeanField;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.model.result.Outcome;

/**
 * Fixed points of processes without a closed form: the trajectory is followed for a while, and Newton's method with the
 * exact Jacobian does the rest.
 *
 * <p>Steps are halved until they stay in the state space and reduce the drift. A point is accepted when the trajectory has
 * halved its distance to it, so that it is the one the trajectory leads to; until then the trajectory is followed twice as
 * long each time, up to 1024 times the first approach.
 *
 * @param approach how long the trajectory is followed before Newton's method is tried first, in units of time; positive
 */
public record NewtonFixedPoint(double approach) {
    private static final int MOST_DOUBLINGS = 10;
    private static final int MOST_ITERATIONS = 50;
    private static final double SHORTEST_STEP = 1e-6;
    private static final double RESIDUAL = 1e-12;
    private static final double APPROACH_TOLERANCE = 1e-8;
    /** A distance that the error of the trajectory explains. */
    private static final double REACHED = 100 * APPROACH_TOLERANCE;

    private static final String METHOD = "Newton's method from a point of the trajectory";

    /**
     * Checks the time.
     *
     * @param approach how long the trajectory is followed first
     * @throws IllegalArgumentException if it is not positive and finite
     */
    public NewtonFixedPoint {
        if (!(approach > 0 && approach < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("approach time " + approach + " must be positive and finite");
        }
    }

    /**
     * The fixed point that the solution from a state leads to.
     *
     * @param process a process with independent coordinates (no conserved quantity)
     * @param initial the state to start from
     * @return a state with |F| &lt; 1e-12 in every coordinate and a Jacobian of negative spectral abscissa; none if the
     *     trajectory is not seen to lead to such a state
     * @throws IllegalArgumentException if the initial state is none, or the trajectory leaves the state space
     */
    public Outcome<double[]> from(PopulationProcess process, double[] initial) {
        double[] before = initial;
        double time = approach;
        Outcome<double[]> answer = none("the trajectory was not followed");
        for (int doubling = 0; doubling <= MOST_DOUBLINGS; doubling++) {
            double[] state = follow(process, before, time);
            answer = newton(process, state);
            if (answer instanceof Outcome.Known<double[]> point && isApproached(point.answer(), before, state)) {
                return stable(process, point.answer());
            }
            before = state;
            time = approach * Math.pow(2, doubling);
        }
        return answer instanceof Outcome.None<double[]>
                ? answer
                : none("the trajectory is not seen to come closer to a fixed point within " + 2 * time
                        + " units of time; follow it longer, or start elsewhere");
    }

    private static double[] follow(PopulationProcess process, double[] initial, double time) {
        return new GridIntegrator(APPROACH_TOLERANCE)
                .solve(process, initial, time)
                .get(0);
    }

    private static boolean isApproached(double[] point, double[] before, double[] after) {
        double distance = distance(point, after);
        return distance <= REACHED || distance <= distance(point, before) / 2;
    }

    private static double distance(double[] a, double[] b) {
        return new ArrayRealVector(a, false).getLInfDistance(new ArrayRealVector(b, false));
    }

    /** The point in the state space that Newton's method finds from a state, stable or not. */
    private static Outcome<double[]> newton(PopulationProcess process, double[] start) {
        double[] state = start;
        double residual = residual(process, state);
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            Optional<double[]> step = step(process, state);
            if (step.isEmpty()) {
                return none("the Jacobian is singular, so that either a quantity is conserved (leave its coordinate"
                        + " out) or there is no isolated fixed point");
            }
            double[] next = damped(process, state, step.get(), residual);
            double after = residual(process, next);
            if (residual < RESIDUAL && !(after < residual / 2)) {
                return new Outcome.Known<>(state, METHOD);
            }
            if (!(after < residual)) {
                return none("no Newton step reduces the drift inside the state space");
            }
            state = next;
            residual = after;
        }
        return none(
                String.format(Locale.ROOT, "the drift is still %.3g after %d iterations", residual, MOST_ITERATIONS));
    }

    /** The longest step of those halved that stays in the state space and reduces the drift; no step if there is none. */
    private static double[] damped(PopulationProcess process, double[] state, double[] step, double residual) {
        for (double share = 1; share > SHORTEST_STEP; share /= 2) {
            double[] next = state.clone();
            for (int i = 0; i < next.length; i++) {
                next[i] -= share * step[i];
            }
            if (process.violation(next, MeanField.ROUNDING).isEmpty()
                    && residual(process, next) < (1 - share / 4) * residual) {
                return next;
            }
        }
        return state;
    }

    private static double residual(PopulationProcess process, double[] state) {
        return new ArrayRealVector(drift(process, state), false).getLInfNorm();
    }

    private static double[] drift(PopulationProcess process, double[] state) {
        double[] drift = new double[state.length];
        process.drift(state, drift);
        return drift;
    }

    /** J^{-1} F; empty if the Jacobian is singular. */
    private static Optional<double[]> step(PopulationProcess process, double[] state) {
        BandMatrix jacobian = BandMatrix.jacobianOf(process);
        process.jacobian(state, jacobian);
        DecompositionSolver solver =
                new LUDecomposition(new Array2DRowRealMatrix(jacobian.toArray(), false)).getSolver();
        return solver.isNonSingular()
                ? Optional.of(solver.solve(new ArrayRealVector(drift(process, state), false))
                        .toArray())
                : Optional.empty();
    }

    private static Outcome<double[]> stable(PopulationProcess process, double[] state) {
        double abscissa = LinearStability.spectralAbscissa(process, state);
        return abscissa < 0
                ? new Outcome.Known<>(state, METHOD)
                : new Outcome.None<>(METHOD, "the fixed point found is not stable: spectral abscissa " + abscissa);
    }

    private static Outcome<double[]> none(String reason) {
        return new Outcome.None<>(METHOD, "no fixed point found: " + reason);
    }
}
