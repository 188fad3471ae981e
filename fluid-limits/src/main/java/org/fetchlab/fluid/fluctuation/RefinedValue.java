package org.fetchlab.fluid.fluctuation;

import java.util.Locale;
import java.util.Optional;

/**
 * The mean of a functional of n servers with its 1/n term: {@code E[c(s^n)] = c(s) + c(V)/n + O(1/n²)}.
 *
 * @param fluid c(s), the value at n = ∞
 * @param correction c(V)/n
 */
public record RefinedValue(double fluid, double correction) {
    /** The share of the fluid value above which a correction is called large. */
    public static final double LARGE_SHARE = 0.1;

    /**
     * The refined value.
     *
     * @return {@code fluid + correction}
     */
    public double value() {
        return fluid + correction;
    }

    /**
     * Whether the expansion in 1/n is at the limit of its use. A value that is 0 at n = ∞ is all correction, of which its share
     * tells nothing: {@link Moments#isExpansionRough} tells how good that is.
     *
     * @return true unless the correction is at most {@link #LARGE_SHARE} of the fluid value, or that is 0
     */
    public boolean isLarge() {
        return fluid != 0 && !(Math.abs(correction) <= LARGE_SHARE * Math.abs(fluid));
    }

    /**
     * What a report says about a large correction.
     *
     * @param quantity how the report calls the quantity
     * @return one sentence; empty when the correction is not large
     */
    public Optional<String> warning(String quantity) {
        return isLarge() ? Optional.of(warningOf(quantity)) : Optional.empty();
    }

    /**
     * What a report says about quantities whose corrections are large.
     *
     * @param which the quantities, and where they are meant
     * @return one sentence
     */
    public static String warningOf(String which) {
        return String.format(
                Locale.ROOT,
                "the 1/n correction of %s is more than %.0f %% of the value at n = infinity: terms of order 1/n^2 may matter,"
                        + " simulate to be sure",
                which,
                100 * LARGE_SHARE);
    }
}
