package org.fetchlab.forkjoin.inorder;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.inorder.LeadPhases.Effect;
import org.fetchlab.forkjoin.inorder.LeadPhases.Move;
import org.fetchlab.forkjoin.numeric.Quantiles;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;

/**
 * The download time T of the only request in the system, for any service rates.
 *
 * <p>As long as it is there no copy is cancelled, so that its copies finish independently of each other: a set S of copies
 * is what has finished at time s with probability {@code Π_{j in S} (1 - e^(-μ_j s)) Π_{j not in S} e^(-μ_j s)}, and
 * {@code P{T > s}} is the sum over the sets that do not recover. Sets that differ by a symmetry are counted, not listed:
 * the pairs (S, server that leads to a set S') of a phase p are {@code N(p) m(p, p')}, and each S' is reached from
 * |S'| sets, so that {@code N(p') |S'| = Σ_p N(p) m(p, p')}.
 *
 * <p>Moments are integrals of the same probabilities, from the first-step equations of the finished sets (more copies only
 * ever finish, so that one pass solves them). All terms are positive: survival probabilities and moments have a relative
 * error of a few units in the last place for each phase and server, however far the rates are apart.
 */
public final class LoneRequest implements LatencyDistribution {
    private static final String METHOD = "lone request";

    private final LeadPhases phases;
    /** The useful servers' rates, and for each phase which of them have finished. */
    private final double[] rates;

    private final boolean[][] finished;
    private final double[] logCounts;

    private LoneRequest(LeadPhases phases, double[] rates, boolean[][] finished, double[] logCounts) {
        this.phases = phases;
        this.rates = rates;
        this.finished = finished;
        this.logCounts = logCounts;
    }

    /** The law from the phases with leads up to 1: the classes of finished sets that do not recover. */
    static LoneRequest of(InOrderSystem system, LeadPhases phases) {
        int[] useful = system.recovery().usefulServers();
        double[] rates = IntStream.of(useful).mapToDouble(system::rate).toArray();
        boolean[][] finished = new boolean[phases.size()][useful.length];
        for (int p = 0; p < finished.length; p++) {
            int[] leads = phases.leads(p);
            for (int i = 0; i < useful.length; i++) {
                finished[p][i] = leads[useful[i]] > 0;
            }
        }
        return new LoneRequest(phases, rates, finished, logCounts(phases, finished));
    }

    /** The logarithms of the numbers of sets in each class. */
    private static double[] logCounts(LeadPhases phases, boolean[][] finished) {
        double[] scaled = new double[finished.length];
        double[] logs = new double[finished.length];
        scaled[0] = 1;
        for (int p = 0; p < finished.length; p++) {
            if (p > 0) {
                logs[p] = Math.log(scaled[p] / size(finished[p]));
            }
            for (Move move : phases.moves(p)) {
                if (move.effect() == Effect.ADVANCE) {
                    scaled[move.target()] += Math.exp(logs[p]) * move.servers();
                }
            }
        }
        return logs;
    }

    private static int size(boolean[] set) {
        int size = 0;
        for (boolean member : set) {
            size += member ? 1 : 0;
        }
        return size;
    }

    @Override
    public double survival(double time) {
        if (LatencyDistribution.checkedTime(time) <= 0) {
            return 1;
        }
        double[] logDone = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            logDone[i] = Math.log(-Math.expm1(-rates[i] * time));
        }
        double sum = 0;
        for (int p = 0; p < finished.length; p++) {
            double exponent = logCounts[p];
            for (int i = 0; i < rates.length; i++) {
                exponent += finished[p][i] ? logDone[i] : -rates[i] * time;
            }
            sum += Math.exp(exponent);
        }
        return Math.min(1, sum);
    }

    @Override
    public double quantile(double probability) {
        return Quantiles.of(this::survival, probability);
    }

    @Override
    public Outcome<Double> mean() {
        return moment(1);
    }

    /**
     * A raw moment E[T^m]: m! times the sum over the classes p of {@code V_m(p) = ∫ s^(m-1)/(m-1)! P{p at s} ds}, which
     * follow from {@code exit(p) V_m(p) = V_(m-1)(p) + Σ_p' rate(p', p) V_m(p')}, V_0 being 1 in the empty set.
     *
     * @param order m, one of 1, 2, 3
     * @return the moment
     * @throws IllegalArgumentException if the order is not 1, 2 or 3
     */
    public Outcome<Double> moment(int order) {
        if (order < 1 || order > 3) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        double[] occupation = new double[finished.length];
        occupation[0] = 1;
        double factorial = 1;
        for (int m = 1; m <= order; m++) {
            factorial *= m;
            occupation = integrated(occupation);
        }
        return new Outcome.Known<>(factorial * Arrays.stream(occupation).sum(), METHOD);
    }

    private double[] integrated(double[] source) {
        double[] occupation = source.clone();
        for (int p = 0; p < occupation.length; p++) {
            List<Move> moves = phases.moves(p);
            double exit = 0;
            for (Move move : moves) {
                exit += move.effect() == Effect.EXCEED ? 0 : move.rate();
            }
            occupation[p] /= exit;
            for (Move move : moves) {
                if (move.effect() == Effect.ADVANCE) {
                    occupation[move.target()] += occupation[p] * move.rate();
                }
            }
        }
        return occupation;
    }
}
