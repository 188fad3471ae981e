package org.fetchlab.model.result;

/**
 * A bracket of the capacity of a system: the supremum of the arrival rates at which it is stable.
 *
 * @param lower every arrival rate below it is stable; requests per unit time, at least 0 and finite
 * @param upper every arrival rate at or above it is unstable; requests per unit time, at least {@code lower}
 */
public record Capacity(double lower, double upper) {
    /** Rates closer than this to an end, relatively, count as at it: the rounding of a rate must not make it stable. */
    private static final double ROUNDING = 1e-12;

    /**
     * Checks the bracket.
     *
     * @param lower rate below which the system is stable
     * @param upper rate from which the system is unstable
     * @throws IllegalArgumentException unless {@code 0 <= lower <= upper} and both are finite
     */
    public Capacity {
        if (!(lower >= 0 && lower <= upper && upper < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "capacity bracket [" + lower + ", " + upper + "] must satisfy 0 <= lower <= upper < infinity");
        }
    }

    /**
     * A capacity that is known exactly.
     *
     * @param rate the capacity, requests per unit time, finite and at least 0
     * @return the bracket whose ends coincide
     * @throws IllegalArgumentException if the rate is negative, infinite or NaN
     */
    public static Capacity exactly(double rate) {
        return new Capacity(rate, rate);
    }

    /**
     * The verdict on an arrival rate. A rate exactly at capacity is unstable, and so is one that differs from it by rounding:
     * three servers of rate 0.1 have the capacity 0.30000000000000004 in binary, and 0.3 is not below it.
     *
     * @param arrivalRate requests per unit time, positive
     * @return {@code STABLE} below {@code lower}, {@code UNSTABLE} from {@code upper} on, {@code UNDETERMINED} between; ends count
     *     as reached from one part in 10<sup>12</sup> below them
     * @throws IllegalArgumentException if the rate is not positive
     */
    public Verdict verdict(double arrivalRate) {
        if (!(arrivalRate > 0)) {
            throw new IllegalArgumentException("arrival rate " + arrivalRate + " must be positive");
        }
        if (isBelow(arrivalRate, lower)) {
            return Verdict.STABLE;
        }
        return isBelow(arrivalRate, upper) ? Verdict.UNDETERMINED : Verdict.UNSTABLE;
    }

    private static boolean isBelow(double arrivalRate, double end) {
        return arrivalRate < end * (1 - ROUNDING);
    }
}
