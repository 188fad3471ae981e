package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.ode.sampling.StepHandler;
import org.apache.commons.math3.ode.sampling.StepInterpolator;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.result.QueueTails;

/** One integration: the mutable run of a {@link TrajectorySolver}. */
final class TrajectoryRun implements FirstOrderDifferentialEquations, StepHandler {
    private static final int MOST_LEVELS = 100_000;
    private static final int MOST_SWITCHES = 100_000;
    private static final int SPARE_LEVELS = 8;
    private static final int MOST_EVENT_ITERATIONS = 200;
    private static final double CHECK_INTERVAL = 0.25;
    private static final double EVENT_ACCURACY = 1e-12;
    /** The longest step in units of the fastest time. The method is stable up to 6.39; there its interpolation fails first. */
    private static final double LONGEST_STEP = 6;

    private final TrajectorySolver solver;
    private final double horizon;
    private final TrajectoryRecorder recorder;
    private final double affordableLoss;
    private final List<RegimeSwitch> switches = new ArrayList<>();

    private SwitchingMeanField field;
    private double[] state;
    private int regime;
    private double time;
    private double worstLoss;
    private double lostJobs;

    TrajectoryRun(
            TrajectorySolver solver,
            SwitchingMeanField field,
            QueueTails initial,
            double horizon,
            TrajectoryRecorder recorder) {
        if (!(horizon > 0 && horizon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("horizon " + horizon + " must be positive and finite");
        }
        this.solver = solver;
        this.horizon = horizon;
        this.recorder = recorder;
        this.affordableLoss = TrajectorySolver.TRUNCATION / horizon;
        this.field = field.withLevels(Math.max(solver.levels(), initial.levels() - 1 + SPARE_LEVELS));
        this.state = this.field.stateOf(initial);
        this.regime = this.field.regime(state);
        makeRoom();
    }

    void toEnd() {
        recorder.begin(field, state);
        while (time < horizon) {
            advance();
        }
        recorder.end(field, state);
    }

    double lostJobs() {
        return lostJobs;
    }

    List<RegimeSwitch> switches() {
        return switches;
    }

    /** Integrates to the horizon, or to the end of the regime, or to where more levels are needed. */
    private void advance() {
        Crossing above = new Crossing(field.roomAbove(regime)::at);
        Crossing below = new Crossing(field.roomBelow(regime)::at);
        Crossing full = new Crossing(y -> affordableLoss - lossRate(y));
        DormandPrince853Integrator integrator = new DormandPrince853Integrator(
                EVENT_ACCURACY, LONGEST_STEP / field.fastestRate(), solver.tolerance(), solver.tolerance());
        integrator.addEventHandler(full, horizon, EVENT_ACCURACY, MOST_EVENT_ITERATIONS);
        if (!field.isSmooth()) {
            integrator.addEventHandler(above, CHECK_INTERVAL, EVENT_ACCURACY, MOST_EVENT_ITERATIONS);
            integrator.addEventHandler(below, CHECK_INTERVAL, EVENT_ACCURACY, MOST_EVENT_ITERATIONS);
        }
        integrator.addStepHandler(this);
        double start = time;
        worstLoss = 0;
        time = integrate(integrator);
        lostJobs += worstLoss * (time - start);
        if (above.reached() || below.reached()) {
            passTo(above.reached() ? regime + 1 : regime - 1);
        }
        makeRoom();
    }

    private double integrate(DormandPrince853Integrator integrator) {
        try {
            double reached = integrator.integrate(this, time, state, horizon, state);
            return horizon - reached <= EVENT_ACCURACY * Math.max(1, horizon) ? horizon : reached;
        } catch (MathIllegalArgumentException | MathIllegalStateException e) {
            throw new IllegalStateException(
                    "the mean-field equation cannot be solved to tolerance " + solver.tolerance() + " near time "
                            + time,
                    e);
        }
    }

    /** The rate of refused jobs; it is asked for at every step, so that the largest answer bounds those in between. */
    private double lossRate(double[] y) {
        double rate = field.lossRate(regime, y);
        worstLoss = Math.max(worstLoss, Math.min(rate, affordableLoss));
        return rate;
    }

    private void passTo(int next) {
        switches.add(new RegimeSwitch(time, regime, next));
        if (switches.size() > MOST_SWITCHES) {
            throw new IllegalStateException("more than " + MOST_SWITCHES + " regime changes before time " + time);
        }
        regime = next;
    }

    /** Takes more levels while the regime or the arrivals to the longest queues need them, and pins the state. */
    private void makeRoom() {
        while (field.levels() < regime + 2 || field.lossRate(regime, state) >= affordableLoss) {
            int levels = field.levels() + SPARE_LEVELS + field.levels() / 2;
            if (levels > MOST_LEVELS) {
                throw new IllegalStateException("queues longer than " + MOST_LEVELS + " before time " + horizon);
            }
            field = field.withLevels(levels);
            state = Arrays.copyOf(state, field.dimension());
        }
        field.pin(regime, state);
    }

    @Override
    public int getDimension() {
        return field.dimension();
    }

    @Override
    public void computeDerivatives(double t, double[] y, double[] drift) {
        field.drift(regime, y, drift);
    }

    @Override
    public void init(double t0, double[] y0, double t) {
        // nothing to prepare: the run knows its state
    }

    @Override
    public void handleStep(StepInterpolator step, boolean last) {
        recorder.step(field, step);
    }
}
