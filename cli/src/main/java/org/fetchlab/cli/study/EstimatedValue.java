package org.fetchlab.cli.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.fetchlab.model.result.Estimate;

/**
 * An estimate as results print it.
 *
 * @param value the point estimate
 * @param halfWidth95 half the width of its 95 % confidence interval
 */
public record EstimatedValue(
        double value, @JsonProperty("half_width_95") double halfWidth95) {
    static EstimatedValue of(Estimate estimate) {
        return new EstimatedValue(estimate.value(), estimate.halfWidth());
    }
}
