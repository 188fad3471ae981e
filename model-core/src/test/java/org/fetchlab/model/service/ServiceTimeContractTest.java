package org.fetchlab.model.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.QUADRATURE;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.testing.Allocations;
import org.fetchlab.model.testing.StatisticalAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every law must keep, whatever it is. A new law joins by its text form. */
class ServiceTimeContractTest {
    private static final double[] MEASURED = {0.3, 0.1, 0.1, 2.5, 0.7, 0.1, 1.5};
    private static final ColumnSource FILES = (file, column) -> MEASURED;
    private static final int SAMPLES = 100_000;

    static Stream<ServiceTime> continuous() {
        return Stream.of(
                        "exp(2)",
                        "exp(mean=10ms)",
                        "sexp(0.5,2)",
                        "erlang(3,2)",
                        "hyperexp(0.9:10,0.1:0.5)",
                        "hyperexp(0.5:1,0.3:1e3,0.2:1e-3)",
                        "uniform(0.5,2)",
                        "pareto(0.5,3.5)",
                        "pareto(1,1.5)",
                        "weibull(0.5,2)",
                        "weibull(3,35us)",
                        "lognormal(-4,1.2)",
                        "gamma(0.1,2)",
                        "gamma(0.7,2)",
                        "gamma(30.5,3ms)",
                        "percentiles(50:12ms,90:25ms,99:110ms,99.9:480ms)",
                        "percentiles(0:8ms,50:12ms,90:25ms)",
                        "percentiles(99:3)")
                .map(text -> ServiceSpec.parse(text, FILES));
    }

