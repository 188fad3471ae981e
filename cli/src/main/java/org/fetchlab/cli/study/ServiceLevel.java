package org.fetchlab.cli.study;

import java.util.Optional;

/**
 * A target for download times: a percentile or the mean must stay below a limit.
 *
 * @param text the target as the user wrote it
 * @param percentile the percentile as written, such as {@code "99.9"}; empty for the mean
 * @param limit the download time that must not be reached, positive, in the unit of the service times
 */
public record ServiceLevel(String text, Optional<String> percentile, double limit) {
    @Override
    public String toString() {
        return text;
    }

    /**
     * Judges a confidence interval.
     *
     * @param lower its lower end
     * @param upper its upper end
     * @return {@code yes} if all of it is below the limit, {@code no} if none of it is, {@code unclear} otherwise
     */
    String verdict(double lower, double upper) {
        if (upper < limit) {
            return "yes";
        }
        return lower >= limit ? "no" : "unclear";
    }
}
