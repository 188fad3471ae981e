package org.fetchlab.cli.input;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.sim.occupancy.OccupancyHistogram;

/**
 * The queue lengths at time 0 as a user gives them: how many servers, or which fraction of them, have exactly 0, 1, 2, …
 * jobs.
 */
public final class InitialQueues {
    private static final double ROUNDING = 1e-9;
    private static final String TAILS_HEADING = "tails";

    private final String text;
    private final double[] servers;

    private InitialQueues(String text, double[] servers) {
        this.text = text;
        this.servers = servers;
    }

    /**
     * Reads a state.
     *
     * @param text {@code empty}, a number of jobs at every server, or the name of a file: one list of numbers, element j
     *     the number or the fraction of the servers with exactly j jobs; under the heading {@code tails}, or when they
     *     can be nothing else, the fraction with at least j jobs
     * @param files where the file is
     * @return the state
     * @throws IllegalArgumentException if the file cannot be read or holds no such list
     */
    public static InitialQueues read(String text, DataFiles files) {
        String word = text.strip();
        if (word.equals("empty")) {
            return new InitialQueues(word, new double[] {1});
        }
        if (word.matches("[0-9]{1,4}")) {
            double[] equal = new double[Integer.parseInt(word) + 1];
            equal[equal.length - 1] = 1;
            return new InitialQueues(word, equal);
        }
        if (word.matches("[-+]?[0-9]+([.][0-9]*)?")) {
            throw new IllegalArgumentException("'" + word + "' is "
                    + (word.startsWith("-") ? "a negative number of jobs" : "no number of jobs per server")
                    + "; give a whole number from 0 to 9999");
        }
        DataFiles.NumberList list = files.numbers(word);
        double[] values = list.toArray();
        boolean areTails = list.heading().map(TAILS_HEADING::equals).orElseGet(() -> looksLikeTails(values));
        return new InitialQueues(word, areTails ? differences(QueueTails.of(values)) : values);
    }

    /** Whether numbers without a heading can only be tails: they start with 1, do not rise, and are not whole. */
    private static boolean looksLikeTails(double[] values) {
        double total = DoubleStream.of(values).sum();
        boolean isFalling = values[0] == 1;
        for (int j = 1; j < values.length; j++) {
            isFalling &= values[j] <= values[j - 1];
        }
        return isFalling && Arrays.stream(values).anyMatch(value -> value != Math.rint(value)) && total > 1 + ROUNDING;
    }

    /**
     * The state of infinitely many servers.
     *
     * @param count n, which a list of numbers of servers must sum to; empty when only fractions make sense
     * @return the tails
     * @throws IllegalArgumentException if the list sums to neither 1 nor n
     */
    public QueueTails tails(OptionalInt count) {
        double total = total();
        boolean areFractions = Math.abs(total - 1) <= ROUNDING;
        if (!areFractions && !(count.isPresent() && total == count.getAsInt())) {
            throw notADistribution(count);
        }
        double[] tails = new double[servers.length];
        double above = 0;
        for (int j = servers.length - 1; j >= 0; j--) {
            above += servers[j];
            tails[j] = above / total;
        }
        return QueueTails.of(tails);
    }

    /**
     * The state of n servers.
     *
     * @param count n, at least 1
     * @return the histogram
     * @throws IllegalArgumentException if the list sums to neither 1 nor n, or a fraction of n is no whole number
     */
    public OccupancyHistogram histogram(int count) {
        double total = total();
        boolean areCounts = total == count;
        if (!areCounts && !(Math.abs(total - 1) <= ROUNDING)) {
            throw notADistribution(OptionalInt.of(count));
        }
        int[] counts = Arrays.stream(servers)
                .mapToInt(share -> wholeNumber(areCounts ? share : share * count, count))
                .toArray();
        return OccupancyHistogram.of(count, counts);
    }

    private int wholeNumber(double number, int count) {
        double whole = Math.rint(number);
        if (!(Math.abs(number - whole) <= ROUNDING * count)) {
            throw new IllegalArgumentException("'" + text + "' puts " + number + " of " + count
                    + " servers in one state; give whole numbers of servers");
        }
        return (int) whole;
    }

    private double total() {
        return DoubleStream.of(servers).sum();
    }

    private IllegalArgumentException notADistribution(OptionalInt count) {
        return new IllegalArgumentException("'" + text + "' sums to " + total()
                + "; fractions of servers with exactly 0, 1, 2, ... jobs must sum to 1"
                + (count.isPresent() ? ", numbers of servers to n = " + count.getAsInt() : ""));
    }

    private static double[] differences(QueueTails tails) {
        double[] differences = new double[tails.levels()];
        for (int j = 0; j < differences.length; j++) {
            differences[j] = Math.max(0, tails.tail(j) - tails.tail(j + 1));
        }
        return differences;
    }

    /** The text that the user wrote. */
    @Override
    public String toString() {
        return text;
    }
}
