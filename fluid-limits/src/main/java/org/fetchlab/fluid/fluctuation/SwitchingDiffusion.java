package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.fluid.process.LinearNoiseField;
import org.fetchlab.fluid.process.Room;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.RegimeSwitch;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;

/**
 * Diffusion paths around a mean that changes regimes at known instants: the mutable run of a {@link DiffusionSolver}. Inside a regime
 * they are those of its mean field, and where it ends each is changed by the {@link Saltation}, as its covariance is.
 */
final class SwitchingDiffusion {
    private static final String METHOD = "diffusion in each regime, saltation between them";

    private final DiffusionSolver solver;
    private final GridIntegrator integrator;
    private final SwitchingProcess process;
    private final double[][] deviations;
    private final ZigguratSampler.NormalizedGaussian[] normals;
    private final double[] state;
    private int regime;
    private double now;

    /** Paths that start from the state exactly. */
    SwitchingDiffusion(
            DiffusionSolver solver,
            GridIntegrator integrator,
            SwitchingProcess process,
            double[] initial,
            int paths,
            RandomStreams streams) {
        this.solver = solver;
        this.integrator = integrator;
        this.process = process;
        this.deviations = new double[paths][initial.length];
        this.normals = DiffusionSteps.normals(paths, streams);
        this.state = initial.clone();
        this.regime = process.regime(state);
    }

    Outcome<DiffusionPaths> along(List<RegimeSwitch> switches, double[] times) {
        Optional<Room> surface = process.surface(regime, state);
        if (surface.isPresent() && Saltation.isTouch(process, regime, surface.get(), state)) {
            return SwitchingMoments.touching(0);
        }
        List<DiffusionEnsemble> ensembles = new ArrayList<>(times.length);
        int passed = 0;
        for (double time : times) {
            for (; passed < switches.size() && switches.get(passed).time() <= time; passed++) {
                RegimeSwitch next = switches.get(passed);
                follow(next.time());
                if (Saltation.isTouch(process, regime, Saltation.room(process, regime, next.to()), state)) {
                    return SwitchingMoments.touching(next.time());
                }
                pass(next.to());
            }
            follow(time);
            ensembles.add(new DiffusionEnsemble(state.clone(), copy(deviations, 0, state.length)));
        }
        return new Outcome.Known<>(new DiffusionPaths(times, ensembles), METHOD);
    }

    /** Moves all paths to a time in the same regime. */
    private void follow(double time) {
        int first = process.firstFree(regime);
        int end = process.endFree(regime);
        if (end > first && time > now) {
            LinearNoiseField field = process.within(regime);
            int count = solver.steps(now, time);
            double duration = (time - now) / count;
            List<double[]> means =
                    integrator.solve(field, Arrays.copyOfRange(state, first, end), middlesAndEnd(count, duration));
            double[][] free = copy(deviations, first, end);
            DiffusionSteps steps = new DiffusionSteps(field, factors(field), free, normals);
            means.subList(0, count).forEach(middle -> steps.advance(middle, duration));
            for (int path = 0; path < deviations.length; path++) {
                System.arraycopy(free[path], 0, deviations[path], first, end - first);
            }
            System.arraycopy(means.get(count), 0, state, first, end - first);
        }
        now = time;
    }

    private static double[] middlesAndEnd(int steps, double duration) {
        return IntStream.rangeClosed(0, steps)
                .mapToDouble(i -> i < steps ? (i + 0.5) * duration : steps * duration)
                .toArray();
    }

    private Function<double[], NoiseFactor> factors(LinearNoiseField field) {
        return solver.form() == NoiseForm.SYMMETRIC_ROOT
                ? free -> NoiseFactor.root(field, free)
                : free -> new NoiseFactor.Columns(process.noiseColumns(regime, complete(free)));
    }

    private double[] complete(double[] free) {
        double[] all = state.clone();
        System.arraycopy(free, 0, all, process.firstFree(regime), free.length);
        return all;
    }

    /** Enters the next regime, in which the pinned tails do not deviate. */
    private void pass(int next) {
        Saltation saltation = new Saltation(process, regime, next, state);
        regime = next;
        for (double[] deviation : deviations) {
            saltation.applyTo(deviation);
            Arrays.fill(deviation, 0, process.firstFree(regime), 0);
            Arrays.fill(deviation, process.endFree(regime), deviation.length, 0);
        }
    }

    private static double[][] copy(double[][] rows, int first, int end) {
        return Arrays.stream(rows)
                .map(row -> Arrays.copyOfRange(row, first, end))
                .toArray(double[][]::new);
    }
}
