package org.fetchlab.cli.command;

import java.util.LinkedHashSet;
import java.util.Set;
import org.fetchlab.cli.input.Problems;

/** Checks that either all times and rates of a command have a unit, or none. */
final class Units {
    private final Problems problems;
    private final Set<String> with = new LinkedHashSet<>();
    private final Set<String> without = new LinkedHashSet<>();

    Units(Problems problems) {
        this.problems = problems;
    }

    /** An input with times or rates. */
    void add(String name, boolean hasUnit) {
        (hasUnit ? with : without).add(name);
    }

    /** Complains about a mixture. */
    void check() {
        problems.addIf(
                !with.isEmpty() && !without.isEmpty(),
                String.join(", ", with) + " " + (with.size() == 1 ? "has" : "have") + " a unit, but "
                        + String.join(", ", without) + " " + (without.size() == 1 ? "has" : "have")
                        + " none: give every time and rate a unit, such as 12ms and 40/s, or none");
    }

    /** Whether the times of the result are in seconds. */
    boolean areSeconds() {
        return !with.isEmpty();
    }

    /** The unit of all times of the result. */
    String timeUnit() {
        return areSeconds() ? "s" : "that of the service times";
    }
}
