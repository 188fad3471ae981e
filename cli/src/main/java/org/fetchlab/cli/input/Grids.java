package org.fetchlab.cli.input;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.model.text.Quantity;

/** Reads times and rates, and lists of rates and of percentiles. */
public final class Grids {
    private static final int LARGEST_COUNT = 10_000;

    private Grids() {}

    /**
     * Reads arrival rates.
     *
     * @param text {@code "0.1,0.5,1"}, or {@code "from:to:count"} for equally spaced rates with both ends
     * @return the rates as written, in increasing order without repetition, all positive, all with or all without a unit
     * @throws IllegalArgumentException if the text is neither form, or a rate is not positive
     */
    public static List<Quantity> arrivalRates(String text) {
        String[] range = text.split(":", -1);
        List<Quantity> rates = range.length == 1 ? Lists.read(text, Grids::positiveRate) : spaced(text, range.length);
        if (rates.stream().map(Quantity::hasUnit).distinct().count() > 1) {
            throw new IllegalArgumentException("'" + text + "': give every rate a unit, or none");
        }
        return rates.stream()
                .distinct()
                .sorted((a, b) -> Double.compare(a.value(), b.value()))
                .toList();
    }

    /**
     * Reads a positive rate.
     *
     * @param text for example {@code "0.5"} or {@code "200/s"}
     * @return the rate
     * @throws IllegalArgumentException if it is not a positive number
     */
    public static Quantity positiveRate(String text) {
        Quantity rate = Quantity.rate(text);
        if (!(rate.value() > 0)) {
            throw new IllegalArgumentException("'" + text + "': a rate must be positive");
        }
        return rate;
    }

    /**
     * Reads a positive time.
     *
     * @param text for example {@code "0.5"} or {@code "30s"}
     * @return the time
     * @throws IllegalArgumentException if it is not a positive number
     */
    public static Quantity positiveTime(String text) {
        Quantity time = Quantity.time(text);
        if (!(time.value() > 0)) {
            throw new IllegalArgumentException("'" + text + "': a time must be positive");
        }
        return time;
    }

    /**
     * Reads a relative error.
     *
     * @param text for example {@code "0.01"}
     * @return the number
     * @throws IllegalArgumentException if it is not a number between 0 and 1, both excluded
     */
    public static double fraction(String text) {
        double fraction = Numerals.read(text);
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException("'" + text + "' must be a number between 0 and 1, such as 0.01 for 1 %");
        }
        return fraction;
    }

    /**
     * Reads percentiles.
     *
     * @param text for example {@code "50,99,99.9"}
     * @return the numbers as written, without repetition, each between 0 and 100
     * @throws IllegalArgumentException if one is not a number between 0 and 100
     */
    public static List<String> percentiles(String text) {
        return Lists.read(text, Grids::percentile).stream().distinct().toList();
    }

    private static String percentile(String written) {
        String text = written.replaceFirst("^p", "");
        double percent = Numerals.read(text);
        if (!(percent > 0 && percent < 100)) {
            throw new IllegalArgumentException("'" + text
                    + "' must be a number between 0 and 100, both excluded; write percentiles such as 50,99,99.9");
        }
        return text;
    }

    private static List<Quantity> spaced(String text, int parts) {
        if (parts != 3) {
            throw new IllegalArgumentException("'" + text + "' must be a list such as 0.1,0.5,1 or from:to:count");
        }
        int second = text.indexOf(':') + 1;
        int third = text.lastIndexOf(':') + 1;
        Quantity from = Lists.element(text, 0, second - 1, Grids::positiveRate);
        Quantity to = Lists.element(text, second, third - 1, Grids::positiveRate);
        int count = Lists.element(text, third, text.length(), Grids::count);
        if (!(to.value() >= from.value()) || from.hasUnit() != to.hasUnit()) {
            throw new IllegalArgumentException("'" + text + "': from must not exceed to, and both need the same unit");
        }
        List<Quantity> rates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            double share = count == 1 ? 0 : (double) i / (count - 1);
            rates.add(new Quantity(from.value() * (1 - share) + to.value() * share, from.hasUnit()));
        }
        return rates;
    }

    private static int count(String text) {
        double count = Numerals.read(text);
        if (!(count >= 1 && count <= LARGEST_COUNT && count == Math.rint(count))) {
            throw new IllegalArgumentException(
                    "'" + text + "': the count of from:to:count must be a whole number from 1 to " + LARGEST_COUNT);
        }
        return (int) count;
    }
}
