package org.fetchlab.fluid.trajectory;

import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.ode.events.EventHandler;

/** Stops an integration when a function of the state falls below zero, and remembers that it did. */
final class Crossing implements EventHandler {
    private final ToDoubleFunction<double[]> room;
    private boolean reached;

    Crossing(ToDoubleFunction<double[]> room) {
        this.room = room;
    }

    boolean reached() {
        return reached;
    }

    @Override
    public void init(double t0, double[] y0, double t) {
        reached = false;
    }

    @Override
    public double g(double t, double[] y) {
        return room.applyAsDouble(y);
    }

    @Override
    public Action eventOccurred(double t, double[] y, boolean increasing) {
        reached = !increasing;
        return reached ? Action.STOP : Action.CONTINUE;
    }

    @Override
    public void resetState(double t, double[] y) {
        // events stop the integration; none changes the state in flight
    }
}
