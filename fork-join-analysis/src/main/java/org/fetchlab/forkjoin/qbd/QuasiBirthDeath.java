package org.fetchlab.forkjoin.qbd;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/**
 * A quasi-birth-death process: a continuous-time Markov chain on (level, phase) whose level changes by at most one.
 * Levels 0, …, b-1 are the boundary and may each have their own phases and rates; from level b on all levels are alike.
 *
 * <p>Every block holds transition rates; diagonals are not read, since the rows of a generator add up to zero. Latouche and
 * Ramaswami, <i>Introduction to Matrix Analytic Methods in Stochastic Modeling</i>, SIAM 1999.
 */
public final class QuasiBirthDeath {
    private static final String METHOD = "logarithmic reduction";
    private static final double LARGEST_RESIDUAL = 1e-10;
    private static final double MOST_ROUNDING = 1e-3;

    private final List<Level> boundary;
    private final Level repeating;
    private final double[] stationaryPhases;
    private final Drift drift;

    private QuasiBirthDeath(List<Level> boundary, Level repeating) {
        this.boundary = boundary;
        this.repeating = repeating;
        this.stationaryPhases = stationaryPhases(repeating);
        this.drift = drift(repeating, stationaryPhases);
    }

    /** The transition rates out of one level. */
    public static final class Level {
        private final double[][] up;
        private final double[][] local;
        private final double[][] down;
        private final double[] exits;

        private Level(double[][] up, double[][] local, double[][] down) {
            this.up = up;
            this.local = local;
            this.down = down;
            this.exits = new double[local.length];
            for (int i = 0; i < exits.length; i++) {
                exits[i] = Matrices.sum(up[i]) + Matrices.sum(down[i]) + Matrices.sum(local[i]);
            }
        }

        /**
         * A level. The arrays are kept, not copied, and must not be changed afterwards.
         *
         * @param up rates to the phases of the next level, one row per phase of this level
         * @param local rates between the phases of this level; the diagonal is not read
         * @param down rates to the phases of the level below; rows of length 0 at level 0
         * @return the level
         * @throws IllegalArgumentException if a rate is negative, NaN or infinite, or a block has the wrong shape
         */
        public static Level of(double[][] up, double[][] local, double[][] down) {
            if (local.length == 0) {
                throw new IllegalArgumentException("a level needs at least one phase");
            }
            checkShape("up", up, local.length, up.length == 0 ? 0 : up[0].length);
            checkShape("local", local, local.length, local.length);
            checkShape("down", down, local.length, down.length == 0 ? 0 : down[0].length);
            for (int i = 0; i < local.length; i++) {
                checkRates("up", up[i], -1);
                checkRates("local", local[i], i);
                checkRates("down", down[i], -1);
            }
            return new Level(up, withoutDiagonal(local), down);
        }

        private static double[][] withoutDiagonal(double[][] local) {
            boolean isClear = IntStream.range(0, local.length).allMatch(i -> local[i][i] == 0);
            double[][] clear = isClear ? local : Matrices.copy(local);
            for (int i = 0; i < clear.length && !isClear; i++) {
                clear[i][i] = 0;
            }
            return clear;
        }

        private static void checkShape(String name, double[][] block, int rows, int columns) {
            if (block.length != rows) {
                throw new IllegalArgumentException(
                        "block '" + name + "' has " + block.length + " rows for " + rows + " phases");
            }
            for (double[] row : block) {
                if (row.length != columns) {
                    throw new IllegalArgumentException(
                            "a row of block '" + name + "' has " + row.length + " entries instead of " + columns);
                }
            }
        }

        private static void checkRates(String name, double[] row, int diagonal) {
            for (int j = 0; j < row.length; j++) {
                if (j != diagonal && !(row[j] >= 0 && row[j] < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException(
                            "rate " + row[j] + " in block '" + name + "' must be finite and at least 0");
                }
            }
        }

        double[][] up() {
            return up;
        }

        double[][] local() {
            return local;
        }

        double[][] down() {
            return down;
        }

        int phases() {
            return local.length;
        }

        /** The total rate out of a phase. */
        double exit(int phase) {
            return exits[phase];
        }

        /** The negative of the local block of the generator: exit rates on the diagonal. */
        double[][] negativeLocal() {
            double[][] negative = new double[phases()][phases()];
            for (int i = 0; i < phases(); i++) {
                for (int j = 0; j < phases(); j++) {
                    negative[i][j] = -local[i][j];
                }
                negative[i][i] = exit(i);
            }
            return negative;
        }
    }

