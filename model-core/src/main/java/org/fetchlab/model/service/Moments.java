package org.fetchlab.model.service;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/**
 * The first three raw moments of a law and its variance, each with its own validity.
 *
 * @param tailIndex the &alpha; of a tail that falls like s^-&alpha;; {@code POSITIVE_INFINITY} for a lighter one
 * @param values E[S], E[S^2], E[S^3]
 * @param variance Var S, by a formula of its own: E[S^2] - E[S]^2 would cancel
 */
record Moments(double tailIndex, List<Outcome<Double>> values, Outcome<Double> variance) {
    private static final int ORDERS = 3;
    private static final String METHOD = "exact moment";

    /** Moments that all exist; one that double precision does not hold is void. */
    static Moments of(String spec, IntToDoubleFunction formula, DoubleSupplier variance) {
        return below(Double.POSITIVE_INFINITY, spec, formula, variance);
    }

    /** Moments of a tail like s^-index: those of an order below the index exist. */
    static Moments below(double index, String spec, IntToDoubleFunction formula, DoubleSupplier variance) {
        List<Outcome<Double>> values = IntStream.rangeClosed(1, ORDERS)
                .mapToObj(order -> finite(order, index, name(order, spec), () -> formula.applyAsDouble(order)))
                .toList();
        return new Moments(index, values, finite(2, index, "Var S of " + spec, variance));
    }

    Outcome<Double> of(int order) {
        if (order < 1 || order > ORDERS) {
            throw new IllegalArgumentException("moment order " + order + " must be 1, 2 or 3");
        }
        return values.get(order - 1);
    }

    /** The product x (x+1) ... (x+m-1). */
    static double rising(double x, int m) {
        double product = 1;
        for (int i = 0; i < m; i++) {
            product *= x + i;
        }
        return product;
    }

    private static String name(int order, String spec) {
        return "E[S^" + order + "] of " + spec;
    }

    private static Outcome<Double> finite(int order, double index, String name, DoubleSupplier formula) {
        return order < index
                ? held(name, formula.getAsDouble())
                : none(name, "is infinite: the tail falls like s^-" + index);
    }

    /** No law has a mean of 0, and the variance of a constant is exactly that. */
    private static Outcome<Double> held(String name, double value) {
        if (!(value < Double.POSITIVE_INFINITY)) {
            return none(name, "is too large for double precision");
        }
        return value >= Double.MIN_NORMAL || value == 0
                ? new Outcome.Known<>(value, METHOD)
                : none(name, "is too small for double precision");
    }

    private static Outcome<Double> none(String name, String why) {
        return new Outcome.None<>(METHOD, name + " " + why);
    }
}
