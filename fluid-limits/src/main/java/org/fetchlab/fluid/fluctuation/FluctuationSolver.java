package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.FixedRegime;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.process.SizeExpansion;
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
    /** The tail, at stationarity in units of the first, below which covariances are left out: they are smaller still. */
    public static final double NEGLIGIBLE_TAIL = 1e-15;
    /** The longest queue for which covariances are computed. */
    public static final int MOST_LEVELS = 700;

    /** How far a state may be from a fixed point: the drift there, in units of the fastest rate. */
    private static final double FIXED = 1e-8;

    private static final String EQUATIONS = "moment equations, Dormand-Prince 8(5,3)";
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
        List<MomentPoint> points = new ArrayList<>(times.length);
        follow(equations, equations.start(initial), new Stretch(0, 0, times[times.length - 1], times), points);
        return points;
    }

    /**
     * Mean, covariance and 1/n term of batch sampling from given queue lengths. As many levels are carried at each time as are
     * in use.
     *
     * @param process the process, with any truncation
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the moments at those times; none if more than {@link #MOST_LEVELS} queue lengths come into use
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Outcome<List<MomentPoint>> overTime(BatchSampling process, QueueTails initial, double... times) {
        SampledTrajectory path = trajectories().sample(process, initial, LevelPlan.grid(times));
        return planned(path, times).map(stretches -> along(process, initial, stretches));
    }

    /**
     * Mean, covariance and 1/n term of batch sampling with a given truncation from a given state exactly. As many of its levels are
     * carried at each time as are in use, and the others are empty.
     *
     * @param process the process
     * @param initial the state at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the moments at those times, for all levels of the process
     * @throws IllegalArgumentException if the initial state is none, or the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public List<MomentPoint> overTime(BatchSampling process, double[] initial, double... times) {
        process.requireState(initial);
        QueueTails tails = QueueTails.of(process.tails(initial));
        SampledTrajectory path = trajectories().sample(process, tails, LevelPlan.grid(times));
        List<Stretch> stretches = new LevelPlan(path, times)
                .stretches().stream()
                        .map(stretch -> stretch.withAtMost(process.levels()))
                        .toList();
        return along(process, tails, stretches).stream()
                .map(point -> new MomentPoint(
                        point.time(), point.moments().map(moments -> moments.withLevels(process.levels()))))
                .toList();
    }

    private List<MomentPoint> along(BatchSampling process, QueueTails initial, List<Stretch> stretches) {
        List<MomentPoint> points = new ArrayList<>();
        BatchSampling first = process.withLevels(stretches.get(0).levels());
        MomentEquations equations = new MomentEquations(first);
        double[] state = equations.start(first.stateOf(initial));
        for (Stretch stretch : stretches) {
            MomentEquations wider = new MomentEquations(process.withLevels(stretch.levels()));
            state = follow(wider, equations.widened(state, wider), stretch, points);
            equations = wider;
        }
        return points;
    }

    /** Moves to the end of a stretch, and adds a point for each of its times. */
    private double[] follow(MomentEquations equations, double[] state, Stretch stretch, List<MomentPoint> points) {
        List<double[]> states = new GridIntegrator(tolerance).solve(equations, state, stretch.offsets());
        for (int i = 0; i < stretch.times().length; i++) {
            Moments moments = equations.moments(states.get(i));
            points.add(new MomentPoint(stretch.times()[i], new Outcome.Known<>(moments, EQUATIONS)));
        }
        return states.get(states.size() - 1);
    }

    /**
     * Mean, covariance and 1/n term of a population with a switching drift that starts from a given state exactly. As many levels are
     * carried at each time as are in use.
     *
     * <p>The 1/n term is known until the path comes off a surface along which it has slid.
     *
     * @param process the process, with any truncation
     * @param initial the queue lengths at time 0
     * @param times at least 0, increasing; the last one positive and finite
     * @return the moments at those times, without moments from the time on at which the path touches the end of a regime
     *     without crossing it; none if more than {@link #MOST_LEVELS} queue lengths come into use
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Outcome<List<MomentPoint>> overTime(SwitchingProcess process, QueueTails initial, double... times) {
        SampledTrajectory path = trajectories().sample(process, initial, LevelPlan.grid(times));
        return planned(path, times).map(stretches -> {
            SwitchingProcess first = process.withLevels(stretches.get(0).levels());
            return new SwitchingMoments(first, first.stateOf(initial), tolerance).along(stretches, path.switches());
        });
    }

    private TrajectorySolver trajectories() {
        return TrajectorySolver.withTolerance(tolerance);
    }

    private static Outcome<List<Stretch>> planned(SampledTrajectory path, double[] times) {
        List<Stretch> stretches = new LevelPlan(path, times).stretches();
        int levels = stretches.get(stretches.size() - 1).levels();
        return levels <= MOST_LEVELS ? new Outcome.Known<>(stretches, EQUATIONS) : tooManyLevels(levels);
    }

    /**
     * No moments, because too many queue lengths are in use.
     *
     * @param <T> what was asked for
     * @param levels the longest queue
     * @return none, with that reason
     */
    public static <T> Outcome<T> tooManyLevels(int levels) {
        return new Outcome.None<>(
                "moments",
                "queues of " + levels + " lengths are in use, and covariances are computed for at most " + MOST_LEVELS);
    }

    /**
     * Mean, covariance and 1/n term of the stationary population: {@code JΣ + ΣJᵀ + Φ = 0} and
     * {@code JV + ½F''[Σ] + C = 0}.
     *
     * @param process the process
     * @param fixedPoint a state in which the drift vanishes
     * @return the moments; none if the fixed point is not stable
     * @throws IllegalArgumentException if the state is none, or the drift does not vanish there to eight digits
     */
    public Outcome<Moments> stationary(PopulationProcess process, double[] fixedPoint) {
        process.requireState(fixedPoint);
        return stationaryCovariance(process, fixedPoint)
                .map(covariance ->
                        Moments.smooth(fixedPoint.clone(), covariance, correction(process, fixedPoint, covariance)));
    }

    /**
     * Mean, covariance and 1/n term of the stationary population under a switching drift: the equations of the regime in which
     * the fixed point lies, over the coordinates that are free there.
     *
     * @param process the process, with any truncation
     * @param fixedPoint queue lengths at which the drift vanishes
     * @return the moments, for the levels of the fixed point; none if it is not stable or lies where the drift switches
     * @throws IllegalArgumentException if the drift of the free tails does not vanish there to eight digits
     */
    public Outcome<Moments> stationary(SwitchingProcess process, QueueTails fixedPoint) {
        return FixedRegime.of(process, fixedPoint).flatMap(FluctuationSolver::stationary);
    }

    private static Outcome<Moments> stationary(FixedRegime regime) {
        if (regime.isPinned()) {
            return new Outcome.Known<>(moments(regime, new double[0][0], new double[0]), LYAPUNOV);
        }
        SizeExpansion field = regime.field();
        double[] free = regime.freeState();
        return stationaryCovariance(field, free).map(block -> moments(regime, block, correction(field, free, block)));
    }

    private static Moments moments(FixedRegime regime, double[][] covariance, double[] counted) {
        Outcome<double[]> correction = new Outcome.Known<>(regime.complete(counted), Moments.EXPANSION);
        Surroundings around = new Surroundings(regime.rooms(), regime.offSurface(), Double.POSITIVE_INFINITY);
        return new Moments(regime.state(), regime.complete(covariance), correction, around);
    }

    private static Outcome<double[][]> stationaryCovariance(LinearNoiseField field, double[] fixedPoint) {
        requireFixedPoint(field, fixedPoint);
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

    private static void requireFixedPoint(LinearNoiseField field, double[] state) {
        double[] drift = new double[state.length];
        field.drift(state, drift);
        double largest = new ArrayRealVector(drift, false).getLInfNorm();
        double fastest = new Array2DRowRealMatrix(jacobian(field, state), false).getNorm();
        if (!(largest <= FIXED * fastest)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the state is no fixed point: the drift there is %.3g per unit time; NewtonFixedPoint finds one, and"
                            + " overTime gives the moments on the way",
                    largest));
        }
    }

    private static double[][] jacobian(LinearNoiseField field, double[] state) {
        BandMatrix jacobian = BandMatrix.jacobianOf(field);
        field.jacobian(state, jacobian);
        return jacobian.toArray();
    }

    /** V of a stable fixed point. */
    private static double[] correction(SizeExpansion field, double[] fixedPoint, double[][] covariance) {
        double[] source = new double[fixedPoint.length];
        field.meanSource(fixedPoint, covariance, source);
        return new LUDecomposition(new Array2DRowRealMatrix(jacobian(field, fixedPoint), false))
                .getSolver()
                .solve(new ArrayRealVector(source, false).mapMultiply(-1))
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
        Moments start =
                overTime(process, initial, earlier).get(0).moments().value().orElseThrow();
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
        return propagated(process, now.mean(), now.covariance(), lag);
    }

    private double[][] propagated(LinearNoiseField field, double[] mean, double[][] covariance, double lag) {
        PropagatorEquations equations = new PropagatorEquations(field);
        double[] state = new GridIntegrator(tolerance)
                .solve(equations, equations.start(mean, covariance), lag)
                .get(0);
        return equations.matrix(state);
    }

    /**
     * The covariance between two times under a switching drift, of a population that starts from a given state exactly, where the
     * path stays in one regime from the one to the other.
     *
     * @param process the process, with any truncation
     * @param initial the queue lengths at time 0
     * @param earlier s, positive
     * @param later t, greater than s, finite
     * @return the matrix whose entry (i, j) is Cov(X_i(t), X_j(s)); none if the path changes its regime between s and t, or has
     *     no moments at s
     * @throws IllegalArgumentException if the times are out of range or order
     * @throws IllegalStateException if the tolerance cannot be met
     */
    public Outcome<double[][]> crossCovariance(
            SwitchingProcess process, QueueTails initial, double earlier, double later) {
        SampleTimes.checked(0, earlier, later);
        SampledTrajectory path = trajectories().sample(process, initial, earlier, later);
        if (path.switches().stream().anyMatch(change -> change.time() > earlier && change.time() <= later)) {
            return new Outcome.None<>(
                    EQUATIONS,
                    "the regime changes between the two times, and covariances are carried within one regime");
        }
        QueueTails start = path.points().get(0).tails();
        SwitchingProcess wide = process.withLevels(
                Math.max(start.levels(), path.points().get(1).tails().levels()) - 1);
        double[] state = wide.stateOf(start);
        int regime = wide.regime(state);
        return overTime(process, initial, earlier)
                .flatMap(points -> points.get(0).moments())
                .map(moments -> propagated(wide, regime, state, moments, later - earlier));
    }

    /** Carries the covariance of the free coordinates of a regime; what is pinned does not vary. */
    private double[][] propagated(SwitchingProcess process, int regime, double[] state, Moments now, double lag) {
        int first = process.firstFree(regime);
        int end = process.endFree(regime);
        double[][] matrix = new double[state.length][state.length];
        if (first == end) {
            return matrix;
        }
        int known = now.mean().length;
        double[][] block = new double[end - first][end - first];
        for (int i = first; i < Math.min(end, known); i++) {
            for (int j = first; j < Math.min(end, known); j++) {
                block[i - first][j - first] = now.covariance(i, j);
            }
        }
        double[][] later = propagated(process.within(regime), Arrays.copyOfRange(state, first, end), block, lag);
        for (int i = first; i < end; i++) {
            System.arraycopy(later[i - first], 0, matrix[i], first, end - first);
        }
        return matrix;
    }
}
