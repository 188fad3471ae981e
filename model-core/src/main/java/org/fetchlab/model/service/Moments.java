package org.fetchlab.model.service;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/**
 * The first three raw moments of a law, each with its own validity.
 *
 * @param tailIndex the &alpha; of a tail that falls like s^-&alpha;; {@code POSITIVE_INFINITY} for a lighter one
 * @param values E[S], E[S^2], E[S^3]
 */
record Moments(double tailIndex, List<Outcome<Double>> values) {
    private static final int ORDERS = 3;
    private static final String METHOD = "exact moment";

    /** Moments that all exist; one that double precision does not hold is void. */
    static Moments of(String spec, IntToDoubleFunction formula) {
        return below(Double.POSITIVE_INFINITY, spec, formula);
    }

    /** Moments of a tail like s^-index: those of an order below the index exist. */
    static Moments below(double index, String spec, IntToDoubleFunction formula) {
        List<Outcome<Double>> values = IntStream.rangeClosed(1, ORDERS)
                .mapToObj(order -> order < index
                        ? held(spec, order, formula.applyAsDouble(order))
                        : none(spec, order, "is infinite: the tail falls like s^-" + index))
                .toList();
        return new Moments(index, values);
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

    private static Outcome<Double> held(String spec, int order, double value) {
        if (!(value < Double.POSITIVE_INFINITY)) {
            return none(spec, order, "is too large for double precision");
        }
        return value >= Double.MIN_NORMAL
                ? new Outcome.Known<>(value, METHOD)
                : none(spec, order, "is too small for double precision");
    }

    private static Outcome<Double> none(String spec, int order, String why) {
        return new Outcome.None<>(METHOD, "E[S^" + order + "] of " + spec + " " + why);
    }
}
