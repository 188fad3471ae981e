package org.fetchlab.model.service;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.fetchlab.model.result.Outcome;

/** The first three raw moments of a law, each with its own validity. */
final class Moments {
    private static final String METHOD = "exact moment";

    private Moments() {}

    /** Moments that all exist; one that overflows double precision is void. */
    static List<Outcome<Double>> of(String spec, IntToDoubleFunction formula) {
        return below(Double.POSITIVE_INFINITY, spec, formula);
    }

    /** Moments of a tail like s^-index: those of an order below the index exist. */
    static List<Outcome<Double>> below(double index, String spec, IntToDoubleFunction formula) {
        List<Outcome<Double>> moments = new ArrayList<>();
        for (int order = 1; order <= 3; order++) {
            moments.add(
                    order < index
                            ? finite(spec, order, formula.applyAsDouble(order))
                            : none(spec, order, "is infinite: the tail falls like s^-" + index));
        }
        return moments;
    }

    /** The product x (x+1) ... (x+m-1). */
    static double rising(double x, int m) {
        double product = 1;
        for (int i = 0; i < m; i++) {
            product *= x + i;
        }
        return product;
    }

    private static Outcome<Double> finite(String spec, int order, double value) {
        return value < Double.POSITIVE_INFINITY
                ? new Outcome.Known<>(value, METHOD)
                : none(spec, order, "is too large for double precision");
    }

    private static Outcome<Double> none(String spec, int order, String why) {
        return new Outcome.None<>(METHOD, "E[S^" + order + "] of " + spec + " " + why);
    }
}
