package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A stretch of time on which moments are computed with the same levels, and the times in it at which they are wanted.
 *
 * @param levels the longest queue that is carried
 * @param start where it begins
 * @param end where it ends, not before it begins
 * @param times increasing, from start to end
 */
record Stretch(int levels, double start, double end, double[] times) {
    /** The part before an instant, with the times before it. */
    Stretch until(double instant) {
        return new Stretch(
                levels,
                start,
                instant,
                Arrays.stream(times).filter(time -> time < instant).toArray());
    }

    /** The part after an instant, with the times from it on. */
    Stretch from(double instant) {
        return new Stretch(
                levels,
                instant,
                end,
                Arrays.stream(times).filter(time -> time >= instant).toArray());
    }

    /** The times and the end, counted from the start. */
    double[] offsets() {
        return DoubleStream.concat(Arrays.stream(times), DoubleStream.of(end))
                .map(time -> time - start)
                .distinct()
                .toArray();
    }
}
