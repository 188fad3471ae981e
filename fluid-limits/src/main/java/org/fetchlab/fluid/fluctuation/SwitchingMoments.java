package org.fetchlab.fluid.fluctuation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fetchlab.fluid.process.OffSurface;
import org.fetchlab.fluid.process.Room;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.RegimeSwitch;
import org.fetchlab.model.result.Outcome;

/**
 * Mean, covariance and 1/n term of n servers along a path that changes regimes at known instants: the mutable run of a
 * {@link FluctuationSolver}.
 *
 * <p>Inside a regime the free coordinates obey {@link MomentEquations}, in which X with {@code V = X + zD} stands for the 1/n
 * term ({@link SwitchingProcess#addDisplacement}). Where a regime ends deviations are changed by a {@link Saltation}. Paths that
 * cross the end of a regime have a Gaussian limit; those that touch it have none from then on. Paths that come off a surface have a
 * 1/n term until then.
 */
final class SwitchingMoments {
    static final String METHOD = "moment equations of each regime, saltation between them";

    private static final String CRITICAL_START =
            "there is no 1/n term from a start at which servers come off a surface about as often as they return to it: their number is"
                    + " critical, and shifts the means by more than 1/n";
    private static final String AFTER_SLIDE =
            "there is no 1/n term once queues have come off a surface along which they slid: the servers just off it are critical"
                    + " there, and shift the means by n^(-2/3), which is more";
    /** How long before the end of a slide the 1/n term is no more given, which grows there without limit. */
    private static final double CRITICAL_TIME = 1e-3;

    private final GridIntegrator integrator;
    private final List<MomentPoint> points = new ArrayList<>();
    private SwitchingProcess process;
    private double[] state;
    private double[][] covariance;
    private double[] counted;
    private int regime;
    private double expansionEnds;
    private double crossed = Double.NEGATIVE_INFINITY;
    private double crossingDeviation;
    private Optional<Outcome<Moments>> touch;

    SwitchingMoments(SwitchingProcess process, double[] initial, double tolerance) {
        this.process = process;
        this.integrator = new GridIntegrator(tolerance);
        this.state = initial.clone();
        this.covariance = new double[state.length][state.length];
        this.counted = new double[state.length];
        this.regime = process.regime(state);
        this.expansionEnds =
                process.offSurface(regime, state).isStable() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        Optional<Room> surface = process.surface(regime, state);
        this.touch = surface.filter(this::touches).map(room -> touching(0));
        surface.ifPresent(this::leaveAtStart);
    }

    /** Adds to the 1/n term what happens within the time 1/n that it takes to come off a surface which is not slid along. */
    private void leaveAtStart(Room room) {
        int behind = room.equals(process.roomAbove(regime)) ? regime + 1 : regime - 1;
        OffSurface offSurface = process.offSurface(behind, state);
        if (offSurface.isTransient()) {
            process.addDisplacement(behind, state, offSurface.meanMisses(), counted);
        }
    }

