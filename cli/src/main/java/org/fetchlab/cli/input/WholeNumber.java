package org.fetchlab.cli.input;

/** Reads whole numbers. */
public final class WholeNumber {
    private static final long LARGEST = 1_000_000_000_000L;

    private WholeNumber() {}

    /**
     * Reads a whole number with a least value.
     *
     * @param least the least value that is allowed
     * @param text digits, or a short form such as {@code 1e6}
     * @return the number, at most 10^12
     * @throws IllegalArgumentException if the text is no whole number in that range
     */
    public static long atLeast(long least, String text) {
        double number;
        try {
            number = Double.parseDouble(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
        if (!(number >= least && number <= LARGEST && number == Math.rint(number))) {
            throw new IllegalArgumentException("'" + text + "' must be a whole number of at least " + least);
        }
        return (long) number;
    }

    /**
     * Reads a number of things that are counted one by one, such as servers.
     *
     * @param least the least value that is allowed
     * @param text digits, or a short form such as {@code 1e6}
     * @return the number
     * @throws IllegalArgumentException if the text is no whole number from the least value to the largest int
     */
    public static int count(int least, String text) {
        long number = atLeast(least, text);
        if (number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("'" + text + "' must be at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }
}
