package org.fetchlab.fluid.trajectory;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;

/**
 * The fixed point of batch sampling with phase-type service: queue lengths, and the phase of the piece in service for each
 * of them. Immutable.
 *
 * <p>Algorithm: s_1 is the load. At the fixed point the servers that pass from level j to j+1, at rate {@code a_j π_j}, balance
 * those that finish a piece at level j+1, so that the row vector x_j of the fractions at level j satisfies
 *
 * <pre>  x_j (a_j (I − 1α) − S) = a_{j−1} x_{j−1},   x_1 (a_1 (I − 1α) − S) = a_0 π_0 α.</pre>
 *
 * Level by level this leaves one unknown, a_j, which must equal {@code λ (A(s_j) − A(s_j − π_j)) / π_j} with
 * {@code π_j = x_j 1}: a root in [0, λA'(s_j)]. No iteration over the whole vector is needed.
 */
public final class PhaseTypeEquilibrium {
    private static final double SMALLEST = 1e-13;
    private static final double ROOT_ACCURACY = 1e-15;
    private static final int MOST_ITERATIONS = 500;
    private static final int MOST_LEVELS = 100_000;
    private static final String METHOD = "recursion over levels with phase-type service";

    private final QueueTails tails;
    private final List<double[]> phases;

    private PhaseTypeEquilibrium(QueueTails tails, List<double[]> phases) {
        this.tails = tails;
        this.phases = List.copyOf(phases);
    }

    /**
     * The fixed point.
     *
     * @param choice k out of L
     * @param arrivalRate λ, files per server and unit time, positive
     * @param service the service time of a piece
     * @return tails to absolute accuracy about 1e-12; none if the load {@code λ k E[S]} is not below 1
     */
    public static Outcome<PhaseTypeEquilibrium> of(BatchChoice choice, double arrivalRate, PhaseType service) {
        double load = arrivalRate * choice.joined() * service.mean();
        if (!(load < 1)) {
            return FixedPoints.overloaded(METHOD, load);
        }
        return new Climb(choice, arrivalRate, service).from(load);
    }

    /**
     * The queue lengths.
     *
     * @return s_0 = 1, s_1, …
     */
    public QueueTails tails() {
        return tails;
    }

    /**
     * The phases of the pieces in service at the servers of one length.
     *
     * @param level j, in [1, tails().levels())
     * @return the probability of each phase, a new array
     */
    public double[] phases(int level) {
        return phases.get(level - 1).clone();
    }

    private static double[] normalized(double[] masses) {
        double total = sum(masses);
        double[] shares = new double[masses.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = masses[i] / total;
        }
        return shares;
    }

    private static double sum(double[] values) {
        double total = 0;
        for (double value : values) {
            total += value;
        }
        return total;
    }

    /** The climb from level to level. */
    private record Climb(BatchChoice choice, double arrivalRate, PhaseType service) {
        Outcome<PhaseTypeEquilibrium> from(double load) {
            List<Double> tails = new ArrayList<>(List.of(1.0, load));
            List<double[]> phases = new ArrayList<>();
            double s = load;
            double flow = arrivalRate * (choice.joined() - choice.meanAbove(load));
            double[] source = new double[service.phases()];
            for (int i = 0; i < source.length; i++) {
                source[i] = flow * service.initial(i);
            }
            while (true) {
                double rate = arrivalsAt(s, source);
                double[] masses = masses(rate, source);
                phases.add(normalized(masses));
                s -= sum(masses);
                if (!(s > SMALLEST)) {
                    double[] values =
                            tails.stream().mapToDouble(Double::doubleValue).toArray();
                    return new Outcome.Known<>(new PhaseTypeEquilibrium(QueueTails.of(values), phases), METHOD);
                }
                if (tails.size() > MOST_LEVELS) {
                    return new Outcome.None<>(METHOD, "more than " + MOST_LEVELS + " queue lengths are in use");
                }
                tails.add(s);
                for (int i = 0; i < source.length; i++) {
                    source[i] = rate * masses[i];
                }
            }
        }

        /** a_j, by the requirement that it fits the masses that it leads to. */
        private double arrivalsAt(double s, double[] source) {
            double most = arrivalRate * choice.slope(s);
            if (service.phases() == 1) {
                return arrivalRate * choice.chord(s, Math.max(0, s - sum(masses(0, source))));
            }
            return new BracketingNthOrderBrentSolver(ROOT_ACCURACY, ROOT_ACCURACY, 5)
                    .solve(MOST_ITERATIONS, rate -> excess(rate, s, source), 0, most * (1 + 1e-12) + ROOT_ACCURACY);
        }

        private double excess(double rate, double s, double[] source) {
            double next = Math.max(0, s - sum(masses(rate, source)));
            return rate - arrivalRate * choice.chord(s, next);
        }

        /** x_j for a given a_j. */
        private double[] masses(double rate, double[] source) {
            int size = service.phases();
            double[][] transposed = new double[size][size];
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    transposed[j][i] = rate * ((i == j ? 1 : 0) - service.initial(j)) - service.rate(i, j);
                }
            }
            return new LUDecomposition(new Array2DRowRealMatrix(transposed, false))
                    .getSolver()
                    .solve(new ArrayRealVector(source))
                    .toArray();
        }
    }
}
