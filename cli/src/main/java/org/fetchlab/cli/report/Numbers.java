package org.fetchlab.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Rounded numbers for readers. */
public final class Numbers {
    /** What a table shows where there is no value. */
    public static final String NONE = "-";

    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final MathContext EIGHT_DIGITS = new MathContext(8, RoundingMode.HALF_EVEN);
    private static final double SMALLEST_PLAIN = 1e-4;
    private static final double LARGEST_SHARE = 0.9999;
    private static final double LARGEST_PLAIN = 1e7;

    private Numbers() {}

    /**
     * A number rounded to four significant digits.
     *
     * @param value a finite number, or null
     * @return for example {@code 0.6667}, {@code 18.00}, {@code 2.000e-6}; {@link #NONE} for null
     */
    public static String brief(@Nullable Double value) {
        if (value == null) {
            return NONE;
        }
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(FOUR_DIGITS);
        if (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN) {
            return String.format(java.util.Locale.ROOT, "%.3e", value);
        }
        int decimals = Math.max(0, FOUR_DIGITS.getPrecision() - 1 - exponent(rounded));
        return rounded.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /**
     * A share as a percentage.
     *
     * @param share in [0, 1]
     * @return four significant digits, such as {@code 85.71 %}; {@code 100 %} for all and nothing less
     */
    public static String percent(double share) {
        if (share == 1) {
            return "100 %";
        }
        return share > LARGEST_SHARE ? ">99.99 %" : brief(100 * share) + " %";
    }

    /**
     * A number rounded to eight significant digits, for exact values.
     *
     * @param value a finite number
     * @return for example {@code 0.69364435}
     */
    public static String precise(double value) {
        return plain(value, EIGHT_DIGITS);
    }

    /**
     * An estimate rounded where its error begins: two digits of the half-width.
     *
     * @param value a finite number
     * @param halfWidth its error, finite and at least 0
     * @return for example {@code 0.6667 ±0.0013}
     */
    public static String estimate(double value, double halfWidth) {
        if (halfWidth == 0) {
            return brief(value);
        }
        BigDecimal error = new BigDecimal(halfWidth).round(new MathContext(2, RoundingMode.UP));
        int decimals = Math.max(0, 1 - exponent(error));
        return fixed(value, decimals) + " ±" + fixed(error.doubleValue(), decimals);
    }

    /**
     * A whole number or a short decimal as it is, without trailing zeros.
     *
     * @param value a finite number
     * @return for example {@code 0.5}, {@code 18}
     */
    public static String plain(double value) {
        return plain(value, SIX_DIGITS);
    }

    /**
     * A number with all the digits that tell it from its neighbours, without trailing zeros.
     *
     * @param value a finite number
     * @return for example {@code 0.5}, {@code 0.9999999}
     */
    public static String shortest(double value) {
        return plain(value, MathContext.UNLIMITED);
    }

    private static String plain(double value, MathContext digits) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).round(digits).stripTrailingZeros();
        double size = Math.abs(value);
        return size != 0 && (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN) ? exact.toString() : exact.toPlainString();
    }

    private static String fixed(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The power of ten of the first digit. */
    private static int exponent(BigDecimal number) {
        return number.precision() - number.scale() - 1;
    }
}
