package org.fetchlab.fluid;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.fetchlab.fluid.download.BatchDownload;
import org.fetchlab.fluid.download.CentralizedDownload;
import org.fetchlab.fluid.download.ExponentialLatency;
import org.fetchlab.fluid.download.RedundantKillingDownload;
import org.fetchlab.fluid.fluctuation.DiffusionEnsemble;
import org.fetchlab.fluid.fluctuation.DiffusionPaths;
import org.fetchlab.fluid.fluctuation.DiffusionSolver;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.IndependentQueues;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.NoiseForm;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.FixedRegime;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.Approach;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.fluid.trajectory.LinearStability;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TrajectorySolver;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.result.Verdict;

/**
 * The limits of a large system of exchangeable servers under one routing policy and one load: what it does as the number
 * of servers n goes to infinity, how far n servers stray from that, and how long downloads take.
 *
 * <p>Conventions: the arrival rate is per server; a file is one unit of work, so that pieces of batch sampling and copies
 * of redundant requests are served at rate k and jobs of the other policies at rate 1; the load is the arrival rate; the
 * job in service counts; ties are broken at random.
 *
 * <p>Immutable: {@code with…} methods return a changed copy. Nothing is computed before it is asked for.
 *
 * @param policy the routing policy
 * @param arrivalRate λ, requests per server and unit time, positive and finite
 * @param sampling whether sampled servers are distinct
 * @param initial the queue lengths at time 0
 * @param tolerance the local error of numerical integration, in [1e-13, 1e-3]
 */
