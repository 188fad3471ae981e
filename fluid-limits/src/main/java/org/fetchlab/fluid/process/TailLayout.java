package org.fetchlab.fluid.process;

import java.util.Optional;
import org.fetchlab.model.result.QueueTails;

/** States whose coordinates are the tails s_1, …, s_B. */
final class TailLayout {
    private TailLayout() {}

    static double[] state(QueueTails tails, int levels) {
        if (tails.tail(levels + 1) > 0) {
            throw new IllegalArgumentException(
                    "queues longer than the truncation level " + levels + ": take more levels");
        }
        double[] state = new double[levels];
        for (int i = 0; i < levels; i++) {
            state[i] = tails.tail(i + 1);
        }
        return state;
    }

    static double[] tails(double[] state) {
        double[] tails = new double[state.length + 1];
        tails[0] = 1;
        System.arraycopy(state, 0, tails, 1, state.length);
        return tails;
    }

    /** What keeps numbers from being tails, up to an error. */
    static Optional<String> violation(double[] state, double error) {
        double above = 1;
        for (int i = 0; i < state.length; i++) {
            if (!(state[i] >= -error && state[i] <= above + error)) {
                return Optional.of("queue tail s_" + (i + 1) + " = " + state[i] + " must lie between 0 and s_" + i);
            }
            above = state[i];
        }
        return Optional.empty();
    }
}
