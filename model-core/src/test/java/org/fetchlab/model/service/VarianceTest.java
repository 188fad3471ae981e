package org.fetchlab.model.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variances keep their digits where the second moment is all square of the mean. */
final class VarianceTest {
    private static double variance(ServiceTime law) {
        return law.variance().value().orElseThrow();
    }

    private static ServiceTime law(String spec) {
        return ServiceSpec.parse(spec, (file, column) -> new double[] {1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 4});
    }

    @ParameterizedTest
    @CsvSource({
        "exp(4), 0.0625",
        "'sexp(1e9,4)', 0.0625",
        "'gamma(1e9,1e-9)', 1e-9",
        "'erlang(1000000000,1e9)', 1e-9",
        "'hyperexp(0.5:1,0.5:0.5)', 2.75",
        "det(7), 0",
        "'uniform(1000000000,1000000012)', 12",
        "'pareto(1,3)', 0.75",
        "'pareto(1,1e9)', 1.000000004e-18",
        "'lognormal(0,1e-9)', 1e-18",
        "'lognormal(0,1)', 4.670774270471604",
        "'weibull(0.5,2)', 80",
        "'weibull(2,1)', 0.21460183660255172",
        "empirical(f), 1.25",
    })
    void closedFormsHoldHoweverNarrowTheLaw(String spec, double expected) {
        assertThat(variance(law(spec))).isCloseTo(expected, relative(expected, 10 * FORMULA));
    }

    /** A narrow Weibull law is the Gumbel law of its logarithm: π²/(6k²) (1 + O(1/k)). */
    @ParameterizedTest
    @CsvSource({"1e6, 1e-5", "1e9, 1e-8", "1e12, 1e-11"})
    void aNarrowWeibullLawHasTheVarianceOfItsGumbelLimit(double shape, double accuracy) {
        double limit = Math.PI * Math.PI / 6 / shape / shape;
        assertThat(variance(ServiceTimes.weibull(shape, 1))).isCloseTo(limit, relative(limit, accuracy));
    }

    @Test
    void theFormulasOfTheWeibullVarianceMeetWhereTheyChange() {
        double below = WeibullVariance.of(Math.nextDown(20.0));
        assertThat(WeibullVariance.of(20)).isCloseTo(below, relative(below, SUMMATION));
    }

    /** One segment on (0, t) and its tail are one exponential law, however the table cuts it. */
    @Test
    void aTableOfAnExponentialLawHasItsVariance() {
        ServiceTime table = ServiceTimes.percentiles(
                new double[] {1e-4, 1e-3, 0.1, 50, 99.9}, times(new double[] {1e-4, 1e-3, 0.1, 50, 99.9}));
        assertThat(variance(table)).isCloseTo(1, relative(1, SUMMATION));
    }

    /** Cut in a thousand short segments, and in one. */
    @Test
    void theVarianceDoesNotDependOnHowFineTheTableIs() {
        double[] percents = new double[1000];
        for (int i = 0; i < percents.length; i++) {
            percents[i] = (i + 1) / 11.0;
        }
        assertThat(variance(ServiceTimes.percentiles(percents, times(percents))))
                .isCloseTo(1, relative(1, SUMMATION));
    }

    private static double[] times(double[] percents) {
        double[] times = new double[percents.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = -Math.log1p(-percents[i] / 100);
        }
        return times;
    }

    /** A narrow table far from 0 is the same law as near 0, shifted. */
    @Test
    void shiftingATableKeepsItsVariance() {
        double[] percents = {0, 50, 90};
        double near = variance(ServiceTimes.percentiles(percents, new double[] {0, 1, 3}));
        double far = variance(ServiceTimes.percentiles(percents, new double[] {0x1p30, 0x1p30 + 1, 0x1p30 + 3}));
        assertThat(far).isCloseTo(near, relative(near, 1e-6));
    }

    @ParameterizedTest
    @CsvSource({"'pareto(1,2)', infinite", "'pareto(1,0.5)', infinite", "'lognormal(0,20)', too large"})
    void aVarianceThatDoesNotExistOrFitIsVoidWithTheReason(String spec, String reason) {
        Outcome<Double> variance = law(spec).variance();
        assertThat(variance).isInstanceOf(Outcome.None.class);
        assertThat(((Outcome.None<?>) variance).reason()).contains("Var S of " + spec, reason);
    }
}
