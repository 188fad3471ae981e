package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The moves of the MDS queue under a bounding policy. The head holds the batches that jobs may start from: t batches under
 * MDS-Reservation(t); t + 1 under MDS-Violation(t), the last of which any server may serve, again and again.
 *
 * @param servers n
 * @param jobs k
 * @param arrivalRate &lambda;
 * @param rate &mu;
 * @param headLength the most batches in the head
 * @param violating whether the last batch of a full head takes servers that it has used
 */
record MdsPolicy(int servers, int jobs, double arrivalRate, double rate, int headLength, boolean violating) {
    /**
     * A move.
     *
     * @param rate its rate
     * @param next the state it leads to
     * @param unfinished the jobs in service of the batch whose last job it starts; 0 if it starts none
     */
    record Move(double rate, MdsState next, int unfinished) {}

    /** The state of an empty system. */
    MdsState empty() {
        return new MdsState(0, List.of(), servers);
    }

    /** The state at a level beyond the head in which no waiting batch has started; every state there leads to it. */
    MdsState untouched(int level) {
        return new MdsState(level, Collections.nCopies(headLength, new MdsState.Batch(jobs, 0, 0)), 0);
    }

    /** All moves out of a state. */
    List<Move> moves(MdsState state) {
        List<Move> moves = new ArrayList<>();
        moves.add(arrival(state));
        for (int served = 0; served <= state.head().size(); served++) {
            int own = served == 0 ? 0 : state.head().get(served - 1).inService();
            int others = state.busy(served, servers) - own;
            if (others > 0) {
                moves.add(freed(state, served, others * rate));
            }
            if (own > 0) {
                MdsState.Batch shorter = state.head().get(served - 1).afterCompletion();
                moves.add(freed(state.with(served - 1, shorter), served, own * rate));
            }
        }
        return moves;
    }

    private Move arrival(MdsState state) {
        if (state.waiting() == 0 && state.idle() >= jobs) {
            return new Move(arrivalRate, new MdsState(0, List.of(), state.idle() - jobs), jobs);
        }
        return new Move(arrivalRate, refilled(state.atLevel(state.waiting() + 1)), 0);
    }

    /** A server that has served the first batches of the head becomes free: it takes a job of the next, if it may. */
    private Move freed(MdsState state, int served, double moveRate) {
        int size = state.head().size();
        if (served < size) {
            return started(state, served, true, moveRate);
        }
        if (violating && size == headLength) {
            return started(state, served - 1, false, moveRate);
        }
        int idle = state.idle() + 1;
        return headLength == 0 && state.waiting() > 0 && idle == jobs
                ? new Move(moveRate, new MdsState(state.waiting() - 1, state.head(), 0), jobs)
                : new Move(moveRate, new MdsState(state.waiting(), state.head(), idle), 0);
    }

    private Move started(MdsState state, int position, boolean onNewServer, double moveRate) {
        MdsState.Batch batch = state.head().get(position).afterStart(onNewServer);
        return batch.waiting() > 0
                ? new Move(moveRate, state.with(position, batch), 0)
                : new Move(moveRate, refilled(state.without(position)), batch.inService());
    }

    private MdsState refilled(MdsState state) {
        int size = state.head().size();
        return size < headLength && size < state.waiting() ? state.extended(jobs) : state;
    }
}
