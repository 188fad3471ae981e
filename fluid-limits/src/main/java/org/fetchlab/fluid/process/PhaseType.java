package org.fetchlab.fluid.process;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealVector;

/**
 * A phase-type law: the time until a Markov chain on finitely many phases, started from probabilities α and moving with
 * rates S, is absorbed. Erlang laws, hyperexponential laws and their mixtures are of this type, and every law of a positive
 * time is a limit of such laws (Neuts 1981). Immutable.
 */
public final class PhaseType {
    private static final double ROUNDING = 1e-9;

    private final double[] initial;
    private final double[][] rates;
    private final double[] exit;
    private final double firstMoment;
    private final double secondMoment;

    private PhaseType(double[] initial, double[][] rates) {
        this.initial = initial;
        this.rates = rates;
        this.exit = new double[initial.length];
        for (int i = 0; i < exit.length; i++) {
            exit[i] = Math.max(0, -Arrays.stream(rates[i]).sum());
        }
        RealVector ones = new ArrayRealVector(initial.length, 1.0);
        LUDecomposition lu = new LUDecomposition(new Array2DRowRealMatrix(rates));
        if (!lu.getSolver().isNonSingular()) {
            throw new IllegalArgumentException(
                    "phase-type law: some phase is never left, so that the time is infinite");
        }
        RealVector first = lu.getSolver().solve(ones);
        RealVector second = lu.getSolver().solve(first);
        this.firstMoment = -first.dotProduct(new ArrayRealVector(initial, false));
        this.secondMoment = 2 * second.dotProduct(new ArrayRealVector(initial, false));
    }

    /**
     * A law from its representation.
     *
     * @param initial α, the probabilities of the first phase; at least 0, summing to 1
     * @param rates S: {@code S_ij >= 0} is the rate from phase i to j ≠ i, and {@code −S_ii} the total rate out of i, at least
     *     the sum of the others
     * @return the law
     * @throws IllegalArgumentException if the representation is not one, or absorption is not certain
     */
    public static PhaseType of(double[] initial, double[][] rates) {
        if (initial.length == 0 || rates.length != initial.length) {
            throw new IllegalArgumentException("phase-type law with " + initial.length + " initial probabilities and "
                    + rates.length + " rows of rates: both must have one for each phase");
        }
        double total = 0;
        for (double probability : initial) {
            if (!(probability >= 0)) {
                throw new IllegalArgumentException(
                        "phase-type law: initial probability " + probability + " must be >= 0");
            }
            total += probability;
        }
        if (!(Math.abs(total - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("phase-type law: initial probabilities sum to " + total + ", not to 1");
        }
        double[][] own = new double[rates.length][];
        for (int i = 0; i < rates.length; i++) {
            own[i] = checkedRow(rates[i], i, rates.length);
        }
        return new PhaseType(initial.clone(), own);
    }

    /**
     * One phase.
     *
     * @param rate the rate, positive and finite
     * @return the exponential law
     * @throws IllegalArgumentException if the rate is out of range
     */
    public static PhaseType exponential(double rate) {
        return erlang(1, rate);
    }

    /**
     * Phases one after the other.
     *
     * @param stages the number of phases, at least 1
     * @param rate the rate of each, positive and finite
     * @return the Erlang law of mean stages/rate
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static PhaseType erlang(int stages, double rate) {
        if (stages < 1) {
            throw new IllegalArgumentException("erlang(" + stages + "): the number of stages must be at least 1");
        }
        double[] initial = new double[stages];
        initial[0] = 1;
        double[][] rates = new double[stages][stages];
        for (int i = 0; i < stages; i++) {
            rates[i][i] = -rate;
            if (i + 1 < stages) {
                rates[i][i + 1] = rate;
            }
        }
        return of(initial, rates);
    }

    /**
     * One of several exponential phases.
     *
     * @param probabilities of each phase; at least 0, summing to 1
     * @param phaseRates the rate of each phase, positive and finite; as many
     * @return the hyperexponential law
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static PhaseType hyperexponential(double[] probabilities, double[] phaseRates) {
        double[][] rates = new double[phaseRates.length][phaseRates.length];
        for (int i = 0; i < phaseRates.length; i++) {
            rates[i][i] = -phaseRates[i];
        }
        return of(probabilities, rates);
    }

    /**
     * The number of phases.
     *
     * @return at least 1
     */
    public int phases() {
        return initial.length;
    }

    /**
     * The probability of the first phase.
     *
     * @param phase i, in [0, phases)
     * @return α_i
     */
    public double initial(int phase) {
        return initial[phase];
    }

    /**
     * An entry of the rate matrix.
     *
     * @param from i, in [0, phases)
     * @param to j, in [0, phases)
     * @return S_ij
     */
    public double rate(int from, int to) {
        return rates[from][to];
    }

    /**
     * The rate at which the time ends in a phase.
     *
     * @param phase i, in [0, phases)
     * @return {@code −Σ_j S_ij}, at least 0
     */
    public double exit(int phase) {
        return exit[phase];
    }

    /**
     * The mean.
     *
     * @return {@code −α S^{-1} 1}
     */
    public double mean() {
        return firstMoment;
    }

    /**
     * The variance in units of the squared mean: 1 for the exponential law.
     *
     * @return the squared coefficient of variation
     */
    public double squaredCoefficientOfVariation() {
        return secondMoment / (firstMoment * firstMoment) - 1;
    }

    /**
     * This law with every time multiplied by a factor.
     *
     * @param factor positive and finite
     * @return the law of the product
     * @throws IllegalArgumentException if the factor is out of range
     */
    public PhaseType scaledBy(double factor) {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("factor " + factor + " must be positive and finite");
        }
        double[][] scaled = new double[rates.length][];
        for (int i = 0; i < rates.length; i++) {
            scaled[i] = Arrays.stream(rates[i]).map(rate -> rate / factor).toArray();
        }
        return of(initial, scaled);
    }

    private static double[] checkedRow(double[] row, int phase, int phases) {
        double others = 0;
        for (int j = 0; j < row.length; j++) {
            if (j != phase && !(row[j] >= 0)) {
                throw new IllegalArgumentException(
                        "phase-type law: rate " + row[j] + " from phase " + phase + " to " + j + " must be >= 0");
            }
            others += j == phase ? 0 : row[j];
        }
        if (row.length != phases
                || !(-row[phase] > 0 && -row[phase] < Double.POSITIVE_INFINITY)
                || !(-row[phase] >= others * (1 - ROUNDING))) {
            throw new IllegalArgumentException("phase-type law: row " + phase + " must have " + phases
                    + " rates, with a finite total rate out of the phase that is positive and at least the sum "
                    + others
                    + " of the others");
        }
        return row.clone();
    }
}
