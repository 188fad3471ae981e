package org.fetchlab.forkjoin.qbd;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.forkjoin.qbd.QuasiBirthDeath.Level;

/**
 * The stationary distribution of a {@link QuasiBirthDeath} process: explicit up to the first repeating level b, and
 * matrix-geometric above, {@code π_(n+1) = π_n R} with {@code R = A_0 (-A_1 - A_0 G)^(-1)}.
 *
 * <p>Sums over all levels are closed forms in {@code (I-R)^(-1)}; R itself is formed only when asked for.
 */
public final class QbdSolution {
    private final QuasiBirthDeath process;
    private final double[][] probabilities;
    private final double[][] censoredFactors;
    private final double[][] passage;
    private final double[] tailSum;
    private final double[] tailLevels;
    private final double meanSquare;
    private final double passageResidual;
    private final int steps;

    private QbdSolution(Summation sums, double[][] censoredFactors, FirstPassage above) {
        this.process = sums.process;
        this.probabilities = sums.probabilities;
        this.censoredFactors = censoredFactors;
        this.passage = above.matrix();
        this.tailSum = sums.tailSum;
        this.tailLevels = sums.tailLevels;
        this.meanSquare = sums.meanSquare;
        this.passageResidual = above.residual();
        this.steps = above.steps();
    }

    static QbdSolution of(
            QuasiBirthDeath process, double[][] unnormalised, FirstPassage above, double[][] censoredFactors) {
        Summation sums = new Summation(process, unnormalised, censoredFactors);
        return new QbdSolution(sums, censoredFactors, above);
    }

    /** The sums over the repeating levels, and the normalisation they imply. */
    private static final class Summation {
        private final QuasiBirthDeath process;
        private final double[][] probabilities;
        private final double[] tailSum;
        private final double[] tailLevels;
        private final double meanSquare;

        Summation(QuasiBirthDeath process, double[][] unnormalised, double[][] censoredFactors) {
            this.process = process;
            this.probabilities = unnormalised;
            int b = process.boundaryLevels();
            GeometricSums powers = new GeometricSums(process.level(b), process.stationaryPhases());
            double[][] up = process.level(b).up();
            double[] next = times(unnormalised[b], up, censoredFactors);
            double[] sum = powers.of(unnormalised[b], next);
            double[] above = times(sum, up, censoredFactors);
            double[] first = powers.of(above, times(above, up, censoredFactors));
            double[] beyond = times(first, up, censoredFactors);
            double[] second = powers.of(beyond, times(beyond, up, censoredFactors));
            double total = Matrices.sum(sum);
            for (int n = 0; n < b; n++) {
                total += Matrices.sum(unnormalised[n]);
            }
            for (double[] level : unnormalised) {
                scale(level, 1 / total);
            }
            scale(sum, 1 / total);
            scale(first, 1 / total);
            this.tailSum = sum;
            this.tailLevels = first;
            double squares = 0;
            for (int n = 0; n < b; n++) {
                squares += (double) n * n * Matrices.sum(unnormalised[n]);
            }
            double shift = Matrices.sum(first);
            this.meanSquare = squares
                    + (double) b * b * Matrices.sum(sum)
                    + (2.0 * b + 1) * shift
                    + 2 * Matrices.sum(second) / total;
        }

        private static void scale(double[] row, double factor) {
            for (int i = 0; i < row.length; i++) {
                row[i] *= factor;
            }
        }
    }

    /** {@code v R = v A_0 M^(-1)}. */
    private static double[] times(double[] v, double[][] up, double[][] censoredFactors) {
        return Matrices.solveRow(censoredFactors, Matrices.product(v, up));
    }

    /**
     * The stationary probabilities of one level.
     *
     * @param level n, at least 0; beyond the boundary the cost grows with n
     * @return one probability per phase; a copy
     * @throws IllegalArgumentException if the level is negative
     */
    public double[] phaseProbabilities(int level) {
        if (level < 0) {
            throw new IllegalArgumentException("level " + level + " must be at least 0");
        }
        int b = process.boundaryLevels();
        double[] row = probabilities[Math.min(level, b)].clone();
        double[][] up = process.level(b).up();
        for (int n = b; n < level; n++) {
            row = times(row, up, censoredFactors);
        }
        return row;
    }

    /**
     * The stationary probability of one level.
     *
     * @param level n, at least 0
     * @return the sum over its phases
     * @throws IllegalArgumentException if the level is negative
     */
    public double probability(int level) {
        return Matrices.sum(phaseProbabilities(level));
    }

