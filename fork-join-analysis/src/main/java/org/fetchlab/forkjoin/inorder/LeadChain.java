package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.fetchlab.forkjoin.inorder.LeadPhases.Effect;
import org.fetchlab.forkjoin.inorder.LeadPhases.Move;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * In-order fork-join with bounded leads at one arrival rate: the level is the number of requests in the system, the phase
 * the leads. Level n has the phases with leads up to n; a server is busy when its lead is below n.
 */
final class LeadChain {
    /** What happens when a lead would exceed the limit, and so which bound the chain is. */
    enum Bound {
        /** The server waits: every request leaves no earlier than in the real system. */
        UPPER,
        /** The head of the line is completed for free: every request leaves no later than in the real system. */
        LOWER
    }

    private final LeadPhases phases;
    private final Bound bound;
    private final double arrivalRate;

    LeadChain(LeadPhases phases, Bound bound, double arrivalRate) {
        this.phases = phases;
        this.bound = bound;
        this.arrivalRate = arrivalRate;
    }

    LeadPhases phases() {
        return phases;
    }

    double arrivalRate() {
        return arrivalRate;
    }

    /** Whether a completion of this kind happens with n requests in the system. */
    boolean occurs(Move move, int n) {
        return move.lead() < n && (bound == Bound.LOWER || move.effect() != Effect.EXCEED);
    }

    /** The chain as a process. Its drift down is the departure rate while there is always work: the capacity. */
    QuasiBirthDeath process() {
        List<Level> boundary = new ArrayList<>();
        for (int n = 0; n <= phases.limit(); n++) {
            boundary.add(level(n));
        }
        return QuasiBirthDeath.of(boundary, level(phases.limit() + 1));
    }

    private Level level(int n) {
        int count = phases.count(n);
        double[][] up = new double[count][phases.count(n + 1)];
        double[][] local = new double[count][count];
        double[][] down = new double[count][n == 0 ? 0 : phases.count(n - 1)];
        for (int p = 0; p < count; p++) {
            up[p][p] = arrivalRate;
            for (Move move : phases.moves(p)) {
                if (occurs(move, n)) {
                    double[] row = move.effect() == Effect.ADVANCE ? local[p] : down[p];
                    row[move.target()] += move.rate();
                }
            }
        }
        return Level.of(up, local, down);
    }

    /**
     * The stationary mean of a sum over the completions of servers that have work in a state, blocked ones included.
     *
     * @param solution the stationary distribution
     * @param summand its value for a completion with n requests in the system; the same for all n beyond the limit
     */
    double mean(QbdSolution solution, ToDoubleBiFunction<Move, Integer> summand) {
        double sum = 0;
        for (int n = 1; n <= phases.limit() + 1; n++) {
            double[] probabilities = n <= phases.limit() ? solution.phaseProbabilities(n) : solution.repeatingPhases();
            for (int p = 0; p < probabilities.length; p++) {
                for (Move move : phases.moves(p)) {
                    if (move.lead() < n) {
                        sum += probabilities[p] * summand.applyAsDouble(move, n);
                    }
                }
            }
        }
        return sum;
    }
}
