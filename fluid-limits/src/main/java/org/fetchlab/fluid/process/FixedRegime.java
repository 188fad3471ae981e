package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/** The regime of a switching process in whose interior a fixed point lies, and the fixed point there. Immutable. */
public final class FixedRegime {
    private final SwitchingProcess process;
    private final int regime;
    private final double[] state;

    private FixedRegime(SwitchingProcess process, int regime, double[] state) {
        this.process = process;
        this.regime = regime;
        this.state = state;
    }

    /**
     * The regime of a fixed point.
     *
     * @param process the process, with any truncation
     * @param fixedPoint queue lengths at which the drift vanishes
     * @return the regime, cut off at the longest queue of the fixed point or of the servers just off its surface; none if the drift switches at the fixed point
     */
    public static Outcome<FixedRegime> of(SwitchingProcess process, QueueTails fixedPoint) {
        String method = "regime of the fixed point";
        int longest = Math.max(1, fixedPoint.levels() - 1);
        // a regime may use two levels more than are in use
        SwitchingProcess wide = process.withLevels(longest + 2);
        double[] state = wide.stateOf(fixedPoint);
        int regime = wide.regime(state);
        int inUse = Math.max(longest, wide.longestOffSurface(regime));
        return wide.surface(regime, state).isPresent()
                ? new Outcome.None<>(
                        method,
                        "the drift switches at the fixed point: n servers are on either side of the surface, and their"
                                + " fluctuations are not Gaussian")
                : new Outcome.Known<>(
                        new FixedRegime(process.withLevels(inUse), regime, Arrays.copyOf(state, inUse)), method);
    }

    /**
     * Whether nothing is free to move: no queue is in use but on the way to the central server.
     *
     * @return true if there are no free coordinates
     */
    public boolean isPinned() {
        return process.endFree(regime) == process.firstFree(regime);
    }

    /**
     * The mean field of the regime.
     *
     * @return the mean field over the free coordinates, of which there must be one
     */
    public SizeExpansion field() {
        return process.within(regime);
    }

    /**
     * The fixed point in the coordinates of the regime.
     *
     * @return the free coordinates, a new array
     */
    public double[] freeState() {
        return Arrays.copyOfRange(state, process.firstFree(regime), process.endFree(regime));
    }

    /**
     * The fixed point.
     *
     * @return the tails s_1, s_2, …, a copy
     */
    public double[] state() {
        return state.clone();
    }

    /**
     * A covariance in all coordinates.
     *
     * @param free the covariance of the free coordinates
     * @return a new matrix, in which pinned coordinates do not vary
     */
    public double[][] complete(double[][] free) {
        double[][] matrix = new double[state.length][state.length];
        int first = process.firstFree(regime);
        for (int i = 0; i < free.length; i++) {
            System.arraycopy(free[i], 0, matrix[first + i], first, free.length);
        }
        return matrix;
    }

    /**
     * The 1/n term in all coordinates, multiplied by n: {@code V = X + z D}, see {@link SwitchingProcess#addDisplacement}.
     *
     * @param free X over the free coordinates
     * @return V, a new array
     */
    public double[] complete(double[] free) {
        double[] v = new double[state.length];
        System.arraycopy(free, 0, v, process.firstFree(regime), free.length);
        process.addDisplacement(regime, state, offSurface().mean(), v);
        return v;
    }

    /**
     * The servers just off the surface of the regime.
     *
     * @return their births and deaths; no births if the regime does not slide
     */
    public OffSurface offSurface() {
        return process.offSurface(regime, state);
    }

    /**
     * The rooms before the ends of the regime.
     *
     * @return a room for each end
     */
    public List<Room> rooms() {
        return process.rooms(regime);
    }
}
