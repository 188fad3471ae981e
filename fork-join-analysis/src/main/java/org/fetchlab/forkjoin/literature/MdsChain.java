package org.fetchlab.forkjoin.literature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * The chain of an {@link MdsPolicy} as a quasi-birth-death process. The level is the number of batches with a job in the
 * buffer, and all levels with more of them than the head holds have the same phases. The states are found by breadth-first
 * search.
 */
final class MdsChain {
    /** The most phases of a level: the cost of a solution grows with their cube. */
    static final int MOST_PHASES = 1000;

    private final MdsPolicy policy;
    private final List<Map<MdsState, Integer>> phases = new ArrayList<>();

    private MdsChain(MdsPolicy policy) {
        this.policy = policy;
        for (int level = 0; level <= sameFrom(); level++) {
            phases.add(new LinkedHashMap<>());
        }
    }

    /** The chain, unless a level has more than {@link #MOST_PHASES} phases. */
    static Optional<MdsChain> of(MdsPolicy policy) {
        MdsChain chain = new MdsChain(policy);
        return chain.search() ? Optional.of(chain) : Optional.empty();
    }

    /** The first level with batches behind a full head. */
    private int sameFrom() {
        return policy.headLength() + 1;
    }

    /** Finds all phases; at the levels that are alike, moves out of the first and out of a later one. */
    private boolean search() {
        Deque<MdsState> found = new ArrayDeque<>();
        add(policy.empty(), found);
        add(policy.untouched(sameFrom()), found);
        while (!found.isEmpty()) {
            MdsState state = found.remove();
            policy.moves(state).forEach(move -> add(move.next(), found));
            if (state.waiting() == sameFrom()) {
                policy.moves(state.atLevel(sameFrom() + 1)).forEach(move -> add(move.next(), found));
            }
            if (phases.get(state.waiting()).size() > MOST_PHASES) {
                return false;
            }
        }
        return true;
    }

    private void add(MdsState state, Deque<MdsState> found) {
        MdsState representative = representative(state);
        Map<MdsState, Integer> level = phases.get(representative.waiting());
        if (level.putIfAbsent(representative, level.size()) == null) {
            found.add(representative);
        }
    }

    private MdsState representative(MdsState state) {
        return state.waiting() > sameFrom() ? state.atLevel(sameFrom()) : state;
    }

    private Map<MdsState, Integer> phases(int level) {
        return phases.get(Math.min(level, sameFrom()));
    }

    /** The process: the levels alike are entered in the boundary once, since the first leads down to other phases. */
    QuasiBirthDeath process() {
        List<Level> boundary = new ArrayList<>();
        for (int level = 0; level <= sameFrom(); level++) {
            boundary.add(level(level));
        }
        return QuasiBirthDeath.of(boundary, level(sameFrom() + 1));
    }

    private Level level(int level) {
        int size = phases(level).size();
        double[][][] blocks = {
            new double[size][level == 0 ? 0 : phases(level - 1).size()],
            new double[size][size],
            new double[size][phases(level + 1).size()]
        };
        phases(level).forEach((state, phase) -> {
            for (MdsPolicy.Move move : policy.moves(state.atLevel(level))) {
                int target = move.next().waiting();
                int next = Objects.requireNonNull(phases(target).get(representative(move.next())));
                blocks[target - level + 1][phase][next] += move.rate();
            }
        });
        return Level.of(blocks[2], blocks[1], blocks[0]);
    }

    /**
     * The mean latency of a batch: by Little's law the mean time until its last job starts, and the time until the jobs
     * then in service are done, the maximum of exponential times.
     */
    double meanLatency(QbdSolution solution) {
        double unfinished = 0;
        for (int level = 0; level <= sameFrom(); level++) {
            unfinished += unfinished(level, solution.phaseProbabilities(level));
        }
        unfinished += unfinished(sameFrom() + 1, solution.repeatingPhases());
        return (solution.meanLevel() + unfinished) / policy.arrivalRate();
    }

    /** The part of a level in the mean number of batches that have no job in the buffer any more. */
    private double unfinished(int level, double[] probabilities) {
        double mean = 0;
        for (Map.Entry<MdsState, Integer> entry : phases(level).entrySet()) {
            double ends = policy.moves(entry.getKey().atLevel(level)).stream()
                    .mapToDouble(move -> move.rate() * WholeFile.harmonic(move.unfinished()))
                    .sum();
            mean += probabilities[entry.getValue()] * ends / policy.rate();
        }
        return mean;
    }
}
