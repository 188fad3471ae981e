package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.SampleTimes;
import org.fetchlab.fluid.trajectory.SampledTrajectory;
import org.fetchlab.fluid.trajectory.TrajectorySolver;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * Sample paths of the diffusion {@code dX = J(x(t)) X dt + G(x(t)) dW}, {@code X(0) = 0}, around the mean x(t), with
 * {@code GGᵀ = Φ}.
 *
 * <p>Method: equal steps h with the coefficients at their middle, {@code X ← X + hJ(X + ½hJX + ½√h Gξ) + √h Gξ}: the predictor
 * that makes Euler–Maruyama of weak order two when the noise does not depend on X. The covariance of X is reproduced up to
 * O(h²) where Euler–Maruyama has O(h). Under a switching drift each regime has J and G of its own, and paths are changed where one ends.
 *
 * @param step h, the largest step, positive and finite; 0.05 of the shortest relaxation time is ample
 * @param form how the noise is built
 */
public record DiffusionSolver(double step, NoiseForm form) {
    private static final double MEAN_TOLERANCE = 1e-9;
    private static final int MOST_STEPS = 10_000_000;

    /**
     * Checks the step.
     *
     * @param step h
     * @param form how the noise is built
     * @throws IllegalArgumentException if the step is not positive and finite
     */
    public DiffusionSolver {
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("step " + step + " must be positive and finite");
        }
    }

    /**
     * Independent paths from a start that is known exactly, read at one time.
     *
     * @param process the process
     * @param initial the state at time 0
     * @param time when the paths are read, positive and finite
     * @param paths how many, at least 1
     * @param streams where path i draws from stream (i, noise)
     * @return the ends of the paths
     * @throws IllegalArgumentException if an argument is out of range, or the time takes more than ten million steps
     */
    public DiffusionEnsemble paths(
            PopulationProcess process, double[] initial, double time, int paths, RandomStreams streams) {
        return overTime(process, initial, paths, streams, time).at(0);
    }

    /**
     * Independent paths from a start that is known exactly, on a grid of times. Steps end at each of them.
     *
     * @param process the process
     * @param initial the state at time 0
     * @param paths how many, at least 1
     * @param streams where path i draws from stream (i, noise)
     * @param times at least 0, increasing; the last one positive and finite
     * @return the paths
     * @throws IllegalArgumentException if an argument is out of range, or the times take more than ten million steps
     */
    public DiffusionPaths overTime(
            PopulationProcess process, double[] initial, int paths, RandomStreams streams, double... times) {
        check(paths, times);
        Iterator<double[]> means = new GridIntegrator(MEAN_TOLERANCE)
                .solve(process, initial, middlesAndEnds(times))
                .iterator();
        double[][] deviations = new double[paths][initial.length];
        DiffusionSteps run = new DiffusionSteps(
                process, NoiseFactor.of(process, form), deviations, DiffusionSteps.normals(paths, streams));
        List<DiffusionEnsemble> ensembles = new ArrayList<>(times.length);
        double now = 0;
        for (double time : times) {
            int steps = steps(now, time);
            for (int i = 0; i < steps; i++) {
                run.advance(means.next(), (time - now) / steps);
            }
            ensembles.add(new DiffusionEnsemble(means.next(), copy(deviations)));
            now = time;
        }
        return new DiffusionPaths(times, ensembles);
    }

    /**
     * Independent paths under a switching drift from queue lengths that are known exactly, on a grid of times. Steps end at
     * each of them, and where the regime changes.
     *
     * @param process the process, with any truncation
     * @param initial the queue lengths at time 0
     * @param paths how many, at least 1
     * @param streams where path i draws from stream (i, noise)
     * @param times at least 0, increasing; the last one positive and finite
     * @return the paths; none if the mean touches the end of a regime without crossing it before the last time, and if more than
     *     {@link FluctuationSolver#MOST_LEVELS} queue lengths come into use
     * @throws IllegalArgumentException if an argument is out of range, or the times take more than ten million steps
     */
    public Outcome<DiffusionPaths> overTime(
            SwitchingProcess process, QueueTails initial, int paths, RandomStreams streams, double... times) {
        check(paths, times);
        SampledTrajectory path = TrajectorySolver.withTolerance(MEAN_TOLERANCE).sample(process, initial, times);
        int levels = path.points().get(times.length - 1).tails().levels() - 1;
        if (levels > FluctuationSolver.MOST_LEVELS) {
            return FluctuationSolver.tooManyLevels(levels);
        }
        SwitchingProcess wide = process.withLevels(levels);
        GridIntegrator integrator = new GridIntegrator(MEAN_TOLERANCE);
        return new SwitchingDiffusion(this, integrator, wide, wide.stateOf(initial), paths, streams)
                .along(path.switches(), times);
    }

    private void check(int paths, double[] times) {
        DiffusionEnsemble.checkedPaths(paths);
        double last = SampleTimes.checked(times)[times.length - 1];
        if (!(last / step <= MOST_STEPS)) {
            throw new IllegalArgumentException(
                    "time " + last + " must be positive and at most " + MOST_STEPS + " steps of " + step);
        }
    }

    /** How many equal steps lead from one time to another. */
    int steps(double from, double to) {
        return (int) Math.ceil((to - from) / step);
    }

    /** The middles of the steps up to each time, and then that time. */
    private double[] middlesAndEnds(double[] times) {
        DoubleStream.Builder all = DoubleStream.builder();
        double now = 0;
        for (double time : times) {
            int steps = steps(now, time);
            for (int i = 0; i < steps; i++) {
                all.add(now + (i + 0.5) * (time - now) / steps);
            }
            all.add(time);
            now = time;
        }
        return all.build().toArray();
    }

    private static double[][] copy(double[][] matrix) {
        return Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    }
}