    /**
     * The probabilities of all levels up to a small tail.
     *
     * @param tail the mass above the last level, in (0, 1)
     * @param mostLevels the most levels returned, whatever the tail
     * @return for each level from 0 one probability per phase
     * @throws IllegalArgumentException if the tail is outside (0, 1)
     */
    public List<double[]> levels(double tail, int mostLevels) {
        if (!(tail > 0 && tail < 1)) {
            throw new IllegalArgumentException("tail " + tail + " must lie in (0, 1)");
        }
        int b = process.boundaryLevels();
        List<double[]> levels = new ArrayList<>();
        for (int n = 0; n < b; n++) {
            levels.add(probabilities[n].clone());
        }
        double[] above = tailSum;
        double[] row = probabilities[b].clone();
        double[][] up = process.level(b).up();
        while (Matrices.sum(above) > tail && levels.size() < mostLevels) {
            levels.add(row);
            row = times(row, up, censoredFactors);
            above = times(above, up, censoredFactors);
        }
        return levels;
    }

    /**
     * The phases while at or above the first repeating level.
     *
     * @return for each phase the sum of its probabilities over all repeating levels; a copy
     */
    public double[] repeatingPhases() {
        return tailSum.clone();
    }

    /**
     * The mean level.
     *
     * @return E[N]
     */
    public double meanLevel() {
        int b = process.boundaryLevels();
        double mean = b * Matrices.sum(tailSum) + Matrices.sum(tailLevels);
        for (int n = b - 1; n > 0; n--) {
            mean += n * Matrices.sum(probabilities[n]);
        }
        return mean;
    }

    /**
     * The mean squared level.
     *
     * @return E[N&sup2;]
     */
    public double meanSquareLevel() {
        return meanSquare;
    }

    /**
     * First passage one level down.
     *
     * @return G: the probabilities, by phase at the start and at the end, of the first visit to the level below
     */
    public double[][] firstPassage() {
        return Matrices.copy(passage);
    }

    /**
     * The rate matrix.
     *
     * @return R: the expected sojourn in the phases of level n+1 per unit of exit-weighted sojourn in those of level n,
     *     before the first return to level n
     */
    public double[][] rateMatrix() {
        double[][] up = process.level(process.boundaryLevels()).up();
        double[][] rate = new double[up.length][];
        for (int i = 0; i < up.length; i++) {
            rate[i] = Matrices.solveRow(censoredFactors, up[i]);
        }
        return rate;
    }

    /**
     * How well the balance equations hold.
     *
     * @return the largest, over the boundary and two repeating levels, of the net probability flow into the states of a level,
     *     in absolute values, relative to the flow out of them
     */
    public double residual() {
        int b = process.boundaryLevels();
        double[] below = new double[0];
        double[] here = phaseProbabilities(0);
        double worst = 0;
        for (int n = 0; n <= b + 1; n++) {
            double[] above = phaseProbabilities(n + 1);
            Level level = process.level(n);
            double[] flow = Matrices.product(above, process.level(n + 1).down());
            Matrices.addProduct(flow, here, level.local());
            if (n > 0) {
                Matrices.addProduct(flow, below, process.level(n - 1).up());
            }
            double net = 0;
            double out = 0;
            for (int i = 0; i < flow.length; i++) {
                net += Math.abs(flow[i] - here[i] * level.exit(i));
                out += here[i] * level.exit(i);
            }
            worst = out > 0 ? Math.max(worst, net / out) : worst;
            below = here;
            here = above;
        }
        return worst;
    }

    /**
     * How well G solves its equation.
     *
     * @return the largest row sum of absolute values of {@code A_2 + A_1 G + A_0 G²}, relative to the exit rate of the phase
     */
    public double passageResidual() {
        return passageResidual;
    }

    /**
     * What rounding may have done to the mean level. Where steps up and down nearly balance, an error of one rate in the last
     * digit changes the mean by that digit over the distance from balance, whatever the method; compared with arithmetic of
     * 60 digits from 0.9 to 1e-10 of capacity away, the error is below a thirtieth of this.
     *
     * @return a bound on the relative error, positive; above 1 no digit is left
     */
    public double roundingError() {
        QuasiBirthDeath.Drift drift = process.drift();
        return probabilities[probabilities.length - 1].length
                * Math.ulp(1.0)
                * (drift.up() + drift.down())
                / (drift.down() - drift.up());
    }

    /**
     * The number of steps that logarithmic reduction took.
     *
     * @return at least 1
     */
    public int reductionSteps() {
        return steps;
    }
}
