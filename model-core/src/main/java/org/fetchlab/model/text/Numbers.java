package org.fetchlab.model.text;

/** Numbers as text forms write them. */
public final class Numbers {
    private static final double LARGEST_EXACT_INTEGER = 1L << 53;

    private Numbers() {}

    /**
     * A number in a form that reads back to the same double.
     *
     * @param value any finite number
     * @return {@code "3"} for 3.0, otherwise as {@link Double#toString(double)} writes it
     */
    public static String text(double value) {
        boolean isInteger = Math.rint(value) == value && Math.abs(value) < LARGEST_EXACT_INTEGER;
        return isInteger ? Long.toString((long) value) : Double.toString(value);
    }
}
