package org.fetchlab.model.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTimesTest {
    @Test
    void lawsThatAreExponentialUnderAnotherNameAreRecognised() {
        assertThat(Stream.of(
                        ServiceTimes.exponential(4),
                        ServiceTimes.shiftedExponential(0, 4),
                        ServiceTimes.erlang(1, 4),
                        ServiceTimes.gamma(1, 0.25),
                        ServiceTimes.weibull(1, 0.25),
                        ServiceTimes.hyperexponential(new double[] {0.5, 0.5}, new double[] {4, 4}),
                        ServiceTimes.exponential(1).scaledBy(0.25)))
                .allSatisfy(law -> assertThat(ServiceTimes.exponentialRate(law)).hasValue(4));
        assertThat(ServiceTimes.exponentialRate(ServiceTimes.erlang(2, 4))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("paretoTails")
    void aMomentOfAHeavyTailExistsExactlyBelowItsIndex(double shape, int existing) {
        ServiceTime law = ServiceTimes.pareto(2, shape);
        for (int m = 1; m <= 3; m++) {
            assertThat(law.moment(m).value().isPresent()).isEqualTo(m <= existing);
        }
        assertThat(law.moment(3))
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason())
                                .isEqualTo(
                                        "E[S^3] of " + law.spec() + " is infinite: the tail falls like s^-" + shape));
    }

    static Stream<Arguments> paretoTails() {
        return Stream.of(Arguments.of(0.5, 0), Arguments.of(1.0, 0), Arguments.of(1.5, 1), Arguments.of(3.0, 2));
    }

    @Test
    void aMomentBeyondDoublePrecisionIsVoidAndSaysSo() {
        assertThat(ServiceTimes.lognormal(0, 20).moment(2))
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason()).contains("too large for double precision"));
    }

    @Test
    void aMomentBelowDoublePrecisionIsVoidAndSaysSo() {
        double[] times = new double[10_000];
        times[0] = 1e-102;
        assertThat(ServiceTimes.empirical("f", times).moment(3))
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason()).contains("too small for double precision"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weibull(1e-3,1)",
                "weibull(0.01,1)",
                "gamma(1e-5,1)",
                "det(1e-200)",
                "det(1e103)",
                "exp(1e200)",
                "exp(1e-200)",
                "exp(1e-320)",
                "sexp(1e150,1)",
                "erlang(3,1e150)",
                "hyperexp(0.5:1e-120,0.5:1)",
                "hyperexp(0.5:1e120,0.5:1e125)",
                "uniform(0,1e-300)",
                "uniform(0,1e300)",
                "pareto(1,1e-3)",
                "pareto(1,0.15)",
                "pareto(1e-200,2)",
                "lognormal(0,300)",
                "lognormal(-300,1)",
                "percentiles(50:1e-200)",
                "percentiles(50:1,60:1e150)",
                "empirical(f)"
            })
    void aLawWhoseTimesDoublePrecisionDoesNotHoldIsRefusedWithTheRange(String text) {
        ColumnSource tiny = (file, column) -> new double[] {0, 0, 1e-200};
        assertThatThrownBy(() -> ServiceSpec.parse(text, tiny))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must lie in [1.0E-102, 1.0E102]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exp(1e100)",
                "exp(1e-100)",
                "det(1e-102)",
                "det(1e102)",
                "weibull(0.02,1)",
                "gamma(0.01,1)",
                "gamma(1e6,1e-6)",
                "pareto(1,0.17)",
                "lognormal(0,28)",
                "uniform(0,1e-100)",
                "empirical(f)"
            })
    void atTheEndsOfTheRangeEveryTimeIsANumberAndEveryMomentIsNormalOrVoid(String text) {
        ServiceTime law = ServiceSpec.parse(text, (file, column) -> new double[] {0, 0, 1e100});
        assertThat(law.inverseSurvival(0x1p-53)).isPositive().isFinite();
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(law::moment))
                .allSatisfy(moment ->
                        assertThat(moment.value().orElse(1.0)).isBetween(Double.MIN_NORMAL, Double.MAX_VALUE));
    }

    @Test
    void scalingOutOfTheRangeIsRefusedToo() {
        assertThat(Stream.of(
                        ServiceTimes.exponential(1),
                        ServiceTimes.pareto(1, 2),
                        ServiceTimes.percentiles(new double[] {50}, new double[] {1}),
                        ServiceTimes.empirical("f", new double[] {1, 2})))
                .allSatisfy(
                        law -> assertThatThrownBy(() -> law.scaledBy(1e-150)).hasMessageContaining("must lie in"));
    }

    @Test
    void aGammaShapeBeyondTheSolverIsRefusedWithItsLimit() {
        assertThatThrownBy(() -> ServiceTimes.gamma(1e12, 1e-12)).hasMessageContaining("at most 10000000000");
        assertThat(ServiceTimes.gamma(1e10, 1e-10).quantile(0.5)).isCloseTo(1, relative(1, ITERATION));
    }

    @Test
    void theTailIndexIsTheShapeOfAParetoLawAndInfiniteForLighterTails() {
        assertThat(ServiceTimes.pareto(2, 0.5).tailIndex()).isEqualTo(0.5);
        assertThat(ServiceTimes.pareto(2, 0.5).scaledBy(3).tailIndex()).isEqualTo(0.5);
        assertThat(ServiceTimes.weibull(0.1, 1).tailIndex()).isInfinite();
    }

    @Test
    void anErlangQuantileIsRightWhereSecondsAreTiny() {
        // A root finder with an absolute accuracy would lose the digits of microseconds.
        ServiceTime law = ServiceTimes.erlang(2, 1e7);
        double time = law.quantile(0.5);
        assertThat(time).isCloseTo(1.678346990016661e-7, relative(1.678346990016661e-7, ITERATION));
        assertThat(law.survival(law.inverseSurvival(1e-200))).isCloseTo(1e-200, relative(1e-200, ITERATION));
    }

    @Test
    void beyondTheLastPercentileTheTailIsExponentialWithTheSlopeOfTheLastSegment() {
        ServiceTime law = ServiceTimes.percentiles(new double[] {90, 99}, new double[] {1, 3});
        double mean = 2 / Math.log(10);
        assertThat(law.survival(3 + mean)).isCloseTo(0.01 / Math.E, relative(0.01 / Math.E, SUMMATION));
        assertThat(law.inverseSurvival(1e-6)).isCloseTo(11, relative(11, SUMMATION));
    }

    @Test
    void equalPercentileTimesAreAnAtom() {
        ServiceTime law = ServiceTimes.percentiles(new double[] {0, 20, 50, 90, 99}, new double[] {1, 1, 2, 2, 4});
        assertThat(law.cdf(1)).isCloseTo(0.2, relative(0.2, SUMMATION));
        assertThat(law.cdf(Math.nextDown(1.0))).isZero();
        assertThat(law.survival(2)).isCloseTo(0.1, relative(0.1, SUMMATION));
        assertThat(law.survival(Math.nextDown(2.0))).isCloseTo(0.5, relative(0.5, SUMMATION));
        assertThat(Stream.of(0.51, 0.7, 0.89).map(law::quantile)).containsOnly(2.0);
        // A unit of time, then hazards of mean m1 for survival 0.8 to 0.5 and m2 for 0.1 to 0.
        double m1 = 1 / Math.log(0.8 / 0.5);
        double m2 = 2 / Math.log(10);
        double mean = 1 + 0.3 * m1 + 0.1 * m2;
        assertThat(law.moment(1).value().orElseThrow()).isCloseTo(mean, relative(mean, SUMMATION));
    }

    @Test
    void percentZeroIsTheLeastTimeAndWithoutItTimesStartAtZero() {
        double[] times = {8, 12};
        assertThat(ServiceTimes.percentiles(new double[] {0, 50}, times).quantile(0))
                .isEqualTo(8);
        assertThat(ServiceTimes.percentiles(new double[] {10, 50}, times).quantile(0))
                .isZero();
        assertThat(ServiceTimes.percentiles(new double[] {0, 50}, times).quantile(0.25))
                .isBetween(8.0, 12.0);
    }

    @Test
    void aPercentileTableOfAnExponentialLawIsThatLaw() {
        double[] percents = {20, 50, 90, 99, 99.99};
        ServiceTime exponential = ServiceTimes.exponential(2);
        ServiceTime table = ServiceTimes.percentiles(
                percents,
                IntStream.range(0, 5)
                        .mapToDouble(i -> exponential.inverseSurvival((100 - percents[i]) / 100))
                        .toArray());
        for (int m = 1; m <= 3; m++) {
            double moment = exponential.moment(m).value().orElseThrow();
            assertThat(table.moment(m).value().orElseThrow()).isCloseTo(moment, relative(moment, SUMMATION));
        }
    }

    @Test
    void quantilesOfMeasuredTimesAreOrderStatisticsWhateverTheRounding() {
        double[] times = IntStream.rangeClosed(1, 1000).mapToDouble(i -> i).toArray();
        ServiceTime law = ServiceTimes.empirical("f", times);
        for (int i = 1; i <= 1000; i++) {
            assertThat(law.quantile(i / 1000.0)).isEqualTo(i);
            assertThat(law.inverseSurvival((1000 - i) / 1000.0)).isEqualTo(Math.max(i, 1));
        }
    }

    @Test
    void aLawKeepsNoReferenceToTheArraysOfItsCaller() {
        double[] times = {1, 2};
        ServiceTime law = ServiceTimes.empirical("f", times);
        times[0] = 100;
        assertThat(law.quantile(0.5)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1, 0})
    void noFactoryLetsAnInvalidParameterThrough(double bad) {
        double[] some = {0.5, 0.5};
        Stream.<ThrowingCallable>of(
                        () -> ServiceTimes.exponential(bad),
                        () -> ServiceTimes.shiftedExponential(1, bad),
                        () -> ServiceTimes.erlang(2, bad),
                        () -> ServiceTimes.gamma(bad, 1),
                        () -> ServiceTimes.gamma(2, bad),
                        () -> ServiceTimes.hyperexponential(new double[] {bad, 1 - bad}, some),
                        () -> ServiceTimes.hyperexponential(some, new double[] {1, bad}),
                        () -> ServiceTimes.hyperexponential(some, new double[] {1}),
                        () -> ServiceTimes.deterministic(bad),
                        () -> ServiceTimes.uniform(0, bad),
                        () -> ServiceTimes.pareto(bad, 1),
                        () -> ServiceTimes.pareto(1, bad),
                        () -> ServiceTimes.weibull(bad, 2),
                        () -> ServiceTimes.weibull(2, bad),
                        () -> ServiceTimes.lognormal(0, bad),
                        () -> ServiceTimes.empirical("f", new double[] {bad}),
                        () -> ServiceTimes.percentiles(new double[] {50}, new double[] {bad}),
                        () -> ServiceTimes.percentiles(new double[] {bad}, new double[] {-1}),
                        () -> ServiceTimes.percentiles(new double[0], new double[0]))
                .forEach(call -> assertThatThrownBy(call)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageNotContaining("\n"));
    }

    @Test
    void aShiftOrLowerEndMayBeZeroButNotNaN() {
        assertThatThrownBy(() -> ServiceTimes.shiftedExponential(Double.NaN, 1)).hasMessageContaining("shift NaN");
        assertThatThrownBy(() -> ServiceTimes.uniform(Double.NaN, 1)).hasMessageContaining("lower end NaN");
        assertThatThrownBy(() -> ServiceTimes.lognormal(Double.NaN, 1)).hasMessageContaining("NaN");
        assertThat(ServiceTimes.uniform(0, 1).quantile(0)).isZero();
    }
}
