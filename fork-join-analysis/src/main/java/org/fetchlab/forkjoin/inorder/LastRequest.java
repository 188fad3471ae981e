package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.inorder.LeadPhases.Effect;
import org.fetchlab.forkjoin.inorder.LeadPhases.Move;
import org.fetchlab.forkjoin.qbd.QbdSolution;
import org.fetchlab.forkjoin.qbd.UniformisedTime;

/**
 * The download time of a request, uniformised: an arriving request sees the stationary state (PASTA), leaves last of those
 * present, and is not delayed by later ones. Its download time is the time to empty the system without further arrivals.
 *
 * <p>Without arrivals, completions lead to later phases or to fewer requests, so that one pass over levels upwards and
 * phases downwards applies a jump in place.
 */
final class LastRequest {
    private static final double NEGLIGIBLE = 1e-13;
    /** The logarithm of the negligible tail: a geometric law with mean m has it beyond about this many times m. */
    private static final double TAIL_MEANS = -Math.log(NEGLIGIBLE);

    private static final double VANISHING = 1e-100;
    private static final int MOST_LEVELS = 20_000;

    private final double rate;
    private final List<double[]> mass;
    private final Jumps[] jumps;

    private LastRequest(LeadChain chain, double rate, List<double[]> mass) {
        this.rate = rate;
        this.mass = mass;
        this.jumps = new Jumps[chain.phases().limit() + 2];
        for (int n = 1; n < jumps.length; n++) {
            jumps[n] = Jumps.of(chain, n, rate);
        }
    }

    /**
     * About how many probabilities all jumps together update: levels &times; phases, once for each jump that may happen
     * until all requests that matter have left.
     *
     * @param duringDownload the mean number of jumps during a download
     */
    static double work(LeadChain chain, QbdSolution solution, double duringDownload) {
        double levels = chain.phases().limit() + TAIL_MEANS * (1 + solution.meanLevel());
        double jumps = chain.phases().limit() + TAIL_MEANS * (1 + duringDownload);
        return levels * chain.phases().size() * jumps;
    }

    /**
     * The law of the download time in a chain with this stationary distribution.
     *
     * @param mostWork how many probabilities are updated at most
     * @return the law; empty when that is not enough
     */
    static Optional<UniformisedTime> downloadTime(
            LeadChain chain, QbdSolution solution, double totalRate, double mostWork) {
        List<double[]> seen = solution.levels(NEGLIGIBLE, MOST_LEVELS);
        if (seen.size() == MOST_LEVELS) {
            return Optional.empty();
        }
        List<double[]> mass = new ArrayList<>();
        for (double[] level : seen) {
            mass.add(Arrays.copyOf(level, chain.phases().count(mass.size() + 1)));
        }
        double updates = (double) seen.size() * chain.phases().size();
        return new LastRequest(chain, totalRate, mass).run(mostWork / updates);
    }

    /** Jumps until what is left is negligible; empty when that takes too many. */
    private Optional<UniformisedTime> run(double mostJumps) {
        double[] unabsorbed = new double[64];
        int k = 0;
        double left = total();
        while (left > NEGLIGIBLE) {
            if (k >= mostJumps) {
                return Optional.empty();
            }
            if (k == unabsorbed.length) {
                unabsorbed = Arrays.copyOf(unabsorbed, 2 * k);
            }
            unabsorbed[k++] = left;
            jump();
            left = Math.min(left, total());
        }
        return Optional.of(UniformisedTime.of(rate, Arrays.copyOf(unabsorbed, k)));
    }

    private double total() {
        double sum = 0;
        for (int n = mass.size() - 1; n >= 0; n--) {
            for (double probability : mass.get(n)) {
                sum += probability;
            }
        }
        return sum;
    }

    /** Applies one jump. Row i of the mass is the level with i+1 requests. */
    private void jump() {
        double[] below = new double[1];
        for (int i = 0; i < mass.size(); i++) {
            double[] here = mass.get(i);
            jumps[Math.min(i + 1, jumps.length - 1)].apply(here, below);
            below = here;
        }
    }

    /** The jumps out of the phases of one level, in flat arrays. */
    private static final class Jumps {
        private final double[] stay;
        private final int[] first;
        private final int[] target;
        private final boolean[] departs;
        private final double[] probability;

        private Jumps(double[] stay, int[] first, List<Move> moves, double rate) {
            this.stay = stay;
            this.first = first;
            this.target = moves.stream().mapToInt(Move::target).toArray();
            this.probability =
                    moves.stream().mapToDouble(move -> move.rate() / rate).toArray();
            this.departs = new boolean[target.length];
            for (int m = 0; m < departs.length; m++) {
                departs[m] = moves.get(m).effect() != Effect.ADVANCE;
            }
        }

        static Jumps of(LeadChain chain, int n, double rate) {
            int count = chain.phases().count(n);
            double[] stay = new double[count];
            int[] first = new int[count + 1];
            List<Move> moves = new ArrayList<>();
            for (int p = 0; p < count; p++) {
                double leave = 0;
                for (Move move : chain.phases().moves(p)) {
                    if (chain.occurs(move, n)) {
                        moves.add(move);
                        leave += move.rate();
                    }
                }
                stay[p] = Math.max(0, 1 - leave / rate);
                first[p + 1] = moves.size();
            }
            return new Jumps(stay, first, moves, rate);
        }

        void apply(double[] here, double[] below) {
            for (int p = stay.length - 1; p >= 0; p--) {
                double value = here[p];
                if (value > VANISHING) {
                    here[p] = value * stay[p];
                    for (int m = first[p]; m < first[p + 1]; m++) {
                        (departs[m] ? below : here)[target[m]] += value * probability[m];
                    }
                }
            }
        }
    }
}
