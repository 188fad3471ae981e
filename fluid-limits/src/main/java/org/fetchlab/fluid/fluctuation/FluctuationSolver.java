package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.LinearStability;
import org.fetchlab.fluid.trajectory.SampleTimes;
import org.fetchlab.model.result.Outcome;

/**
 * Gaussian fluctuations and 1/n refinements of a population process, over time and at a fixed point.
 *
 * <p>Sources: Kurtz 1978 and Budhiraja and Friedlander 2019 for the covariance; Gast and Van Houdt, SIGMETRICS 2018, and
 * Gast, Bortolussi and Tribastone, Performance Evaluation 2019, for the 1/n term at a fixed point and over time.
 *
 * @param tolerance the local error of numerical integration, in [1e-13, 1e-3]
 */
public record FluctuationSolver(double tolerance) {
    /**
     * Checks the tolerance.
     *
     * @param tolerance the local error of numerical integration
     * @throws IllegalArgumentException if it is out of range
     */
    public FluctuationSolver {
        new GridIntegrator(tolerance);
    }

    /**
     * Mean, covariance and 1/n term of a population that starts from a given state exactly.
     *
     * @param process the process
     * @param initial the state at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the moments at those times
     * @throws IllegalArgumentException if the initial state is none, or the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public List<MomentPoint> overTime(PopulationProcess process, double[] initial, double... times) {
        process.requireState(initial);
        MomentEquations equations = new MomentEquations(process);
        List<double[]> states = new GridIntegrator(tolerance).solve(equations, equations.start(initial), times);
        List<MomentPoint> points = new ArrayList<>(times.length);
        for (int i = 0; i < times.length; i++) {
            points.add(new MomentPoint(times[i], equations.moments(states.get(i))));
        }
        return points;
    }

    /**
     * Mean, covariance and 1/n term of the stationary population: {@code JΣ + ΣJᵀ + Φ = 0} and
     * {@code JV + ½F''[Σ] + C = 0}.
     *
     * @param process the process
     * @param fixedPoint a state in which the drift vanishes
     * @return the moments; none if the fixed point is not stable
     */
    public Outcome<Moments> stationary(PopulationProcess process, double[] fixedPoint) {
        String method = "Lyapunov equation at the fixed point";
        process.requireState(fixedPoint);
        if (!(LinearStability.spectralAbscissa(process, fixedPoint) < 0)) {
            return new Outcome.None<>(method, "the fixed point is not stable, so that fluctuations grow without limit");
        }
        int size = process.dimension();
        BandMatrix jacobian = BandMatrix.jacobianOf(process);
        process.jacobian(fixedPoint, jacobian);
        double[][] noise = new double[size][size];
        process.noise(fixedPoint, noise);
        double[][] dense = jacobian.toArray();
        Optional<double[][]> covariance = LyapunovEquation.solve(dense, noise);
        if (covariance.isEmpty()) {
            return new Outcome.None<>(method, "the Lyapunov equation is too ill-conditioned to be solved");
        }
        double[] source = new double[size];
        double[] correction = new double[size];
        process.curvature(fixedPoint, covariance.get(), source);
        process.finiteSizeCorrection(fixedPoint, correction);
        double[] refinement = new LUDecomposition(new Array2DRowRealMatrix(dense, false))
                .getSolver()
                .solve(new ArrayRealVector(source)
                        .add(new ArrayRealVector(correction))
                        .mapMultiply(-1))
                .toArray();
        return new Outcome.Known<>(new Moments(fixedPoint.clone(), covariance.get(), refinement), method);
    }

    /**
     * The covariance between two times of a population that starts from a given state exactly:
     * {@code Cov(X(t), X(s)) = Ψ(t, s) Σ(s)} with {@code dΨ/dt = J(x(t)) Ψ}, {@code Ψ(s, s) = I}.
     *
     * @param process the process
     * @param initial the state at time 0
     * @param earlier s, positive
     * @param later t, greater than s, finite
     * @return the matrix whose entry (i, j) is Cov(X_i(t), X_j(s))
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public double[][] crossCovariance(PopulationProcess process, double[] initial, double earlier, double later) {
        SampleTimes.checked(0, earlier, later);
        Moments start = overTime(process, initial, earlier).get(0).moments();
        return propagated(process, start, later - earlier);
    }

    /**
     * The covariance between the states of a population now and a lag later, from its moments now:
     * {@code Ψ(lag) Σ}. At a fixed point this is the stationary autocovariance {@code e^{J lag} Σ}.
     *
     * @param process the process
     * @param now the moments now
     * @param lag how much later, positive and finite
     * @return the matrix whose entry (i, j) is Cov(X_i(lag), X_j(0))
     * @throws IllegalArgumentException if the lag is out of range
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public double[][] propagated(PopulationProcess process, Moments now, double lag) {
        PropagatorEquations equations = new PropagatorEquations(process);
        double[] state = new GridIntegrator(tolerance)
                .solve(equations, equations.start(now.mean(), now.covariance()), lag)
                .get(0);
        return equations.matrix(state);
    }
}
