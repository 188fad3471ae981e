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
        return read(least, LARGEST, "1e12", text);
    }

    /**
     * Reads a whole number between two values.
     *
     * @param least the least value that is allowed
     * @param most the largest value that is allowed
     * @param text digits, or a short form such as {@code 1e3}
     * @return the number
     * @throws IllegalArgumentException if the text is no whole number in that range
     */
    public static int between(int least, int most, String text) {
        return (int) read(least, most, Integer.toString(most), text);
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
        return between(least, Integer.MAX_VALUE, text);
    }

    private static long read(long least, long most, String mostInWords, String text) {
        double number = Numerals.read(text);
        if (!(number >= least && number <= most && number == Math.rint(number))) {
            throw new IllegalArgumentException(
                    "'" + text + "' must be a whole number from " + least + " to " + mostInWords);
        }
        return (long) number;
    }
}