    List<MomentPoint> along(List<Stretch> stretches, List<RegimeSwitch> switches) {
        expansionEnds = Math.min(expansionEnds, endOfSlides(switches) - CRITICAL_TIME);
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

    /** When the path first comes off a surface. */
    private double endOfSlides(List<RegimeSwitch> switches) {
        return switches.stream()
                .filter(change -> process.leavesSurface(change.from(), change.to()))
                .mapToDouble(RegimeSwitch::time)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Takes more levels, which are empty so far. */
    private void widen(int levels) {
        process = process.withLevels(levels);
        state = Arrays.copyOf(state, levels);
        counted = Arrays.copyOf(counted, levels);
        double[][] wider = new double[levels][];
        for (int i = 0; i < levels; i++) {
            wider[i] = i < covariance.length ? Arrays.copyOf(covariance[i], levels) : new double[levels];
        }
        covariance = wider;
    }

    /** Enters the next regime, unless the path only touches it. */
    private void cross(RegimeSwitch next) {
        if (touch.isPresent()) {
            return;
        }
        if (touches(Saltation.room(process, regime, next.to()))) {
            touch = Optional.of(touching(next.time()));
        } else {
            pass(next);
        }
    }

    private boolean touches(Room room) {
        return Saltation.isTouch(process, regime, room, state);
    }

    /** Moves to the end of a stretch in the same regime, and adds a point for each of its times. */
    private void follow(Stretch stretch) {
        double cut = Math.max(expansionEnds, stretch.start());
        if (stretch.reaches(cut)) {
            follow(stretch.until(cut), process.within(regime)::meanSource);
            follow(stretch.from(cut), MomentEquations.MeanSource.NONE);
        } else {
            follow(stretch, process.within(regime)::meanSource);
        }
    }

    private void follow(Stretch stretch, MomentEquations.MeanSource source) {
        int first = process.firstFree(regime);
        int size = process.endFree(regime) - first;
        if (touch.isPresent() || size == 0 || stretch.isInstant()) {
            Arrays.stream(stretch.times()).forEach(this::addPoint);
            return;
        }
        MomentEquations equations = new MomentEquations(process.within(regime), source);
        double[] packed = new double[equations.dimension()];
        equations.pack(free(state), block(first, size), free(counted), packed);
        double[] offsets = stretch.offsets();
        List<double[]> solution = integrator.solve(equations, packed, offsets);
        for (int i = 0; i < offsets.length; i++) {
            read(equations, solution.get(i), first, size);
            if (i < stretch.times().length) {
                addPoint(stretch.times()[i]);
            }
        }
    }

    private double[] free(double[] all) {
        return Arrays.copyOfRange(all, process.firstFree(regime), process.endFree(regime));
    }

    /** The covariance of the free coordinates. */
    private double[][] block(int first, int size) {
        double[][] block = new double[size][];
        for (int i = 0; i < size; i++) {
            block[i] = Arrays.copyOfRange(covariance[first + i], first, first + size);
        }
        return block;
    }

    private void read(MomentEquations equations, double[] packed, int first, int size) {
        double[] mean = new double[size];
        double[] correction = new double[size];
        double[][] block = new double[size][size];
        equations.unpack(packed, mean, block, correction);
        System.arraycopy(mean, 0, state, first, size);
        System.arraycopy(correction, 0, counted, first, size);
        for (int i = 0; i < size; i++) {
            System.arraycopy(block[i], 0, covariance[first + i], first, size);
        }
    }

    private void addPoint(double time) {
        points.add(new MomentPoint(time, touch.orElseGet(() -> new Outcome.Known<>(moments(time), METHOD))));
    }

    private Moments moments(double time) {
        double[][] copy = Arrays.stream(covariance).map(double[]::clone).toArray(double[][]::new);
        double since = crossingDeviation > 0 ? (time - crossed) / crossingDeviation : Double.POSITIVE_INFINITY;
        Surroundings around = new Surroundings(process.rooms(regime), process.offSurface(regime, state), since);
        return new Moments(state.clone(), copy, correction(time), around);
    }

    private Outcome<double[]> correction(double time) {
        if (time == 0) {
            return new Outcome.Known<>(new double[state.length], Moments.EXPANSION);
        }
        if (time >= expansionEnds) {
            return new Outcome.None<>(Moments.EXPANSION, expansionEnds < 0 ? CRITICAL_START : AFTER_SLIDE);
        }
        double[] v = counted.clone();
        process.addDisplacement(regime, state, process.offSurface(regime, state).mean(), v);
        return new Outcome.Known<>(v, Moments.EXPANSION);
    }

    /** Enters the next regime through a surface on which one coordinate is constant. */
    private void pass(RegimeSwitch next) {
        Saltation saltation = new Saltation(process, regime, next.to(), state);
        crossed = next.time();
        crossingDeviation = saltation.deviationOfInstant(covariance);
        double[] shift = saltation.meanChange(covariance);
        saltation.applyTo(counted);
        Arrays.setAll(counted, j -> counted[j] + shift[j]);
        saltation.applyTo(covariance);
        regime = next.to();
        clearPinned();
    }

    /** Removes what rounding leaves of deviations of pinned coordinates. */
    private void clearPinned() {
        int first = process.firstFree(regime);
        int end = process.endFree(regime);
        for (int j = 0; j < state.length; j++) {
            Arrays.fill(covariance[j], 0, first, 0);
            Arrays.fill(covariance[j], end, state.length, 0);
            if (j < first || j >= end) {
                Arrays.fill(covariance[j], 0);
                counted[j] = 0;
            }
        }
    }

    /** No Gaussian limit from a touch on. */
    static <T> Outcome<T> touching(double time) {
        return new Outcome.None<>(
                METHOD,
                String.format(
                        Locale.ROOT,
                        "the path touches a surface where the drift switches at time %.6g without crossing it: from then on"
                                + " the fluctuations are not Gaussian",
                        time));
    }
}
