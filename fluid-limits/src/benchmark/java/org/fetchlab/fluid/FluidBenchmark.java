package org.fetchlab.fluid;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fetchlab.fluid.download.BatchDownload;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.MomentPoint;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.PhaseTypeEquilibrium;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.Trajectory;
import org.fetchlab.fluid.trajectory.TrajectorySolver;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a trajectory, its covariance and a stationary covariance cost: batch sampling (5,3) at load 0.9. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FluidBenchmark {
    private static final QueueTails EMPTY = QueueTails.of(1);
    private static final double HORIZON = 50;
    private static final PhaseType HYPEREXPONENTIAL =
            PhaseType.hyperexponential(new double[] {0.9, 0.1}, new double[] {1.8, 0.2});

    private final BatchSampling fifty = BatchSampling.of(BatchChoice.of(5, 3), 0.9, Sampling.DISTINCT, 50);
    private final BatchSampling hundred = fifty.withLevels(100);
    private final BatchSampling random = BatchSampling.random(0.8, 100);
    private final double[] hundredState;
    private final double[] randomState;

    /** Computes the fixed points that the stationary benchmarks start from. */
    public FluidBenchmark() {
        hundredState = fixedPoint(hundred);
        randomState = fixedPoint(random);
    }

    /** One state at the end of a trajectory of 50 levels to time 50, tolerance 1e-10. */
    @Benchmark
    public SampledTrajectory trajectoryAtOneTime() {
        return new TrajectorySolver(1e-10, 50).sample(fifty, EMPTY, HORIZON);
    }

    /** The same equations by the integrator alone, without truncation control: the baseline of the two above and below. */
    @Benchmark
    public List<double[]> trajectoryByTheIntegratorAlone() {
        return new GridIntegrator(1e-10).solve(fifty, new double[50], HORIZON);
    }

    /** A sliding trajectory of join-idle-queue from three jobs each to time 50. */
    @Benchmark
    public SampledTrajectory slidingTrajectory() {
        return TrajectorySolver.withTolerance(1e-10)
                .sample(JoinIdleQueue.of(0.9, 8), QueueTails.of(1, 1, 1, 1), HORIZON);
    }

    /** Fixed point of power-of-two with a hyperexponential service law. */
    @Benchmark
    public Outcome<PhaseTypeEquilibrium> phaseTypeFixedPoint() {
        return PhaseTypeEquilibrium.of(BatchChoice.of(2, 1), 0.9, HYPEREXPONENTIAL);
    }

    /** Mean and 99th percentile of a download time of batch sampling. */
    @Benchmark
    public double downloadTime() {
        LatencyDistribution law = BatchDownload.of(fifty.choice(), fixedPointTails(fifty));
        return law.mean().value().orElseThrow() + law.quantile(0.99);
    }

    /** The same trajectory with dense output. */
    @Benchmark
    public Trajectory trajectoryWithDenseOutput() {
        return new TrajectorySolver(1e-10, 50).solve(fifty, EMPTY, HORIZON);
    }

    /** Mean, covariance and 1/n term of 50 levels to time 50, of which those in use are carried. */
    @Benchmark
    public List<MomentPoint> covarianceOverTime() {
        return new FluctuationSolver(1e-10).overTime(fifty, new double[50], HORIZON);
    }

    /** The same as for any process: all levels are carried. */
    @Benchmark
    public List<MomentPoint> covarianceOfAllLevelsOverTime() {
        PopulationProcess any = fifty;
        return new FluctuationSolver(1e-10).overTime(any, new double[50], HORIZON);
    }

    /** Stationary covariance and 1/n term of 100 levels, most of them empty. */
    @Benchmark
    public Outcome<Moments> stationaryCovariance() {
        return new FluctuationSolver(1e-10).stationary(hundred, hundredState);
    }

    /** Stationary covariance and 1/n term of 100 levels that are all in use: random routing. */
    @Benchmark
    public Outcome<Moments> stationaryCovarianceOfRandomRouting() {
        return new FluctuationSolver(1e-10).stationary(random, randomState);
    }

    private static QueueTails fixedPointTails(BatchSampling process) {
        return FixedPoints.batchSampling(process.choice(), process.arrivalRate())
                .value()
                .orElseThrow();
    }

    private static double[] fixedPoint(BatchSampling process) {
        QueueTails tails = fixedPointTails(process);
        double[] state = new double[process.levels()];
        for (int i = 0; i < state.length; i++) {
            state[i] = tails.tail(i + 1);
        }
        return state;
    }
}
