package org.fetchlab.model.service;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/** Moments by quadrature of E[S^m] = &int; m s^(m-1) P{S &gt; s} ds: a check that shares nothing with closed forms. */
final class SurvivalIntegral {
    private static final int NODES = 30;
    private static final double LEAST_PIECE = 1e-12;
    private static final GaussIntegratorFactory RULES = new GaussIntegratorFactory();

    private SurvivalIntegral() {}

    /** Gauss-Legendre in log s between quantiles at every decade of both tails and at the steps and kinks of the tests. */
    static double moment(ServiceTime law, int order) {
        double[] logs = Arrays.stream(knots(law)).map(Math::log).toArray();
        double sum = Math.exp(order * logs[0]);
        double left = logs[0];
        for (double right : logs) {
            if (right - left > LEAST_PIECE) {
                GaussIntegrator rule = RULES.legendre(NODES, left, right);
                sum += rule.integrate(z -> order * Math.exp(order * z) * law.survival(Math.exp(z)));
                left = right;
            }
        }
        return sum;
    }

    private static double[] knots(ServiceTime law) {
        DoubleStream low = IntStream.rangeClosed(1, 25).mapToDouble(k -> law.quantile(Math.pow(10, -k)));
        DoubleStream middle = IntStream.rangeClosed(0, 14).mapToDouble(k -> law.quantile(k / 14.0));
        DoubleStream table = DoubleStream.of(0.5, 0.9, 0.99, 0.999).map(law::quantile);
        DoubleStream high = IntStream.rangeClosed(1, 300).mapToDouble(k -> law.inverseSurvival(Math.pow(10, -k)));
        return Stream.of(low, middle, table, high)
                .flatMapToDouble(knots -> knots)
                .filter(time -> time > 0 && time < Double.POSITIVE_INFINITY)
                .sorted()
                .toArray();
    }
}
