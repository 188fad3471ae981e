package org.fetchlab.fluid.process;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.combinatorics.Factorial;

/**
 * The transitions of batch sampling in tail coordinates: a departure from each level, and an arrival for each sorted
 * list of the k levels that it joins, of which there are {@code C(B+k, k)}. A piece that would join a queue of the
 * truncation level B is refused.
 */
final class BatchEvents implements EventTypes {
    private final BatchChoice choice;
    private final double arrivalRate;
    private final int levels;
    private final List<int[]> joins;
    private final double[][] jumps;

    BatchEvents(BatchChoice choice, double arrivalRate, int levels) {
        this.choice = choice;
        this.arrivalRate = arrivalRate;
        this.levels = levels;
        this.joins = SortedLists.of(choice.joined(), levels);
        this.jumps = new double[levels + joins.size()][levels];
        for (int i = 0; i < levels; i++) {
            jumps[i][i] = -1;
        }
        for (int type = 0; type < joins.size(); type++) {
            for (int level : joins.get(type)) {
                if (level < levels) {
                    jumps[levels + type][level]++;
                }
            }
        }
    }

    @Override
    public double[][] jumps() {
        return jumps;
    }

    @Override
    public void rates(double[] state, double[] rates) {
        double[] share = new double[levels + 1];
        double[] tails = Arrays.copyOf(TailLayout.tails(state), levels + 2);
        for (int j = 0; j <= levels; j++) {
            share[j] = tails[j] - tails[j + 1];
        }
        for (int i = 0; i < levels; i++) {
            rates[i] = choice.joined() * share[i + 1];
        }
        for (int type = 0; type < joins.size(); type++) {
            rates[levels + type] = arrivalRate * probability(joins.get(type), share, tails);
        }
    }

    /**
     * The probability that the k shortest of L sampled queues have the given lengths: those below the longest one are
     * exactly the sampled ones, of the longest length there may be more.
     */
    private double probability(int[] joined, double[] share, double[] tails) {
        int longest = joined[joined.length - 1];
        double below = Factorial.doubleValue(choice.sampled());
        int run = 0;
        int atLongest = 0;
        for (int i = 0; i < joined.length; i++) {
            run = i > 0 && joined[i] == joined[i - 1] ? run + 1 : 1;
            if (joined[i] == longest) {
                atLongest++;
            } else {
                below *= share[joined[i]] / run;
            }
        }
        int spare = choice.sampled() - choice.joined();
        double rest = 0;
        for (int more = 0; more <= spare; more++) {
            rest += term(share[longest], atLongest + more) * term(tails[longest + 1], spare - more);
        }
        return below * rest;
    }

    private static double term(double base, int exponent) {
        return Math.pow(base, exponent) / Factorial.doubleValue(exponent);
    }
}
