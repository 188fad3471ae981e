package org.fetchlab.cli.command;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sentences under a table that say what its numbers cannot. */
final class Cautions {
    private Cautions() {}

    /**
     * Why cells of a code are empty.
     *
     * @param code the code
     * @param reasons why fields have no value, by their names; null when all have
     * @return one sentence per reason
     */
    static Stream<String> missing(String code, @Nullable Map<String, String> reasons) {
        return Stream.ofNullable(reasons)
                .flatMap(fields -> fields.values().stream())
                .distinct()
                .map(reason -> (reason.contains(code) ? "Caution: " : "Caution, " + code + ": ") + reason + ".");
    }
}
