package org.fetchlab.model.service;

/** Checks of parameters, written so that NaN fails. */
final class Require {
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

    static void probability(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("probability " + value + " must lie in [0, 1]");
        }
    }
}