public record FluidAnalysis(
        RoutingPolicy policy, double arrivalRate, Sampling sampling, QueueTails initial, double tolerance) {
    /** The largest number of queues that a policy may look at. */
    public static final int MOST_SAMPLED = BatchChoice.MOST_SAMPLED;

    private static final double DEFAULT_TOLERANCE = 1e-10;
    private static final double LONGEST_APPROACH = 1e5;

    private static final QueueTails EMPTY = QueueTails.of(1);

    /**
     * Checks the load and the tolerance.
     *
     * @param policy the routing policy
     * @param arrivalRate λ
     * @param sampling whether sampled servers are distinct
     * @param initial the queue lengths at time 0
     * @param tolerance the local error of numerical integration
     * @throws IllegalArgumentException if a number is out of range
     * @throws NullPointerException if an argument is null
     */
    public FluidAnalysis {
        Objects.requireNonNull(policy, "policy: for example new RoutingPolicy.PowerOfD(2)");
        Objects.requireNonNull(sampling, "sampling: for example Sampling.DISTINCT");
        Objects.requireNonNull(initial, "initial queue lengths: QueueTails.of(1) for an empty system");
        if (!(arrivalRate > 0 && arrivalRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "arrival rate " + arrivalRate + " per server must be positive and finite");
        }
        TrajectorySolver.withTolerance(tolerance);
    }

    /**
     * A system that starts empty and samples distinct servers.
     *
     * @param policy the routing policy
     * @param arrivalRate λ, requests per server and unit time, positive and finite
     * @return the analysis
     * @throws IllegalArgumentException if the arrival rate is out of range
     */
    public static FluidAnalysis of(RoutingPolicy policy, double arrivalRate) {
        return new FluidAnalysis(policy, arrivalRate, Sampling.DISTINCT, EMPTY, DEFAULT_TOLERANCE);
    }

    /**
     * The same system with another way of sampling.
     *
     * @param newSampling whether sampled servers are distinct; it changes the values at finite n alone
     * @return a changed copy
     */
    public FluidAnalysis withSampling(Sampling newSampling) {
        return new FluidAnalysis(policy, arrivalRate, newSampling, initial, tolerance);
    }

    /**
     * The same system from another start.
     *
     * @param newInitial the queue lengths at time 0
     * @return a changed copy
     */
    public FluidAnalysis startingAt(QueueTails newInitial) {
        return new FluidAnalysis(policy, arrivalRate, sampling, newInitial, tolerance);
    }

    /**
     * The same system solved to another tolerance.
     *
     * @param newTolerance the local error of numerical integration, in [1e-13, 1e-3]
     * @return a changed copy
     * @throws IllegalArgumentException if the tolerance is out of range
     */
    public FluidAnalysis withTolerance(double newTolerance) {
        return new FluidAnalysis(policy, arrivalRate, sampling, initial, newTolerance);
    }

    /**
     * Whether the system has a stationary regime.
     *
     * @return stable if λ &lt; 1
     */
    public Verdict verdict() {
        return arrivalRate < 1 ? Verdict.STABLE : Verdict.UNSTABLE;
    }

    /**
     * The queue lengths over time as n goes to infinity. They exist at any load.
     *
     * @param times at least 0, increasing; the last one positive and finite
     * @return the trajectory; none for redundant requests with killing, whose queue lengths alone are no Markov process
     * @throws IllegalArgumentException if the times are out of range or order
     */
    public Outcome<SampledTrajectory> trajectory(double... times) {
        TrajectorySolver solver = TrajectorySolver.withTolerance(tolerance);
        String method = "mean-field equation, Dormand-Prince 8(5,3)";
        Optional<BatchSampling> smooth = PolicyModels.smooth(policy, arrivalRate, sampling);
        if (smooth.isPresent()) {
            return new Outcome.Known<>(solver.sample(smooth.get(), initial, times), method);
        }
        Optional<SwitchingProcess> switching = PolicyModels.switching(policy, arrivalRate);
        return switching.isPresent()
                ? new Outcome.Known<>(
                        solver.sample(switching.get(), initial, times), method + ", sliding along switching surfaces")
                : noMeanField(method);
    }

    /**
     * The queue lengths at stationarity as n goes to infinity.
     *
     * @return the fixed point of the mean-field equation; none if λ >= 1, and for redundant requests with killing
     */
    public Outcome<QueueTails> fixedPoint() {
        Optional<BatchChoice> choice = PolicyModels.choice(policy);
        if (choice.isPresent()) {
            return FixedPoints.batchSampling(choice.get(), arrivalRate);
        }
        if (policy instanceof RoutingPolicy.Centralized centralized) {
            return FixedPoints.centralization(arrivalRate, centralized.share());
        }
        if (PolicyModels.findsIdleServer(policy)) {
            return FixedPoints.idleServerFound(arrivalRate);
        }
        if (policy instanceof RoutingPolicy.RedundantKilling) {
            return noMeanField("fixed point");
        }
        throw PolicyModels.unknown(policy);
    }

    /**
     * The mean queue per server at stationarity as n goes to infinity.
     *
     * @return the mean of the fixed point; for redundant requests with killing {@code λ L E[T]} by Little's law, counting all
     *     copies; none if λ >= 1
     */
    public Outcome<Double> stationaryMeanQueue() {
        if (policy instanceof RoutingPolicy.RedundantKilling killing && verdict() == Verdict.STABLE) {
            double copiesPerTime = arrivalRate * killing.copies();
            double time = download().value().orElseThrow().mean().value().orElseThrow();
            return new Outcome.Known<>(copiesPerTime * time, "Little's law for copies");
        }
        if (isRandom() && verdict() == Verdict.STABLE) {
            return new Outcome.Known<>(arrivalRate / (1 - arrivalRate), "mean queue of M/M/1");
        }
        return fixedPoint().map(QueueTails::meanQueue);
    }

    /**
     * How long the trajectory takes to come within a distance of the fixed point and stay there.
     *
     * @param distance ε, the largest difference allowed in any tail, in (0, 1)
     * @return the time; none if there is no fixed point, or it takes longer than a hundred thousand units of time
     * @throws IllegalArgumentException if the distance is out of range
     */
    public Outcome<Double> timeToReachFixedPoint(double distance) {
        Approach approach = new Approach(distance, LONGEST_APPROACH);
        return fixedPoint().flatMap(goal -> {
            Optional<BatchSampling> smooth = PolicyModels.smooth(policy, arrivalRate, sampling);
            return smooth.isPresent()
                    ? approach.time(smooth.get(), initial, goal)
                    : approach.time(PolicyModels.switching(policy, arrivalRate).orElseThrow(), initial, goal);
        });
    }

    /**
     * The rate at which small deviations from the fixed point decay: the spectral abscissa of the Jacobian there, for a
     * switching drift of its regime.
     *
     * @return a negative number per unit time; none if λ >= 1, for policies that have no mean field, and where the drift
     *     switches at the fixed point or nothing can deviate from it
     */
    public Outcome<Double> spectralAbscissa() {
        String method = "spectral abscissa of the Jacobian at the fixed point";
        return atFixedPoint(
                (process, tails) ->
                        new Outcome.Known<>(LinearStability.spectralAbscissa(process, process.stateOf(tails)), method),
                (process, tails) -> FixedRegime.of(process, tails)
                        .flatMap(regime -> regime.isPinned()
                                ? new Outcome.None<>(method, "almost all queues are empty all the time")
                                : new Outcome.Known<>(
                                        LinearStability.spectralAbscissa(regime.field(), regime.freeState()), method)));
    }

    /**
     * Mean queue lengths, their fluctuations and, where it is known, their 1/n term over time, from a start that is known
     * exactly.
     *
     * @param times at least 0, increasing; the last one positive and finite
     * @return moments in tail coordinates (index i belongs to s_{i+1}) at those times, without moments from the time on at
     *     which the path touches a surface where the drift switches without crossing it; none for policies that have no mean
     *     field, and if more than {@value FluctuationSolver#MOST_LEVELS} queue lengths come into use
     * @throws IllegalArgumentException if the times are out of range or order
     */
    public Outcome<List<MomentPoint>> fluctuations(double... times) {
        FluctuationSolver solver = new FluctuationSolver(tolerance);
        return byModel(
                process -> solver.overTime(process, initial, times),
                process -> solver.overTime(process, initial, times));
    }

    /**
     * The covariance of √n-scaled tails between two times, from a start that is known exactly.
     *
     * @param earlier s, positive
     * @param later t, greater than s, finite
     * @return the matrix whose entry (i, j) is that of s_{i+1} at t and s_{j+1} at s; none for policies that have no mean field,
     *     and where the regime of a switching drift changes between s and t
     * @throws IllegalArgumentException if the times are out of range or order
     */
    public Outcome<double[][]> crossCovariance(double earlier, double later) {
        return byModel(
                process -> new SmoothDiffusion(this, process).crossCovariance(earlier, later),
                process -> new FluctuationSolver(tolerance).crossCovariance(process, initial, earlier, later));
    }

    /**
     * Ends of sample paths of the diffusion approximation, for functionals of the queue lengths that are not linear. Where the
     * drift switches, they are drawn from the Gaussian law that {@link #fluctuations} gives them, and the form of the noise has
     * no effect.
     *
     * @param time when the paths are read, positive and finite
     * @param paths how many, at least 1
     * @param form how the noise is built; {@link NoiseForm#SYMMETRIC_ROOT} for any policy, while event types may be too many
     * @param streams the random numbers
     * @return the ends of the paths in tail coordinates; none where there are no {@link #fluctuations}
     * @throws IllegalArgumentException if an argument is out of range
     */
    public Outcome<DiffusionEnsemble> diffusion(double time, int paths, NoiseForm form, RandomStreams streams) {
        return byModel(
                process -> new SmoothDiffusion(this, process)
                        .paths(paths, form, streams, time)
                        .map(all -> all.at(0)),
                process -> new FluctuationSolver(tolerance)
                        .overTime(process, initial, time)
                        .flatMap(points -> points.get(0).moments())
                        .map(moments -> DiffusionEnsemble.drawn(moments, paths, streams)));
    }

    /**
     * Sample paths of the diffusion approximation as functions of time, for functionals of a path such as its maximum.
     *
     * @param paths how many, at least 1
     * @param form how the noise is built
     * @param streams the random numbers
     * @param times at least 0, increasing; the last one positive and finite
     * @return the paths in tail coordinates; none for policies that have no mean field, and where there are no
     *     {@link #fluctuations} at some time before the last
     * @throws IllegalArgumentException if an argument is out of range
     */
    public Outcome<DiffusionPaths> diffusionPaths(int paths, NoiseForm form, RandomStreams streams, double... times) {
        return byModel(
                process -> new SmoothDiffusion(this, process).paths(paths, form, streams, times),
                process -> new DiffusionSolver(SmoothDiffusion.STEP / process.fastestRate(), form)
                        .overTime(process, initial, paths, streams, times));
    }

    /**
     * Mean queue lengths, their fluctuations and, where it is known, their 1/n term at stationarity.
     *
     * @return moments in tail coordinates (index i belongs to s_{i+1}); none if λ >= 1, for policies that have no mean field,
     *     and where the drift switches at the fixed point
     */
    public Outcome<Moments> stationaryFluctuations() {
        if (isRandom()) {
            return significantFixedPoint().flatMap(IndependentQueues::moments);
        }
        FluctuationSolver solver = new FluctuationSolver(tolerance);
        return atFixedPoint((process, tails) -> solver.stationary(process, process.stateOf(tails)), solver::stationary);
    }

    /** Whether every server is a queue of its own. */
    private boolean isRandom() {
        return PolicyModels.choice(policy)
                .filter(choice -> choice.sampled() == 1)
                .isPresent();
    }

    /** The levels of the fixed point that are not negligible. */
    private Outcome<QueueTails> significantFixedPoint() {
        return fixedPoint().map(fixedPoint -> {
            double negligible = FluctuationSolver.NEGLIGIBLE_TAIL * fixedPoint.tail(1);
            double[] tails = Arrays.stream(fixedPoint.toArray())
                    .takeWhile(s -> s > negligible)
                    .toArray();
            return QueueTails.of(tails);
        });
    }

    /** An answer at the fixed point, with the levels that are not negligible. */
    private <T> Outcome<T> atFixedPoint(
            BiFunction<BatchSampling, QueueTails, Outcome<T>> smooth,
            BiFunction<SwitchingProcess, QueueTails, Outcome<T>> switching) {
        return significantFixedPoint().flatMap(own -> {
            int levels = Math.max(1, own.levels() - 1);
            return levels > FluctuationSolver.MOST_LEVELS
                    ? FluctuationSolver.tooManyLevels(levels)
                    : byModel(
                            process -> smooth.apply(process.withLevels(levels), own),
                            process -> switching.apply(process.withLevels(levels), own));
        });
    }

    /** An answer of the mean field of the policy; none if it has none. */
    private <T> Outcome<T> byModel(
            Function<BatchSampling, Outcome<T>> smooth, Function<SwitchingProcess, Outcome<T>> switching) {
        Optional<BatchSampling> process = PolicyModels.smooth(policy, arrivalRate, sampling);
        return process.isPresent()
                ? smooth.apply(process.get())
                : PolicyModels.switching(policy, arrivalRate).map(switching).orElseGet(() -> noMeanField("moments"));
    }

    /**
     * The download time of a request at stationarity as n goes to infinity.
     *
     * @return the law; none if λ >= 1
     */
    public Outcome<? extends LatencyDistribution> download() {
        if (verdict() == Verdict.UNSTABLE) {
            return FixedPoints.overloaded("download time", arrivalRate);
        }
        if (policy instanceof RoutingPolicy.RedundantKilling killing) {
            return RedundantKillingDownload.of(BatchChoice.of(killing.copies(), killing.needed()), arrivalRate);
        }
        if (policy instanceof RoutingPolicy.Centralized centralized && PolicyModels.isCentralized(policy)) {
            return CentralizedDownload.of(arrivalRate, centralized.share());
        }
        if (PolicyModels.findsIdleServer(policy)) {
            return new Outcome.Known<>(new ExponentialLatency(1), "every job finds an idle server");
        }
        BatchChoice choice = PolicyModels.choice(policy).orElseThrow(() -> PolicyModels.unknown(policy));
        if (choice.sampled() == choice.joined()) {
            // every sampled queue is joined, an independent M/M/1 queue: redundant requests of which none is killed
            return RedundantKillingDownload.of(choice, arrivalRate);
        }
        QueueTails tails = fixedPoint().value().orElseThrow();
        return new Outcome.Known<>(BatchDownload.of(choice, tails), "independent queues at the fixed point");
    }

    private <T> Outcome<T> noMeanField(String method) {
        return new Outcome.None<>(
                method,
                policy.spec() + " has no mean-field equation in queue lengths alone: which copies are killed depends on"
                        + " the other copies of the same request");
    }
}