    /**
     * A process with its boundary.
     *
     * @param boundary the levels 0, …, b-1, at least one; level b-1 must have as many phases as the repeating levels
     * @param repeating the level b and every level above
     * @return the process
     * @throws IllegalArgumentException if neighbouring blocks do not fit, or the phase far from the boundary can settle in
     *     more than one class of phases
     */
    public static QuasiBirthDeath of(List<Level> boundary, Level repeating) {
        if (boundary.isEmpty()) {
            throw new IllegalArgumentException("at least level 0 must be given");
        }
        List<Level> levels = new ArrayList<>(boundary);
        levels.add(repeating);
        levels.add(repeating);
        for (int n = 0; n < levels.size(); n++) {
            Level level = levels.get(n);
            int below = n == 0 ? 0 : levels.get(n - 1).phases();
            int above = n + 1 < levels.size() ? levels.get(n + 1).phases() : level.phases();
            if (level.down()[0].length != below || level.up()[0].length != above) {
                throw new IllegalArgumentException(
                        "level " + n + " has " + level.down()[0].length + " columns down and " + level.up()[0].length
                                + " up; its neighbours have " + below + " and " + above + " phases");
            }
        }
        return new QuasiBirthDeath(List.copyOf(boundary), repeating);
    }

    /**
     * The mean drift of the level far from the boundary.
     *
     * @param up the mean rate of steps up, with the phases at their stationary distribution
     * @param down the mean rate of steps down
     */
    public record Drift(double up, double down) {
        /**
         * Whether the process is positive recurrent.
         *
         * @return stable if steps down are more frequent than steps up
         */
        public Verdict verdict() {
            return up < down ? Verdict.STABLE : Verdict.UNSTABLE;
        }
    }

    /**
     * The drift of the level.
     *
     * @return the mean rates of steps up and down
     */
    public Drift drift() {
        return drift;
    }

    private static double[] stationaryPhases(Level repeating) {
        int phases = repeating.phases();
        double[][] rates = new double[phases][phases];
        for (int i = 0; i < phases; i++) {
            for (int j = 0; j < phases; j++) {
                rates[i][j] = repeating.up()[i][j]
                        + repeating.local()[i][j]
                        + repeating.down()[i][j];
            }
        }
        return Matrices.stationary(rates);
    }

    private static Drift drift(Level repeating, double[] stationary) {
        double up = 0;
        double down = 0;
        for (int i = 0; i < stationary.length; i++) {
            up += stationary[i] * Matrices.sum(repeating.up()[i]);
            down += stationary[i] * Matrices.sum(repeating.down()[i]);
        }
        return new Drift(up, down);
    }

    /** The stationary distribution of the phase far from the boundary. */
    double[] stationaryPhases() {
        return stationaryPhases;
    }

    /**
     * The stationary distribution.
     *
     * @return the distribution; none if the process is unstable, if a residual is above 1e-10, or if a {@link
     *     QbdSolution#roundingError()} is above 1e-3
     */
    public Outcome<QbdSolution> solve() {
        if (drift.verdict() != Verdict.STABLE) {
            return new Outcome.None<>(METHOD, "unstable: " + rates());
        }
        QbdSolution solution = stationary();
        double residual = Math.max(solution.residual(), solution.passageResidual());
        if (!(residual <= LARGEST_RESIDUAL)) {
            return new Outcome.None<>(METHOD, "not solved: the balance equations hold to " + residual + " only");
        }
        return solution.roundingError() <= MOST_ROUNDING
                ? new Outcome.Known<>(solution, METHOD)
                : new Outcome.None<>(
                        METHOD, "too close to unstable: " + rates() + ", so that the last digit of a rate decides");
    }

    private String rates() {
        return "the level rises at rate " + drift.up() + " and falls at rate " + drift.down();
    }

    /** The boundary downwards by first passages, then the probabilities upwards level by level. */
    private QbdSolution stationary() {
        FirstPassage above = FirstPassage.of(repeating);
        int levels = boundary.size();
        double[][][] factors = new double[levels + 1][][];
        factors[levels] = Matrices.copy(above.censored());
        Matrices.eliminate(factors[levels]);
        double[][] passage = above.matrix();
        for (int n = levels - 1; n > 0; n--) {
            Level level = boundary.get(n);
            factors[n] = level.negativeLocal();
            Matrices.subtractProduct(factors[n], level.up(), passage);
            passage = Matrices.copy(level.down());
            Matrices.solve(factors[n], passage);
        }
        double[][] ground = Matrices.copy(boundary.get(0).local());
        Matrices.addProduct(ground, boundary.get(0).up(), passage);
        double[][] probabilities = new double[levels + 1][];
        probabilities[0] = Matrices.stationary(ground);
        for (int n = 0; n < levels; n++) {
            double[] entry = Matrices.product(probabilities[n], boundary.get(n).up());
            probabilities[n + 1] = Matrices.solveRow(factors[n + 1], entry);
        }
        return QbdSolution.of(this, probabilities, above, factors[levels]);
    }

    /** The number of boundary levels. */
    int boundaryLevels() {
        return boundary.size();
    }

    /** The rates out of a level. */
    Level level(int n) {
        return n < boundary.size() ? boundary.get(n) : repeating;
    }
}
