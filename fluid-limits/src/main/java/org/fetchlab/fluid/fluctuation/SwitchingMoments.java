package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * Paths that cross the end of a regime have a Gaussian limit; those that touch it have none from then on.
 */
final class SwitchingMoments {
    static final String METHOD = "moment equations of each regime, saltation between them";

    private static final String NO_EXPANSION =
            "the 1/n term is not known where queues slide along a surface on which the drift switches: the few servers just"
                    + " off it shift the means";
    /** A rate, per unit time, below which a crossing cannot be told from a touch. */
    private static final double SLOWEST_CROSSING = 1e-6;

    private final GridIntegrator integrator;
    private final List<MomentPoint> points = new ArrayList<>();
    private SwitchingProcess process;
    private double[] state;
    private double[][] covariance;
    private int regime;
    private boolean hasExactMean;
    private Optional<Outcome<Moments>> touch;

    SwitchingMoments(SwitchingProcess process, double[] initial, double tolerance) {
        this.process = process;
        this.integrator = new GridIntegrator(tolerance);
        this.state = initial.clone();
        this.covariance = new double[state.length][state.length];
        this.regime = process.regime(state);
        Optional<Room> surface = process.surface(regime, state);
        this.hasExactMean = process.hasExactMean(regime) && surface.isEmpty();
        this.touch = surface.filter(room -> !leaves(room)).map(room -> touching(0));
    }

    List<MomentPoint> along(List<Stretch> stretches, List<RegimeSwitch> switches) {
        int passed = 0;
        for (Stretch stretch : stretches) {
            widen(stretch.levels());
            Stretch rest = stretch;
            for (;
                    passed < switches.size()
                            && stretch.reaches(switches.get(passed).time());
                    passed++) {
                RegimeSwitch next = switches.get(passed);
                follow(rest.until(next.time()));
                cross(next);
                rest = rest.from(next.time());
            }
            follow(rest);
        }
        return points;
    }

    /** Takes more levels, which are empty so far. */
    private void widen(int levels) {
        process = process.withLevels(levels);
        state = Arrays.copyOf(state, levels);
        double[][] wider = new double[levels][];
        for (int i = 0; i < levels; i++) {
            wider[i] = i < covariance.length ? Arrays.copyOf(covariance[i], levels) : new double[levels];
        }
        covariance = wider;
    }

    /** Enters the next regime, unless the path only touches it. */
    private void cross(RegimeSwitch next) {
        Room room = next.to() > regime ? process.roomAbove(regime) : process.roomBelow(regime);
        if (touch.isEmpty() && leaves(room)) {
            pass(next.to(), room.coordinate());
        } else if (touch.isEmpty()) {
            touch = Optional.of(touching(next.time()));
        }
    }

    private boolean leaves(Room room) {
        return Math.abs(room.rate(drift(regime))) > SLOWEST_CROSSING;
    }

    private double[] drift(int of) {
        double[] drift = new double[state.length];
        process.drift(of, state, drift);
        return drift;
    }

    /** Moves to the end of a stretch in the same regime, and adds a point for each of its times. */
    private void follow(Stretch stretch) {
        int first = process.firstFree(regime);
        int size = process.endFree(regime) - first;
        if (touch.isPresent() || size == 0 || stretch.isInstant()) {
            Arrays.stream(stretch.times()).forEach(this::addPoint);
            return;
        }
        CovarianceEquations equations = new CovarianceEquations(process.within(regime));
        double[] packed = new double[equations.dimension()];
        equations.pack(Arrays.copyOfRange(state, first, first + size), block(first, size), packed);
        double[] offsets = stretch.offsets();
        List<double[]> solution = integrator.solve(equations, packed, offsets);
        for (int i = 0; i < offsets.length; i++) {
            read(equations, solution.get(i), first, size);
            if (i < stretch.times().length) {
                addPoint(stretch.times()[i]);
            }
        }
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

    private void addPoint(double time) {
        points.add(new MomentPoint(
                time,
                touch.orElseGet(() ->
                        new Outcome.Known<>(moments(state, covariance, hasExactMean, process.rooms(regime)), METHOD))));
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

    private static Outcome<Moments> touching(double time) {
        return new Outcome.None<>(
                METHOD,
                String.format(
                        Locale.ROOT,
                        "the path touches a surface where the drift switches at time %.6g without crossing it: from then on"
                                + " the fluctuations are not Gaussian",
                        time));
    }
}
