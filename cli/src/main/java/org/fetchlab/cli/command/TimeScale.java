package org.fetchlab.cli.command;

import java.util.stream.Stream;

/**
 * The unit in which tables and charts show times: that of the input, but milliseconds or microseconds where seconds would
 * be small numbers.
 *
 * @param factor what to multiply times with
 * @param unit the unit, empty when the input has none
 */
record TimeScale(double factor, String unit) {
    private static final double LEAST_IN_SECONDS = 0.5;
    private static final double LEAST_IN_MILLISECONDS = 5e-4;

    /** A scale that suits the smallest of some typical times. */
    static TimeScale of(Units units, Stream<Double> typicalTimes) {
        if (!units.areSeconds()) {
            return new TimeScale(1, "");
        }
        double least = typicalTimes.mapToDouble(Double::doubleValue).min().orElse(1);
        if (least >= LEAST_IN_SECONDS) {
            return new TimeScale(1, "s");
        }
        return least >= LEAST_IN_MILLISECONDS ? new TimeScale(1e3, "ms") : new TimeScale(1e6, "us");
    }

    /** A time in this unit. */
    double of(double time) {
        return factor * time;
    }

    /** The unit as it stands behind a title. */
    String suffix() {
        return unit.isEmpty() ? "" : " (" + unit + ")";
    }
}
