package org.fetchlab.fluid.trajectory;

import java.util.Locale;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.model.result.Outcome;

/**
 * Fixed points of processes without a closed form: the trajectory is followed for a while, and Newton's method with the
 * exact Jacobian does the rest.
 *
 * @param approach how long the trajectory is followed before Newton's method takes over, in units of time; positive
 */
public record NewtonFixedPoint(double approach) {
    private static final int MOST_ITERATIONS = 50;
    private static final double RESIDUAL = 1e-12;
    private static final double APPROACH_TOLERANCE = 1e-8;
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
     * @return a state with |F| &lt; 1e-12 in every coordinate and a Jacobian of negative spectral abscissa; none if there is
     *     no such state near the end of the approach
     */
    public Outcome<double[]> from(PopulationProcess process, double[] initial) {
        double[] state = new GridIntegrator(APPROACH_TOLERANCE)
                .solve(process, initial, approach)
                .get(0);
        double[] drift = new double[state.length];
        BandMatrix jacobian = BandMatrix.jacobianOf(process);
        double before = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            process.drift(state, drift);
            double residual = new ArrayRealVector(drift, false).getLInfNorm();
            if (residual < RESIDUAL && !(residual < before / 2)) {
                return stable(process, state);
            }
            before = residual;
            process.jacobian(state, jacobian);
            try {
                subtractSolution(jacobian, drift, state);
            } catch (SingularMatrixException e) {
                return new Outcome.None<>(
                        METHOD,
                        "no fixed point: the Jacobian is singular, so that either a quantity is"
                                + " conserved (leave its coordinate out) or there is no isolated fixed point");
            }
        }
        return new Outcome.None<>(
                METHOD,
                String.format(
                        Locale.ROOT,
                        "no fixed point found: the drift is still %.3g after %d iterations",
                        before,
                        MOST_ITERATIONS));
    }

    private static Outcome<double[]> stable(PopulationProcess process, double[] state) {
        double abscissa = LinearStability.spectralAbscissa(process, state);
        return abscissa < 0
                ? new Outcome.Known<>(state, METHOD)
                : new Outcome.None<>(METHOD, "the fixed point found is not stable: spectral abscissa " + abscissa);
    }

    private static void subtractSolution(BandMatrix jacobian, double[] drift, double[] state) {
        double[] step = new LUDecomposition(new Array2DRowRealMatrix(jacobian.toArray(), false))
                .getSolver()
                .solve(new ArrayRealVector(drift))
                .toArray();
        for (int i = 0; i < state.length; i++) {
            state[i] -= step[i];
        }
    }
}