    static Stream<ServiceTime> all() {
        return Stream.concat(
                continuous(),
                Stream.of(
                                "det(3)",
                                "empirical(times.csv)",
                                "empirical(times.csv,get)*0.5",
                                "percentiles(50:1,90:1,99:2)")
                        .map(text -> ServiceSpec.parse(text, FILES)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void survivalFallsFromOneToZeroAndComplementsTheCdf(ServiceTime law) {
        assertThat(law.survival(-1)).isEqualTo(1);
        assertThat(law.cdf(-1)).isZero();
        assertThat(law.survival(Double.POSITIVE_INFINITY)).isZero();
        assertThat(law.cdf(Double.POSITIVE_INFINITY)).isEqualTo(1);
        double before = 1;
        for (double probability : probabilities()) {
            double time = law.quantile(probability);
            assertThat(law.survival(time)).isBetween(0.0, before);
            assertThat(law.survival(time) + law.cdf(time)).isCloseTo(1, relative(1, SUMMATION));
            before = law.survival(time);
        }
    }

    @ParameterizedTest
    @MethodSource("continuous")
    void quantileInvertsTheCdfAndInverseSurvivalTheSurvivalFarIntoBothTails(ServiceTime law) {
        for (double small : new double[] {0.5, 0.1, 1e-3, 1e-8, 1e-15, 1e-30}) {
            double time = law.inverseSurvival(small);
            // Rounding moves the time by an ulp or two, which is much near the upper end of a bounded support.
            assertThat(small)
                    .isBetween(
                            law.survival(time + 2 * Math.ulp(time)) * (1 - SUMMATION),
                            law.survival(time - 2 * Math.ulp(time)) * (1 + SUMMATION));
        }
        for (double p : new double[] {0.5, 0.1, 1e-3}) {
            assertThat(law.cdf(law.quantile(p))).isCloseTo(p, relative(p, SUMMATION));
            assertThat(law.inverseSurvival(p)).isCloseTo(law.quantile(1 - p), relative(law.quantile(1 - p), SUMMATION));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theQuantileIsTheLeastTimeWhoseCdfReachesTheProbability(ServiceTime law) {
        for (double p : probabilities()) {
            double time = law.quantile(p);
            assertThat(law.cdf(time)).isGreaterThanOrEqualTo(p - SUMMATION);
            assertThat(law.cdf(time * (1 - 1e-9) - 1e-300)).isLessThan(p + 1e-8);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theEndsOfTheSupportAreTheQuantilesOfZeroAndOne(ServiceTime law) {
        assertThat(law.quantile(0)).isNotNegative().isEqualTo(law.inverseSurvival(1));
        assertThat(law.cdf(Math.nextDown(law.quantile(0)))).isZero();
        assertThat(law.quantile(1)).isEqualTo(law.inverseSurvival(0));
        assertThat(law.survival(law.quantile(1))).isZero();
    }

    @ParameterizedTest
    @MethodSource("all")
    void momentsAreTheIntegralsOfTheSurvivalFunction(ServiceTime law) {
        for (int m = 1; m <= 3; m++) {
            int order = m;
            law.moment(order)
                    .value()
                    .ifPresent(moment -> assertThat(moment)
                            .isCloseTo(SurvivalIntegral.moment(law, order), relative(moment, QUADRATURE)));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theVarianceIsTheSecondMomentLessTheSquareOfTheMean(ServiceTime law) {
        Optional<Double> square = law.moment(2).value();
        assertThat(law.variance().value().isPresent()).isEqualTo(square.isPresent());
        square.ifPresent(second -> {
            double mean = law.moment(1).value().orElseThrow();
            assertThat(law.variance().value().orElseThrow())
                    .isCloseTo(second - mean * mean, relative(second, SUMMATION));
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTimeThatIsNotANumberIsRefused(ServiceTime law) {
        assertThatThrownBy(() -> law.survival(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("time NaN must be a number");
        assertThatThrownBy(() -> law.cdf(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    /** What the inverse of a gamma law of large shape loses: the accuracy that the documentation states. */
    @ParameterizedTest
    @CsvSource({"1e3, 1e-12", "1e6, 1e-10", "1e9, 1e-7", "1e10, 1e-6"})
    void theTailOfAGammaLawOfLargeShapeIsInvertedToTheStatedAccuracy(double shape, double accuracy) {
        for (ServiceTime law : new ServiceTime[] {
            ServiceTimes.gamma(shape, 1 / shape), ServiceTimes.erlang((int) Math.min(shape, 1e9), 1)
        }) {
            for (double q : new double[] {0.5, 0.1, 1e-3, 1e-8, 1e-15, 1e-30}) {
                assertThat(law.survival(law.inverseSurvival(q)))
                        .as(law + " at " + q)
                        .isCloseTo(q, relative(q, accuracy));
            }
        }
    }

    // Each assertion raises a false alarm with probability 1e-6 over seeds; a distance of 0.01 between the
    // distribution functions and a bias of the mean of 2 % of the standard deviation are caught.
    @ParameterizedTest
    @MethodSource("continuous")
    void theSamplerFollowsTheLaw(ServiceTime law) {
        double[] sample = sample(law);
        StatisticalAssertions.assertFollows(sample, law::cdf, RARE);
        if (law.moment(2).value().isPresent() && law.moment(3).value().isPresent()) {
            StatisticalAssertions.assertMean(sample, law.moment(1).value().orElseThrow(), RARE);
        }
    }

    @Test
    void theEmpiricalSamplerPicksEveryMeasuredTimeEquallyOften() {
        double[] sample = sample(ServiceTimes.empirical("times", MEASURED));
        double[] values = {0.1, 0.3, 0.7, 1.5, 2.5};
        long[] counts = DoubleStream.of(values)
                .mapToLong(v -> Arrays.stream(sample).filter(x -> x == v).count())
                .toArray();
        StatisticalAssertions.assertCounts(counts, new double[] {3 / 7.0, 1 / 7.0, 1 / 7.0, 1 / 7.0, 1 / 7.0}, RARE);
    }

    @ParameterizedTest
    @MethodSource("all")
    void theTextFormReadsBackToAnEqualLaw(ServiceTime law) {
        ServiceTime again = ServiceSpec.parse(law.spec(), FILES);
        assertThat(again).isEqualTo(law).hasSameHashCodeAs(law).hasToString(law.spec());
        assertThat(again.quantile(0.3)).isEqualTo(law.quantile(0.3));
    }

    @ParameterizedTest
    @MethodSource("all")
    void scalingMultipliesEveryTime(ServiceTime law) {
        ServiceTime scaled = law.scaledBy(0.25);
        for (double p : new double[] {0.05, 0.5, 0.9}) {
            assertThat(scaled.quantile(p)).isCloseTo(law.quantile(p) / 4, relative(law.quantile(p) / 4, SUMMATION));
            assertThat(scaled.survival(law.quantile(p) / 4))
                    .isCloseTo(law.survival(law.quantile(p)), relative(1, SUMMATION));
        }
        Optional<Double> mean = law.moment(1).value();
        assertThat(scaled.moment(1).value().isPresent()).isEqualTo(mean.isPresent());
        mean.ifPresent(x ->
                assertThat(scaled.moment(1).value().orElseThrow()).isCloseTo(x / 4, relative(x / 4, 100 * FORMULA)));
        assertThat(ServiceSpec.parse(scaled.spec(), FILES)).isEqualTo(scaled).isNotEqualTo(law);
    }

    @ParameterizedTest
    @MethodSource("all")
    void factorsOrdersAndProbabilitiesOutOfRangeAreRefused(ServiceTime law) {
        for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> law.scaledBy(factor)).isInstanceOf(IllegalArgumentException.class);
        }
        for (double p : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> law.quantile(p)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> law.inverseSurvival(p)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> law.moment(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> law.moment(4)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exp(1)", "sexp(1,1)", "hyperexp(0.5:1,0.5:2)", "percentiles(50:1,99:4)", "empirical(f)"})
    void samplersAllocateNothingPerVariate(String text) {
        ContinuousSampler sampler = sampler(ServiceSpec.parse(text, FILES));
        sum(sampler, 20_000);
        long few = Allocations.bytes(() -> sum(sampler, 10_000));
        long many = Allocations.bytes(() -> sum(sampler, 100_000));
        assertThat(many - few).as("bytes of 90000 more variates").isLessThan(1000);
    }

    private static double sum(ContinuousSampler sampler, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += sampler.sample();
        }
        return sum;
    }

    private static double[] sample(ServiceTime law) {
        ContinuousSampler sampler = sampler(law);
        return DoubleStream.generate(sampler::sample).limit(SAMPLES).toArray();
    }

    private static ContinuousSampler sampler(ServiceTime law) {
        return law.sampler(new RandomStreams(20).stream(0, RandomPurpose.SERVICE));
    }

    private static double[] probabilities() {
        return DoubleStream.iterate(0.01, p -> p < 1, p -> p + 0.07).toArray();
    }
}
