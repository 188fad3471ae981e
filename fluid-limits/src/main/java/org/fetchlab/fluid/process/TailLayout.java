package org.fetchlab.fluid.process;

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
}
