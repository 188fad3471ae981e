package org.fetchlab.cli.input;

/** Reads numbers before anything is known about their range. */
final class Numerals {
    private Numerals() {}

    /** The number, NaN when the text is none, so that every check of a range fails it. */
    static double read(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }
}
