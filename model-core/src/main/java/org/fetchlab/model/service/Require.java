package org.fetchlab.model.service;

import static org.fetchlab.model.text.Numbers.text;

/** Checks of parameters, written so that NaN fails. */
final class Require {
    private static final double LEAST_TIME = 1e-102;
    private static final double MOST_TIME = 1e102;

    private Require() {}

    static double positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + value + " must be positive and finite");
        }
        return value;
    }

    static double notNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + value + " must be finite and at least 0");
        }
        return value;
    }

    /**
     * Refuses a law whose times double precision does not hold together with their cubes. A median of 0, which measured
     * times can have, is held exactly.
     */
    static ServiceTime heldTimes(ServiceTime law) {
        double median = law.quantile(0.5);
        if (median != 0 || law.cdf(0) < 0.5) {
            held(law, "median", median);
        }
        held(law, "quantile at 1 - 2^-53", law.inverseSurvival(0x1p-53));
        return law;
    }

    private static void held(ServiceTime law, String name, double time) {
        if (!(time >= LEAST_TIME && time <= MOST_TIME)) {
            throw new IllegalArgumentException(
                    "the " + name + " of " + law.spec() + " is " + time + "; it must lie in [" + text(LEAST_TIME) + ", "
                            + text(MOST_TIME) + "], where times and their cubes are numbers");
        }
    }

    static void probability(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("probability " + value + " must lie in [0, 1]");
        }
    }
}
