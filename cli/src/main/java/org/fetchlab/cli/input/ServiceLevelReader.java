package org.fetchlab.cli.input;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fetchlab.cli.study.ServiceLevel;
import org.fetchlab.model.text.Quantity;

/** Reads targets for download times, such as {@code p99<50ms} or {@code mean<0.2}. */
public final class ServiceLevelReader {
    private static final Pattern FORM = Pattern.compile("\\s*(?:p([0-9.]+)|mean)\\s*<\\s*(.*)");

    private ServiceLevelReader() {}

    /**
     * A target and whether its time has a unit.
     *
     * @param level the target
     * @param hasUnit whether a unit was written
     */
    public record Reading(ServiceLevel level, boolean hasUnit) {}

    /**
     * Reads a target.
     *
     * @param text {@code pX<time} or {@code mean<time}
     * @return the target
     * @throws IllegalArgumentException if the text has another form, X is not between 0 and 100, or the time is not
     *     positive
     */
    public static Reading read(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' must have the form p99<50ms or mean<20ms");
        }
        Optional<String> percentile = Optional.ofNullable(form.group(1))
                .map(percent -> Grids.percentiles(percent).get(0));
        Quantity limit = Lists.element(text, form.start(2), text.length(), Quantity::time);
        if (!(limit.value() > 0)) {
            throw new IllegalArgumentException("'" + text + "': the time must be positive");
        }
        return new Reading(new ServiceLevel(text.replace(" ", ""), percentile, limit.value()), limit.hasUnit());
    }
}
