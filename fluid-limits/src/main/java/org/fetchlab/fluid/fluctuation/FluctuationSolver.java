package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.FixedRegime;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.LinearStability;
import org.fetchlab.fluid.trajectory.SampleTimes;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TrajectorySolver;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * Gaussian fluctuations and 1/n refinements of a population process, over time and at a fixed point.
 *
 * <p>Sources: Kurtz 1978 and Budhiraja and Friedlander 2019 for the covariance; Gast and Van Houdt, SIGMETRICS 2018, and
 * Gast, Bortolussi and Tribastone, Performance Evaluation 2019, for the 1/n term at a fixed point and over time.
 *
 * @param tolerance the local error of numerical integration, in [1e-13, 1e-3]
 */
public record FluctuationSolver(double tolerance) {
    private static final String LYAPUNOV = "Lyapunov equation at the fixed point";

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
     * Mean and covariance of a population with a switching drift that starts from a given state exactly.
     *
     * <p>The 1/n term is known, and vanishes, until the path enters a regime that slides along a surface.
     *
     * @param process the process, with any truncation: as many levels are taken as the path uses
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the moments at those times; none if the path touches the end of a regime without crossing it
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Outcome<List<MomentPoint>> overTime(SwitchingProcess process, QueueTails initial, double... times) {
        SampledTrajectory path = TrajectorySolver.withTolerance(tolerance).sample(process, initial, times);
        int levels = path.points().get(times.length - 1).tails().levels() - 1;
        SwitchingProcess wide = process.withLevels(levels);
        return new SwitchingMoments(wide, wide.stateOf(initial), tolerance).at(times, path.switches());
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
        process.requireState(fixedPoint);
        return stationaryCovariance(process, fixedPoint)
                .map(covariance ->
                        Moments.smooth(fixedPoint.clone(), covariance, correction(process, fixedPoint, covariance)));
    }

    /**
     * Mean and covariance of the stationary population under a switching drift: the Lyapunov equation of the regime in which
     * the fixed point lies, over the coordinates that are free there.
     *
     * @param process the process, with any truncation
     * @param fixedPoint queue lengths at which the drift vanishes
     * @return the moments, for the levels of the fixed point; none if it is not stable or lies where the drift switches
     */
    public Outcome<Moments> stationary(SwitchingProcess process, QueueTails fixedPoint) {
        return FixedRegime.of(process, fixedPoint).flatMap(FluctuationSolver::stationary);
    }

    private static Outcome<Moments> stationary(FixedRegime regime) {
        Outcome<double[][]> free = regime.isPinned()
                ? new Outcome.Known<>(new double[0][0], LYAPUNOV)
                : stationaryCovariance(regime.field(), regime.freeState());
        return free.map(block -> SwitchingMoments.moments(
                regime.state(), regime.complete(block), regime.hasExactMean(), regime.rooms()));
    }

    private static Outcome<double[][]> stationaryCovariance(LinearNoiseField field, double[] fixedPoint) {
        if (!(LinearStability.spectralAbscissa(field, fixedPoint) < 0)) {
            return new Outcome.None<>(
                    LYAPUNOV, "the fixed point is not stable, so that fluctuations grow without limit");
        }
        double[][] noise = new double[field.dimension()][field.dimension()];
        field.noise(fixedPoint, noise);
        Optional<double[][]> covariance = LyapunovEquation.solve(jacobian(field, fixedPoint), noise);
        return covariance.isPresent()
                ? new Outcome.Known<>(covariance.get(), LYAPUNOV)
                : new Outcome.None<>(LYAPUNOV, "the Lyapunov equation is too ill-conditioned to be solved");
    }

    private static double[][] jacobian(LinearNoiseField field, double[] state) {
        BandMatrix jacobian = BandMatrix.jacobianOf(field);
        field.jacobian(state, jacobian);
        return jacobian.toArray();
    }

    /** V of a stable fixed point. */
    private static double[] correction(PopulationProcess process, double[] fixedPoint, double[][] covariance) {
        double[] source = new double[fixedPoint.length];
        double[] correction = new double[fixedPoint.length];
        process.curvature(fixedPoint, covariance, source);
        process.finiteSizeCorrection(fixedPoint, correction);
        return new LUDecomposition(new Array2DRowRealMatrix(jacobian(process, fixedPoint), false))
                .getSolver()
                .solve(new ArrayRealVector(source)
                        .add(new ArrayRealVector(correction))
                        .mapMultiply(-1))
                .toArray();
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
