package org.fetchlab.fluid.download;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * The download time under centralization as n goes to infinity, when stations and the central server serve the oldest job
 * of a queue first.
 *
 * <p>At the fixed point with longest queues m, follow a station with i jobs, of which the tagged one is the j-th oldest.
 * Arrivals at rate λ lengthen the queue if i &lt; m; if i = m, the central server takes the oldest job at once. The local
 * server takes it at rate 1−p, and the rest of the central capacity, spread over the queues of length m, at rate
 * {@code p/s_m − λ}. The download time is the absorption time at j = 0, computed by uniformisation; its mean is
 * {@code (s_1 + s_2 + …)/λ} by Little's law.
 *
 * <p>Close to a load at which the longest queues come into use, these are rare and the last rate is large. Their stays are
 * then counted apart from all other events, which is exact as well; see decision 0103.
 */
public final class CentralizedDownload {
    /** The spare rate, in units of all other rates, from which on stays at the longest queues are counted apart. */
    private static final double FAST = 50;

    private static final double NEGLIGIBLE = 1e-17;
    private static final int MOST_TERMS = 1_000_000;
    private static final String METHOD = "queues of a station at the fixed point, served in order";

    private CentralizedDownload() {}

    /**
     * The download time.
     *
     * @param arrivalRate λ, jobs per station and unit time, positive
     * @param share p, the centralized share of the capacity, in (0, 1]
     * @return the law; none if λ >= 1
     */
    public static Outcome<LatencyDistribution> of(double arrivalRate, double share) {
        Outcome<QueueTails> fixedPoint = FixedPoints.centralization(arrivalRate, share);
        if (fixedPoint instanceof Outcome.None<QueueTails> none) {
            return new Outcome.None<>(METHOD, none.reason());
        }
        QueueTails tails = fixedPoint.value().orElseThrow();
        double mean = tails.meanQueue() / arrivalRate;
        return switch (tails.levels() - 1) {
            case 0 -> new Outcome.Known<>(new NoDelay(), METHOD);
            // whatever ends the stay of a job at a station of one takes that job
            case 1 -> new Outcome.Known<>(new ExponentialLatency(1 / mean), METHOD);
            default ->
                new Outcome.Known<>(
                        ComputedLatency.withMean(
                                survivalFunction(arrivalRate, share, tails),
                                Math.min(1, mean),
                                mean,
                                METHOD + ", and Little's law"),
                        METHOD);
        };
    }

    private static DoubleUnaryOperator survivalFunction(double arrivalRate, double share, QueueTails tails) {
        double local = 1 - share;
        double spare = Math.max(0, share / tails.tail(tails.levels() - 1) - arrivalRate);
        if (spare > FAST * (arrivalRate + local)) {
            return new RareLevelLatency(arrivalRate, local, spare, tails)::survival;
        }
        PoissonMixture mixture = new Chain(arrivalRate, local, spare, tails).survivals();
        return time -> at(mixture, time);
    }

    private static double at(PoissonMixture mixture, double time) {
        double[] survival = new double[1];
        mixture.at(time, survival);
        return survival[0];
    }

    /** The uniformised chain of the tagged job. */
    private static final class Chain {
        private final double arrivalRate;
        private final double local;
        private final double spare;
        private final double uniform;
        private final int longest;
        private final QueueTails tails;

        Chain(double arrivalRate, double local, double spare, QueueTails tails) {
            this.arrivalRate = arrivalRate;
            this.local = local;
            this.spare = spare;
            this.uniform = arrivalRate + local + spare;
            this.longest = tails.levels() - 1;
            this.tails = tails;
        }

        /** The probabilities that the job is present after r events, as a mixture over r. */
        PoissonMixture survivals() {
            double[][] present = new double[longest + 1][longest + 1];
            for (int i = 0; i < longest; i++) {
                present[i + 1][i + 1] += tails.tail(i) - tails.tail(i + 1);
            }
            present[longest][longest] += tails.tail(longest);
            List<double[]> terms = new ArrayList<>();
            double alive = total(present);
            while (alive > NEGLIGIBLE && terms.size() < MOST_TERMS) {
                terms.add(new double[] {alive});
                present = next(present);
                alive = total(present);
            }
            return new PoissonMixture(uniform, terms);
        }

        private double[][] next(double[][] present) {
            double[][] after = new double[longest + 1][longest + 1];
            for (int i = 1; i <= longest; i++) {
                for (int j = 1; j <= i; j++) {
                    double mass = present[i][j] / uniform;
                    boolean full = i == longest;
                    after[full ? i : i + 1][full ? j - 1 : j] += arrivalRate * mass;
                    after[i - 1][j - 1] += (local + (full ? spare : 0)) * mass;
                    after[i][j] += full ? 0 : spare * mass;
                }
            }
            return after;
        }

        private static double total(double[][] present) {
            double sum = 0;
            for (double[] row : present) {
                for (int j = 1; j < row.length; j++) {
                    sum += row[j];
                }
            }
            return sum;
        }
    }
}
