package org.fetchlab.fluid;

import org.fetchlab.fluid.fluctuation.DiffusionPaths;
import org.fetchlab.fluid.fluctuation.DiffusionSolver;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.NoiseForm;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;

/**
 * Fluctuations across time around the trajectory of a policy with a smooth drift.
 *
 * @param analysis the load, the start and the tolerance
 * @param process the process of its policy, with any truncation
 */
record SmoothDiffusion(FluidAnalysis analysis, BatchSampling process) {
    /** The step of diffusion paths in units of the fastest relaxation time. */
    static final double STEP = 0.2;

    Outcome<DiffusionPaths> paths(int paths, NoiseForm form, RandomStreams streams, double... times) {
        BatchChoice choice = process.choice();
        double fastest = analysis.arrivalRate() * choice.sampled() + 2 * choice.joined();
        DiffusionSolver solver = new DiffusionSolver(STEP / fastest, form);
        return inUse(times).map(wide -> solver.overTime(wide, start(wide), paths, streams, times));
    }

    Outcome<double[][]> crossCovariance(double earlier, double later) {
        FluctuationSolver solver = new FluctuationSolver(analysis.tolerance());
        return inUse(earlier, later).map(wide -> solver.crossCovariance(wide, start(wide), earlier, later));
    }

    private double[] start(BatchSampling wide) {
        return wide.stateOf(analysis.initial());
    }

    /** The process with the levels that its path uses. */
    private Outcome<BatchSampling> inUse(double... times) {
        return analysis.trajectory(times).flatMap(path -> {
            int levels = path.points().get(times.length - 1).tails().levels() - 1;
            return levels > FluctuationSolver.MOST_LEVELS
                    ? FluctuationSolver.tooManyLevels(levels)
                    : new Outcome.Known<>(process.withLevels(levels), "diffusion around the mean-field path");
        });
    }
}
