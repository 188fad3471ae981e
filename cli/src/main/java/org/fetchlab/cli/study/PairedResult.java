package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Two systems that saw the same requests.
 *
 * @param first the first system, whose fields stand beside the others
 * @param against the second system
 * @param difference that of their means
 */
public record PairedResult(@JsonUnwrapped SimulationResult first, SimulationResult against, Difference difference) {
    /**
     * The mean of the second system minus that of the first: of download times, or of queues where there are no downloads.
     *
     * @param value the difference; null when one of the means does not exist
     * @param halfWidth95 half the width of its 95 % confidence interval
     * @param reason why there is none
     */
    public record Difference(
            @Nullable Double value,
            @JsonProperty("half_width_95") @Nullable Double halfWidth95,
            @Nullable String reason) {}
}
