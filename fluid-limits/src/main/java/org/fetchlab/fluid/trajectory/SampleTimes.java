package org.fetchlab.fluid.trajectory;

/** Checks of the times at which a solution is wanted. */
public final class SampleTimes {
    private SampleTimes() {}

    /**
     * Checks a list of times.
     *
     * @param times the times
     * @return a copy
     * @throws IllegalArgumentException unless there is a time, all are finite and at least 0, they increase, and the last
     *     one is positive
     */
    public static double[] checked(double... times) {
        if (times.length == 0) {
            throw new IllegalArgumentException("no times: at least one is needed");
        }
        double previous = -1;
        for (double time : times) {
            if (!(time >= 0 && time > previous && time < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "time " + time + " must be finite, at least 0, and later than the time before it");
            }
            previous = time;
        }
        if (!(previous > 0)) {
            throw new IllegalArgumentException("the last time must be positive");
        }
        return times.clone();
    }
}
