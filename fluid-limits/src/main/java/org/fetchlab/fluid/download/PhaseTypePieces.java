package org.fetchlab.fluid.download;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.trajectory.PhaseTypeEquilibrium;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * Pieces with phase-type service, first in first out: one that finds j others waits for the rest of the service in
 * progress, whose phase is that of the fixed point, and for j services more. Survival functions by uniformisation of the
 * chain (services to go, phase), backwards in time for all j at once.
 */
public final class PhaseTypePieces implements PieceTimes {
    private static final double NEGLIGIBLE = 1e-17;
    /** A probability of which nothing is left in any answer. */
    private static final double FORGOTTEN = 1e-40;
    /** Stored probabilities: 160 MB. */
    private static final long MOST_VALUES = 20_000_000;
    /** Queue lengths times steps of the chain: some seconds. */
    private static final long MOST_UPDATES = 500_000_000;

    private static final String METHOD = "uniformisation of phase-type service";

    private final PoissonMixture mixture;

    private PhaseTypePieces(PoissonMixture mixture) {
        this.mixture = mixture;
    }

    /**
     * The piece times at a fixed point, one for each queue length.
     *
     * @param service the service time of a piece
     * @param equilibrium the fixed point with that service
     * @return the piece times for the queue lengths of the fixed point; none if these are too many for times so variable
     */
    public static Outcome<PhaseTypePieces> of(PhaseType service, PhaseTypeEquilibrium equilibrium) {
        return from(new Chain(service, equilibrium), UnaryOperator.identity());
    }

    /**
     * The time of a piece that joins any server, whatever its queue.
     *
     * @param service the service time of a piece
     * @param equilibrium the fixed point with that service
     * @return one piece time, averaged over the queue lengths of the fixed point; none if these are too many for times so
     *     variable
     */
    public static Outcome<PhaseTypePieces> atRandom(PhaseType service, PhaseTypeEquilibrium equilibrium) {
        QueueTails tails = equilibrium.tails();
        double[] shares = new double[tails.levels()];
        Arrays.setAll(shares, j -> tails.tail(j) - tails.tail(j + 1));
        return from(new Chain(service, equilibrium), late -> new double[] {product(shares, late)});
    }

    private static Outcome<PhaseTypePieces> from(Chain chain, UnaryOperator<double[]> reading) {
        List<double[]> terms = new ArrayList<>();
        double largest = 1;
        while (largest > NEGLIGIBLE) {
            double[] term = reading.apply(chain.unfinished());
            largest = Arrays.stream(term).max().orElse(0);
            terms.add(term);
            chain.step();
            long steps = terms.size();
            if (steps * term.length > MOST_VALUES || steps * chain.levels > MOST_UPDATES) {
                return new Outcome.None<>(
                        METHOD,
                        "queues of " + chain.levels + " lengths are in use, and pieces are unfinished after " + steps
                                + " times the mean of the shortest phase: too much to follow; ask for queue lengths"
                                + " alone, or simulate");
            }
        }
        return new Outcome.Known<>(new PhaseTypePieces(new PoissonMixture(chain.uniform, terms)), METHOD);
    }

    @Override
    public void survivals(double time, double[] survivals) {
        mixture.at(time, survivals);
        for (int j = 0; j < survivals.length; j++) {
            survivals[j] = Math.min(1, survivals[j]);
        }
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The probabilities, by services to go and phase, that a piece is unfinished after some steps of the uniformised chain. */
    private static final class Chain {
        private final int levels;
        private final double uniform;
        private final double[] initial;
        private final double[] exit;
        private final double[][] rates;
        private final double[][] first;
        private final double[][] unfinished;
        private final double[] old;
        private int steps;
        private int lowest = 1;

        Chain(PhaseType service, PhaseTypeEquilibrium equilibrium) {
            int phases = service.phases();
            this.levels = equilibrium.tails().levels();
            this.initial = vector(phases, service::initial);
            this.exit = vector(phases, service::exit);
            this.rates = new double[phases][];
            Arrays.setAll(rates, from -> vector(phases, to -> service.rate(from, to)));
            this.uniform = Arrays.stream(vector(phases, phase -> -rates[phase][phase]))
                    .max()
                    .orElseThrow();
            this.first = new double[levels][];
            Arrays.setAll(first, j -> j == 0 ? initial : equilibrium.phases(j));
            this.unfinished = new double[levels + 1][phases];
            for (int toGo = 1; toGo <= levels; toGo++) {
                Arrays.fill(unfinished[toGo], 1);
            }
            this.old = new double[phases];
        }

        private static double[] vector(int size, IntToDoubleFunction entry) {
            return IntStream.range(0, size).mapToDouble(entry).toArray();
        }

        /** For each j, the probability that a piece which found j others is unfinished. */
        double[] unfinished() {
            double[] late = new double[levels];
            Arrays.setAll(late, j -> product(first[j], unfinished[j + 1]));
            return late;
        }

        /** One step more. No more services than steps can be finished, so that further rows stay 1. */
        void step() {
            steps++;
            for (int toGo = Math.min(levels, steps); toGo >= lowest; toGo--) {
                step(unfinished[toGo], product(initial, unfinished[toGo - 1]));
            }
            while (lowest < levels && Arrays.stream(unfinished[lowest]).max().orElse(0) < FORGOTTEN) {
                Arrays.fill(unfinished[lowest], 0);
                lowest++;
            }
        }

        /** One step of a row, given the probability with one service less to go. */
        private void step(double[] row, double fresh) {
            System.arraycopy(row, 0, old, 0, old.length);
            for (int phase = 0; phase < old.length; phase++) {
                double change = exit[phase] * fresh + product(rates[phase], old);
                row[phase] = Math.max(0, old[phase] + change / uniform);
            }
        }
    }
}
