package org.fetchlab.fluid.fluctuation;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A stretch of time on which moments are computed with the same levels, and the times in it at which they are wanted. */
final class Stretch {
    private final int levels;
    private final double start;
    private final double end;
    private final double[] times;

    /** A stretch from start to end, with increasing times that lie in it. */
    Stretch(int levels, double start, double end, double[] times) {
        this.levels = levels;
        this.start = start;
        this.end = end;
        this.times = times;
    }

    /** The longest queue that is carried. */
    int levels() {
        return levels;
    }

    /** When it starts. */
    double start() {
        return start;
    }

    /** Whether it has no length. */
    boolean isInstant() {
        return !(end > start);
    }

    /** Whether an instant does not lie after its end. */
    boolean reaches(double instant) {
        return instant <= end;
    }

    /** The times at which moments are wanted; not to be changed. */
    double[] times() {
        return times;
    }

    /** The same stretch with no more levels than given. */
    Stretch withAtMost(int most) {
        return new Stretch(Math.min(levels, most), start, end, times);
    }

    /** The part before an instant, with the times before it. */
    Stretch until(double instant) {
        double[] before = Arrays.stream(times).filter(time -> time < instant).toArray();
        return new Stretch(levels, start, instant, before);
    }

    /** The part after an instant, with the times from it on. */
    Stretch from(double instant) {
        double[] after = Arrays.stream(times).filter(time -> time >= instant).toArray();
        return new Stretch(levels, instant, end, after);
    }

    /** The times and the end, counted from the start. */
    double[] offsets() {
        return DoubleStream.concat(Arrays.stream(times), DoubleStream.of(end))
                .map(time -> time - start)
                .distinct()
                .toArray();
    }
}
