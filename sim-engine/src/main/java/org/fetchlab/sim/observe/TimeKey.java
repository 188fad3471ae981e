package org.fetchlab.sim.observe;

/**
 * Times as integers in the same order: the bit pattern of a time that is at least 0, or infinite. The earlier and the later
 * of two keys come without a branch (which would be mispredicted half of the time) in four integer operations; on doubles
 * they take a dozen, for the sake of NaN and -0.0, which no time is. Times are added as doubles.
 */
public final class TimeKey {
    /** The key of the time that never comes. */
    public static final long NEVER = of(Double.POSITIVE_INFINITY);

    private TimeKey() {}

    /**
     * The key of a time.
     *
     * @param time at least 0, not -0.0; may be infinite
     * @return its bit pattern
     */
    public static long of(double time) {
        return Double.doubleToRawLongBits(time);
    }

    /**
     * The time of a key.
     *
     * @param key what {@link #of} made
     * @return the time
     */
    public static double time(long key) {
        return Double.longBitsToDouble(key);
    }

    /**
     * The earlier of two times.
     *
     * @param one the key of a time
     * @param other the key of a time
     * @return the smaller key
     */
    public static long earlier(long one, long other) {
        return other + ifBefore(one, other, one - other);
    }

    /**
     * The later of two times.
     *
     * @param one the key of a time
     * @param other the key of a time
     * @return the larger key
     */
    public static long later(long one, long other) {
        return one - ifBefore(one, other, one - other);
    }

    /**
     * A value that counts only if a time is before another.
     *
     * @param one the key of a time
     * @param other the key of a time
     * @param value any bits
     * @return {@code value} if one is before the other, else 0
     */
    public static long ifBefore(long one, long other, long value) {
        return value & ((one - other) >> (Long.SIZE - 1));
    }
}
