package org.fetchlab.forkjoin.literature;

import org.fetchlab.model.result.Outcome;

/**
 * What a published formula says about the mean download time in one system.
 *
 * @param name the name of the result
 * @param kind how its value relates to the true mean
 * @param validity the systems and loads it holds for
 * @param source authors, year and venue
 * @param mean the value; void when its own stability condition fails, "not applicable" outside its range
 */
public record PublishedResult(String name, Kind kind, String validity, String source, Outcome<Double> mean) {
    /** How a formula relates to the true mean. */
    public enum Kind {
        /** Equal to it. */
        EXACT,
        /** Never above it. */
        LOWER,
        /** Never below it. */
        UPPER,
        /** Close to it, on either side. */
        APPROXIMATION
    }
}
