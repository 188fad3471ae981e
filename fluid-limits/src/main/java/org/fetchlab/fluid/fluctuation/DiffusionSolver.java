package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.fluid.process.BandMatrix;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.SampleTimes;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;

/**
 * Sample paths of the diffusion {@code dX = J(x(t)) X dt + G(x(t)) dW}, {@code X(0) = 0}, around the mean x(t), with
 * {@code GGᵀ = Φ}.
 *
 * <p>Method: equal steps h with the coefficients at their middle, {@code X ← X + hJ(X + ½hJX + ½√h Gξ) + √h Gξ}: the predictor
 * that makes Euler–Maruyama of weak order two when the noise does not depend on X. The covariance of X is reproduced up to
 * O(h²) where Euler–Maruyama has O(h).
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
        DiffusionEnsemble.checkedPaths(paths);
        double last = SampleTimes.checked(times)[times.length - 1];
        if (!(last / step <= MOST_STEPS)) {
            throw new IllegalArgumentException(
                    "time " + last + " must be positive and at most " + MOST_STEPS + " steps of " + step);
        }
        Iterator<double[]> means = new GridIntegrator(MEAN_TOLERANCE)
                .solve(process, initial, middlesAndEnds(times))
                .iterator();
        Run run = new Run(process, form, new double[paths][initial.length], streams);
        List<DiffusionEnsemble> ensembles = new ArrayList<>(times.length);
        double now = 0;
        for (double time : times) {
            int steps = steps(now, time);
            for (int i = 0; i < steps; i++) {
                run.advance(means.next(), (time - now) / steps);
            }
            ensembles.add(new DiffusionEnsemble(means.next(), copy(run.deviations)));
            now = time;
        }
        return new DiffusionPaths(times, ensembles);
    }

    private int steps(double from, double to) {
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

    /** All paths side by side, so that the coefficients of a step are computed once. */
    private static final class Run {
        private final PopulationProcess process;
        private final Function<double[], NoiseFactor> factors;
        private final BandMatrix jacobian;
        private final double[][] deviations;
        private final ZigguratSampler.NormalizedGaussian[] normals;
        private final double[] kick;
        private final double[] predicted;
        private final double[] slope;

        Run(PopulationProcess process, NoiseForm form, double[][] deviations, RandomStreams streams) {
            this.process = process;
            this.factors = NoiseFactor.of(process, form);
            this.jacobian = BandMatrix.jacobianOf(process);
            this.deviations = deviations;
            this.normals = new ZigguratSampler.NormalizedGaussian[deviations.length];
            for (int i = 0; i < normals.length; i++) {
                UniformRandomProvider random = streams.stream(i, RandomPurpose.NOISE);
                normals[i] = ZigguratSampler.NormalizedGaussian.of(random);
            }
            this.kick = new double[process.dimension()];
            this.predicted = new double[process.dimension()];
            this.slope = new double[process.dimension()];
        }

        void advance(double[] middle, double duration) {
            process.jacobian(middle, jacobian);
            NoiseFactor noise = factors.apply(middle);
            double[] z = new double[noise.variables()];
            for (int path = 0; path < deviations.length; path++) {
                for (int i = 0; i < z.length; i++) {
                    z[i] = normals[path].sample();
                }
                advance(deviations[path], noise, z, duration);
            }
        }

        private void advance(double[] x, NoiseFactor noise, double[] z, double duration) {
            Arrays.fill(kick, 0);
            noise.addTo(kick, Math.sqrt(duration), z);
            jacobian.multiply(x, slope);
            for (int i = 0; i < x.length; i++) {
                predicted[i] = x[i] + (duration * slope[i] + kick[i]) / 2;
            }
            jacobian.multiply(predicted, slope);
            for (int i = 0; i < x.length; i++) {
                x[i] += duration * slope[i] + kick[i];
            }
        }
    }
}
