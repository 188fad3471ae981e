package org.fetchlab.model.text;

/**
 * A time or a rate as a user wrote it.
 *
 * <p>With a unit ({@code 12ms}, {@code 0.2s}, {@code 35us}; {@code 200/s}, {@code 5/min}; ns, us, ms, s, min, h, d) the
 * value is in seconds or per second. Without one it is the number as written, in whatever unit the user has in mind. A
 * scenario in which any quantity has a unit is therefore in seconds throughout, and {@link #hasUnit} lets a caller
 * check that all of them have one.
 *
 * @param value seconds or events per second when there is a unit, the bare number when not; finite and at least 0
 * @param hasUnit whether a unit was written
 */
public record Quantity(double value, boolean hasUnit) {
    /**
     * Checks the value.
     *
     * @param value the number
     * @param hasUnit whether a unit was written
     * @throws IllegalArgumentException if the value is negative, infinite or NaN
     */
    public Quantity {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("quantity " + value + " must be finite and at least 0");
        }
    }

    /**
     * Reads a time.
     *
     * @param text for example {@code "12ms"} or {@code "0.5"}
     * @return the time
     * @throws SpecException if the text is empty, not a number, negative, out of range, or has an unknown unit
     */
    public static Quantity time(String text) {
        return SpecReader.readAll(text, reader -> new Quantity(reader.time("a time"), reader.sawUnit()));
    }

    /**
     * Reads a rate.
     *
     * @param text for example {@code "200/s"} or {@code "0.5"}
     * @return the rate
     * @throws SpecException if the text is empty, not a number, negative, out of range, or has an unknown unit
     */
    public static Quantity rate(String text) {
        return SpecReader.readAll(text, reader -> new Quantity(reader.rate("a rate"), reader.sawUnit()));
    }
}
