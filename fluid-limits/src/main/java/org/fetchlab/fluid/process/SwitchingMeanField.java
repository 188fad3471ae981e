package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fetchlab.model.result.QueueTails;

/**
 * A mean field over queue lengths whose drift is discontinuous: the state space is cut by surfaces, the drift is smooth
 * between and along them, and a solution follows a surface (slides) as long as the drifts on both sides point to it
 * (Filippov 1988).
 *
 * <p>States are the tails s_1, …, s_B. Regimes are numbered 0, 1, 2, … so that a solution passes from regime m to m−1 or m+1
 * only. Regime m uses at most the levels up to m+2. No smoothing enters: each regime has its own exact drift, and the solver
 * locates the instants at which one ends.
 */
public interface SwitchingMeanField extends LevelTruncation {
    @Override
    SwitchingMeanField withLevels(int levels);

    @Override
    default int dimension() {
        return levels();
    }

    @Override
    default double[] stateOf(QueueTails tails) {
        return TailLayout.state(tails, levels());
    }

    @Override
    default double[] tails(double[] state) {
        return TailLayout.tails(state);
    }

    /**
     * Whether there is one regime only, whose end need not be looked for.
     *
     * @return false unless the drift is smooth everywhere
     */
    default boolean isSmooth() {
        return false;
    }

    /**
     * The regime that the solution from a state enters.
     *
     * @param state any state
     * @return the index of the regime, at least 0
     */
    int regime(double[] state);

    /**
     * The drift in a regime.
     *
     * @param regime the regime
     * @param state a state of its closure
     * @param drift receives the drift; not the same array as the state
     */
    void drift(int regime, double[] state, double[] drift);

    /**
     * The room of a regime before the solution passes to the next higher one.
     *
     * @param regime the regime
     * @return a room that is positive everywhere if the regime has no end of this kind
     */
    Room roomAbove(int regime);

    /**
     * The room of a regime before the solution passes to the next lower one.
     *
     * @param regime the regime
     * @return a room that is positive everywhere if the regime has no end of this kind
     */
    Room roomBelow(int regime);

    /**
     * The rooms before the two ends of a regime.
     *
     * @param regime the regime
     * @return {@link #roomAbove} and {@link #roomBelow}
     */
    default List<Room> rooms(int regime) {
        return List.of(roomAbove(regime), roomBelow(regime));
    }

    /**
     * The end of a regime at which a state lies.
     *
     * @param regime the regime
     * @param state a state of its closure
     * @return the room that is used up there; empty in the interior
     */
    default Optional<Room> surface(int regime, double[] state) {
        return rooms(regime).stream().filter(room -> room.isUsedUp(state)).findFirst();
    }

    /**
     * The first coordinate that is free to move in a regime. The tails before it are pinned to 1.
     *
     * @param regime the regime
     * @return an index, at least 0 and at most {@link #endFree}
     */
    default int firstFree(int regime) {
        return 0;
    }

    /**
     * The end of the coordinates that are free to move in a regime. The tails from it on are pinned to 0.
     *
     * @param regime the regime
     * @return one more than the index of the last free coordinate, at most the dimension
     */
    default int endFree(int regime) {
        return dimension();
    }

    /**
     * Puts a state, which rounding may have moved, exactly on the surface of a regime.
     *
     * @param regime the regime
     * @param state the state, changed in place
     */
    default void pin(int regime, double[] state) {
        Arrays.fill(state, 0, firstFree(regime), 1);
        Arrays.fill(state, endFree(regime), state.length, 0);
    }

    /**
     * The rate at which jobs are refused by servers at the truncation level, as in {@link QueueMeanField#lossRate}.
     *
     * @param regime the regime
     * @param state a state
     * @return jobs lost per server and unit time, at least 0
     */
    double lossRate(int regime, double[] state);
}
