package org.fetchlab.model.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A unit of time, exact in decimal, so that {@code 0.3ms} is the same number as {@code 0.0003}. */
enum Unit {
    NANOSECOND("ns", "1e-9"),
    MICROSECOND("us", "1e-6"),
    MILLISECOND("ms", "1e-3"),
    SECOND("s", "1"),
    MINUTE("min", "60"),
    HOUR("h", "3600"),
    DAY("d", "86400");

    private final String symbol;
    private final BigDecimal seconds;

    Unit(String symbol, String seconds) {
        this.symbol = symbol;
        this.seconds = new BigDecimal(seconds);
    }

    static Optional<Unit> of(String symbol) {
        return Arrays.stream(values())
                .filter(unit -> unit.symbol.equals(symbol))
                .findFirst();
    }

    static String symbols(boolean isRate) {
        return Arrays.stream(values())
                .map(unit -> (isRate ? "/" : "") + unit.symbol)
                .collect(Collectors.joining(", "));
    }

    /** The decimal number of seconds (of events per second, for a rate) that so many of this unit are. */
    String convert(String digits, boolean isRate) {
        BigDecimal number = new BigDecimal(digits);
        BigDecimal converted = isRate ? number.divide(seconds, MathContext.DECIMAL128) : number.multiply(seconds);
        return converted.toString();
    }
}
