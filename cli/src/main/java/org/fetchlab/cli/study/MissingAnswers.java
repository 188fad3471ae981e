package org.fetchlab.cli.study;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fetchlab.model.result.Outcome;
import org.jspecify.annotations.Nullable;

/** Collects why fields of a result have no value, by the names that the fields have in JSON. */
final class MissingAnswers {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /** The value of a field; where it has none, the reason is kept. */
    <T> Optional<T> known(String field, Outcome<? extends T> outcome) {
        if (outcome instanceof Outcome.None<?> none) {
            add(field, none.reason());
            return Optional.empty();
        }
        return Optional.of(outcome.value().orElseThrow());
    }

    /** The value of a field as results hold it: null where it has none, and the reason is kept. */
    <T> @Nullable T orNull(String field, Outcome<? extends T> outcome) {
        Optional<T> value = known(field, outcome);
        return value.orElse(null);
    }

    /** Says why a field has no value. */
    void add(String field, String reason) {
        reasons.put(field, reason);
    }

    /** The reason why a field has no value, if it has none. */
    Optional<String> reason(String field) {
        return Optional.ofNullable(reasons.get(field));
    }

    /** All reasons; null when nothing is missing. */
    @Nullable
    Map<String, String> orNull() {
        return reasons.isEmpty() ? null : reasons;
    }
}
