package org.fetchlab.cli.study;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.jspecify.annotations.Nullable;

/** Results of engines in the form in which reports print them. */
final class Views {
    private Views() {}

    /** A bracket of the capacity with its methods, certified or with 95 % confidence. */
    static ComparisonRow.CapacityRange capacity(Bounds bounds, boolean isCertified) {
        return new ComparisonRow.CapacityRange(
                bounds.lower().value().orElse(null),
                bounds.upper().value().orElse(null),
                methodIfKnown(bounds.lower()),
                methodIfKnown(bounds.upper()),
                isCertified ? null : Estimate.DEFAULT_CONFIDENCE);
    }

    /** Bounds of a mean, each with its method or the reason why it is void, certified or with 95 % confidence. */
    static ComparisonRow.BoundPair bounds(Bounds bounds, boolean isCertified) {
        return new ComparisonRow.BoundPair(
                bounds.lower().value().orElse(null),
                bounds.upper().value().orElse(null),
                bounds.lower().method(),
                bounds.upper().method(),
                reason(bounds.lower()),
                reason(bounds.upper()),
                isCertified ? null : Estimate.DEFAULT_CONFIDENCE);
    }

    /** A percentile with its limits, or the reason why it is void. */
    static ComparisonRow.PercentileRange percentile(Outcome<PercentileEstimate> outcome) {
        return outcome.value()
                .map(found -> new ComparisonRow.PercentileRange(found.value(), found.lower(), found.upper(), null))
                .orElseGet(() -> new ComparisonRow.PercentileRange(null, null, null, reason(outcome)));
    }

    /** Why an outcome is void, null when it is not. */
    static @Nullable String reason(Outcome<?> outcome) {
        return outcome instanceof Outcome.None<?> none ? none.reason() : null;
    }

    /** Why one of two outcomes is void, the first where both are, null when none is. */
    static @Nullable String reason(Outcome<?> one, Outcome<?> other) {
        return reason(one.value().isEmpty() ? one : other);
    }

    /** A constant as reports write it. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** An array as a list. */
    static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static @Nullable String methodIfKnown(Outcome<Double> outcome) {
        return outcome.value().isPresent() ? outcome.method() : null;
    }
}
