package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.fetchlab.fluid.process.Room;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.RegimeSwitch;
import org.fetchlab.model.result.Outcome;

/**
 * Mean and covariance of n servers along a path that changes regimes at known instants: the mutable run of a
 * {@link FluctuationSolver}.
 *
 * <p>Inside a regime the free coordinates obey {@link CovarianceEquations}. Where a regime of drift f ends and one of drift g
 * begins, because coordinate i has reached a value, a deviation x changes into {@code x + (g − f) x_i / f_i}: it reaches the
 * end of the regime {@code −x_i/f_i} later, and moves with f instead of g meanwhile (saltation; Leine and Nijmeijer 2004).
 * Paths that cross the end of a regime have a Gaussian limit; those that touch it have none.
 */
final class SwitchingMoments {
    static final String METHOD = "moment equations of each regime, saltation between them";

    private static final String NO_EXPANSION =
            "the 1/n term is not known where queues slide along a surface on which the drift switches: the few servers just"
                    + " off it shift the means";
    /** A rate, per unit time, below which a crossing cannot be told from a touch. */
    private static final double SLOWEST_CROSSING = 1e-6;

    private final SwitchingProcess process;
    private final GridIntegrator integrator;
    private final double[] state;
    private final double[][] covariance;
    private int regime;
    private double now;
    private boolean hasExactMean;

    SwitchingMoments(SwitchingProcess process, double[] initial, double tolerance) {
        this.process = process;
        this.integrator = new GridIntegrator(tolerance);
        this.state = initial.clone();
        this.covariance = new double[state.length][state.length];
        this.regime = process.regime(state);
        this.hasExactMean =
                process.hasExactMean(regime) && process.surface(regime, state).isEmpty();
    }

    Outcome<List<MomentPoint>> at(double[] times, List<RegimeSwitch> switches) {
        Optional<Room> surface = process.surface(regime, state);
        if (surface.isPresent() && !leaves(surface.get())) {
            return touching();
        }
        List<MomentPoint> points = new ArrayList<>(times.length);
        for (RegimeSwitch next : switches) {
            follow(from(now, next.time(), times), next.time(), points);
            Room room = next.to() > regime ? process.roomAbove(regime) : process.roomBelow(regime);
            if (!leaves(room)) {
                return touching();
            }
            pass(next.to(), room.coordinate());
        }
        follow(from(now, Double.POSITIVE_INFINITY, times), times[times.length - 1], points);
        return new Outcome.Known<>(points, METHOD);
    }

    private static double[] from(double start, double end, double[] times) {
        return Arrays.stream(times).filter(time -> time >= start && time < end).toArray();
    }

    private boolean leaves(Room room) {
        return Math.abs(room.rate(drift(regime))) > SLOWEST_CROSSING;
    }

    private double[] drift(int of) {
        double[] drift = new double[state.length];
        process.drift(of, state, drift);
        return drift;
    }

    /** Moves to a later time in the same regime, and adds a point for each of the times on the way. */
    private void follow(double[] times, double end, List<MomentPoint> points) {
        int first = process.firstFree(regime);
        int size = process.endFree(regime) - first;
        if (size == 0 || !(end > now)) {
            Arrays.stream(times).forEach(time -> points.add(point(time)));
            now = end;
            return;
        }
        double[] offsets = DoubleStream.concat(Arrays.stream(times), DoubleStream.of(end))
                .map(time -> time - now)
                .distinct()
                .toArray();
        CovarianceEquations equations = new CovarianceEquations(process.within(regime));
        double[] packed = new double[equations.dimension()];
        equations.pack(Arrays.copyOfRange(state, first, first + size), block(first, size), packed);
        List<double[]> solution = integrator.solve(equations, packed, offsets);
        for (int i = 0; i < offsets.length; i++) {
            read(equations, solution.get(i), first, size);
            if (i < times.length) {
                points.add(point(times[i]));
            }
        }
        now = end;
    }

    /** The covariance of the free coordinates. */
    private double[][] block(int first, int size) {
        double[][] block = new double[size][];
        for (int i = 0; i < size; i++) {
            block[i] = Arrays.copyOfRange(covariance[first + i], first, first + size);
        }
        return block;
    }

    private void read(CovarianceEquations equations, double[] packed, int first, int size) {
        double[] mean = new double[size];
        double[][] block = new double[size][size];
        equations.unpack(packed, mean, block);
        System.arraycopy(mean, 0, state, first, size);
        for (int i = 0; i < size; i++) {
            System.arraycopy(block[i], 0, covariance[first + i], first, size);
        }
    }

    private MomentPoint point(double time) {
        return new MomentPoint(time, moments(state, covariance, hasExactMean, process.rooms(regime)));
    }

    /** Moments with copies of the arrays, whose 1/n term vanishes or is not known. */
    static Moments moments(double[] mean, double[][] covariance, boolean hasExactMean, List<Room> ends) {
        double[][] copy = Arrays.stream(covariance).map(double[]::clone).toArray(double[][]::new);
        Outcome<double[]> correction = hasExactMean
                ? new Outcome.Known<>(new double[mean.length], Moments.EXPANSION)
                : new Outcome.None<>(Moments.EXPANSION, NO_EXPANSION);
        return new Moments(mean.clone(), copy, correction, ends);
    }

    /** Enters the next regime through a surface on which one coordinate is constant. */
    private void pass(int next, int coordinate) {
        double[] before = drift(regime);
        process.pin(next, state);
        double[] change = drift(next);
        for (int j = 0; j < change.length; j++) {
            change[j] = (change[j] - before[j]) / before[coordinate];
        }
        double[] row = covariance[coordinate].clone();
        for (int j = 0; j < change.length; j++) {
            for (int k = 0; k < change.length; k++) {
                covariance[j][k] += change[j] * row[k] + row[j] * change[k] + change[j] * change[k] * row[coordinate];
            }
        }
        regime = next;
        hasExactMean &= process.hasExactMean(next);
        clearPinned();
    }

    /** Removes what rounding leaves of fluctuations of pinned coordinates. */
    private void clearPinned() {
        for (int j = 0; j < state.length; j++) {
            Arrays.fill(covariance[j], 0, process.firstFree(regime), 0);
            Arrays.fill(covariance[j], process.endFree(regime), state.length, 0);
            if (j < process.firstFree(regime) || j >= process.endFree(regime)) {
                Arrays.fill(covariance[j], 0);
            }
        }
    }

    private <T> Outcome<T> touching() {
        return new Outcome.None<>(
                METHOD,
                String.format(
                        Locale.ROOT,
                        "the path touches a surface where the drift switches at time %.6g without crossing it: the"
                                + " fluctuations there are not Gaussian",
                        now));
    }
}
