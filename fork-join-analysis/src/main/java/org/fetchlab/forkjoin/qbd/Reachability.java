package org.fetchlab.forkjoin.qbd;

import java.util.BitSet;

/** Which states of a Markov process can be reached from which. */
final class Reachability {
    private Reachability() {}

    /**
     * A state that the process comes back to for ever, wherever it starts.
     *
     * @param rates transition rates; the diagonal is not read
     * @return its index
     * @throws IllegalArgumentException if there is none, because the process can settle in more than one class of states
     */
    static int recurrentState(double[][] rates) {
        int state = 0;
        BitSet lost = withoutReturn(rates, state);
        while (!lost.isEmpty()) {
            state = lost.nextSetBit(0);
            lost = withoutReturn(rates, state);
        }
        if (reached(rates, state, false).cardinality() < rates.length) {
            throw new IllegalArgumentException(
                    "the phase can settle in more than one class of phases, so that the process has"
                            + " no single stationary distribution: give each class as a process of its own");
        }
        return state;
    }

    /** The states that can be reached from a state but do not lead back to it. */
    private static BitSet withoutReturn(double[][] rates, int state) {
        BitSet lost = reached(rates, state, true);
        lost.andNot(reached(rates, state, false));
        return lost;
    }

    /** The states that a state leads to, or that lead to it, itself included. */
    private static BitSet reached(double[][] rates, int state, boolean forwards) {
        BitSet reached = new BitSet();
        BitSet pending = new BitSet();
        pending.set(state);
        while (!pending.isEmpty()) {
            int from = pending.nextSetBit(0);
            pending.clear(from);
            reached.set(from);
            for (int to = 0; to < rates.length; to++) {
                double rate = forwards ? rates[from][to] : rates[to][from];
                if (rate > 0 && !reached.get(to)) {
                    pending.set(to);
                }
            }
        }
        return reached;
    }
}
