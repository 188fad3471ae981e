package org.fetchlab.forkjoin.lowtraffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.PRINTED;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.Recoveries;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GaloisField;
import org.fetchlab.model.code.GeneratorMatrix;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.SpanRecovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LowTrafficTimeTest {
    private static final RandomStreams RANDOM = new RandomStreams(1);

    static Stream<ReferenceTable.Row> referenceValues() {
        return ReferenceTable.read("low_traffic.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("referenceValues")
    void momentsAndPercentilesAreTheReferenceValues(ReferenceTable.Row row) {
        LowTrafficTime time = LowTrafficTime.of(
                Recoveries.of(row.text("system"), row), ServiceTimes.exponential(row.number("mu")), RANDOM);
        assertThat(value(time.mean())).isCloseTo(row.number("mean"), relative(row.number("mean"), PRINTED));
        assertThat(value(time.moment(2)))
                .isCloseTo(row.number("second_moment"), relative(row.number("second_moment"), PRINTED));
        assertThat(time.quantile(0.5)).isCloseTo(row.number("p50"), relative(row.number("p50"), PRINTED));
        assertThat(time.quantile(0.99)).isCloseTo(row.number("p99"), relative(row.number("p99"), PRINTED));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,3", "3,2", "1,4"})
    void theSurvivalFunctionOfAvailabilityCodesIsTheoremOne(int r, int t) {
        LowTrafficTime time = exponential(availability(r, t), 0.7);
        for (double s : new double[] {0, 0.01, 0.5, 2, 20}) {
            double alive = Math.exp(-0.7 * s);
            double expected = alive * Math.pow(-Math.expm1(r * Math.log1p(-alive)), t);
            assertThat(time.survival(s)).isCloseTo(expected, relative(expected, SUMMATION));
        }
        assertThat(time.survival(-1)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"3,2", "9,6", "14,10", "60,40"})
    void oneObjectOfAnMdsCodeTakesLemmaTwo(int n, int k) {
        double expected = k / (n * 2.0);
        assertThat(value(exponential(oneObject(n, k), 2).mean())).isCloseTo(expected, relative(expected, SUMMATION));
    }

    @Test
    void wholeFileOfAnMdsCodeHasHarmonicMeanAndVariance() {
        LowTrafficTime time = exponential(wholeFile(9, 6), 1);
        double mean = IntStream.rangeClosed(4, 9).mapToDouble(i -> 1.0 / i).sum();
        double variance =
                IntStream.rangeClosed(4, 9).mapToDouble(i -> 1.0 / (i * i)).sum();
        assertThat(value(time.mean())).isCloseTo(mean, relative(mean, FORMULA));
        assertThat(value(time.moment(2)) - mean * mean).isCloseTo(variance, relative(variance, SUMMATION));
    }

    @Test
    void quadratureForAnyLawAgreesWithTheExactSumsOfExponentialStages() {
        ServiceTime disguised = ServiceTimes.erlang(1, 0.8);
        for (Recovery recovery : List.of(availability(2, 3), wholeFile(9, 6), oneObject(14, 10))) {
            LowTrafficTime exact = exponential(recovery, 0.8);
            LowTrafficTime quadrature = LowTrafficTime.of(recovery, disguised, RANDOM);
            for (int order = 1; order <= 3; order++) {
                double expected = value(exact.moment(order));
                assertThat(value(quadrature.moment(order))).isCloseTo(expected, relative(expected, SUMMATION));
            }
        }
    }

    @Test
    void timesThatNeverVaryMakeEveryDownloadTakeThatTime() {
        LowTrafficTime time = LowTrafficTime.of(oneObject(9, 6), ServiceTimes.deterministic(3), RANDOM);
        assertThat(value(time.mean())).isCloseTo(3, relative(3, FORMULA));
        assertThat(value(time.moment(3))).isCloseTo(27, relative(27, FORMULA));
        assertThat(time.quantile(0.99)).isEqualTo(3);
        assertThat(time.survival(3)).isZero();
    }

    @Test
    void measuredTimesAreSummedExactlyOverTheirJumps() {
        ServiceTime dice = ServiceTimes.empirical("dice", new double[] {1, 2, 3, 4, 5, 6});
        LowTrafficTime least = LowTrafficTime.of(wholeFile(3, 1), dice, RANDOM);
        double mean =
                IntStream.rangeClosed(1, 6).mapToDouble(i -> i * i * i / 216.0).sum();
        assertThat(value(least.mean())).isCloseTo(mean, relative(mean, FORMULA));
        assertThat(least.quantile(0.5)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0.3,0", "0.5,1", "0.75,2", "1.5,3"})
    void theLeastOfThreeParetoTimesHasMomentsBelowThreeTimesTheIndex(double index, int finiteMoments) {
        ServiceTime pareto = ServiceTimes.pareto(2, index);
        LowTrafficTime time = LowTrafficTime.of(wholeFile(3, 1), pareto, RANDOM);
        for (int order = 1; order <= 3; order++) {
            Outcome<Double> moment = time.moment(order);
            assertThat(moment.value().isPresent()).isEqualTo(order <= finiteMoments);
            if (order <= finiteMoments) {
                double expected = Math.pow(2, order) * 3 * index / (3 * index - order);
                assertThat(value(moment)).isCloseTo(expected, relative(expected, ITERATION));
            }
        }
    }

    @Test
    void anInfiniteMeanSaysHowManyCopiesMustBeSlow() {
        Outcome<Double> mean = LowTrafficTime.of(wholeFile(3, 2), ServiceTimes.pareto(1, 0.4), RANDOM)
                .mean();
        assertThat(mean).isInstanceOf(Outcome.None.class);
        assertThat(((Outcome.None<Double>) mean).reason()).contains("infinite", "2 copies");
    }

    /** The smallest shape that is allowed: nothing is integrated where the tail tells that the integral is infinite. */
    @Test
    void theHeaviestTailsHaveNoMeanAtOnceAndOneWithEnoughCopies() {
        ServiceTime heaviest = ServiceTimes.pareto(1, 0.17);
        assertThat(LowTrafficTime.of(wholeFile(3, 2), heaviest, RANDOM)
                        .moment(1)
                        .value())
                .isEmpty();
        double index = 7 * 0.17;
        assertThat(LowTrafficTime.of(wholeFile(7, 1), heaviest, RANDOM)
                        .moment(1)
                        .value()
                        .orElseThrow())
                .isCloseTo(index / (index - 1), relative(index / (index - 1), 1e-9));
    }

    /** The least of n Weibull times is a Weibull time; the least of lognormal ones has less than their moments. */
    @Test
    void momentsOfTailsFarBeyondTheBulkAreIntegratedToTheirEnd() {
        double mean =
                ServiceTimes.weibull(0.1, Math.pow(2, -10)).moment(1).value().orElseThrow();
        assertThat(LowTrafficTime.of(wholeFile(2, 1), ServiceTimes.weibull(0.1, 1), RANDOM)
                        .moment(1)
                        .value()
                        .orElseThrow())
                .isCloseTo(mean, relative(mean, 1e-9));
        ServiceTime wide = ServiceTimes.lognormal(0, 10);
        double largest = LowTrafficTime.of(wholeFile(2, 2), wide, RANDOM)
                .moment(1)
                .value()
                .orElseThrow();
        double least = LowTrafficTime.of(wholeFile(2, 1), wide, RANDOM)
                .moment(1)
                .value()
                .orElseThrow();
        double both = 2 * wide.moment(1).value().orElseThrow();
        assertThat(largest + least).isCloseTo(both, relative(both, 1e-9));
        assertThat(LowTrafficTime.of(wholeFile(3, 2), ServiceTimes.lognormal(0, 28), RANDOM)
                        .moment(3)
                        .value())
                .isEmpty();
    }

    @Test
    void measuredTimesThatAreNearlyAllZeroHaveAMean() {
        double[] times = new double[200_000];
        times[0] = 3;
        assertThat(LowTrafficTime.of(wholeFile(2, 2), ServiceTimes.empirical("f", times), RANDOM)
                        .moment(1)
                        .value()
                        .orElseThrow())
                .isCloseTo(3 * (1 - Math.pow(1 - 1 / 200_000.0, 2)), relative(3e-5, 1e-9));
    }

    @Test
    void aMixtureWeighsItsObjects() {
        LowTrafficTime slow = exponential(wholeFile(1, 1), 1);
        LowTrafficTime fast = exponential(wholeFile(3, 1), 1);
        LowTrafficMixture mixture = LowTrafficMixture.of(List.of(slow, fast), new double[] {0.25, 0.75});
        assertThat(value(mixture.mean())).isCloseTo(0.5, relative(0.5, FORMULA));
        assertThat(value(mixture.moment(2))).isCloseTo(0.5 + 1.0 / 6, relative(1, FORMULA));
        assertThat(mixture.survival(mixture.quantile(0.9))).isCloseTo(0.1, relative(0.1, SUMMATION));
    }

    @Test
    void aMixtureRefusesWhatIsNoPopularity() {
        LowTrafficTime time = exponential(wholeFile(1, 1), 1);
        assertThatThrownBy(() -> LowTrafficMixture.of(List.of(time), new double[] {0.5, 0.5}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LowTrafficMixture.of(List.of(time, time), new double[] {0.5, 0.6}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LowTrafficMixture.of(List.of(time, time), new double[] {1, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ordersAndProbabilitiesOutOfRangeAreRefused() {
        LowTrafficTime time = exponential(wholeFile(2, 1), 1);
        assertThatThrownBy(() -> time.moment(4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> time.quantile(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> time.quantile(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThat(time.quantile(0)).isZero();
    }

    @Test
    void anExactProfileLeavesNoError() {
        LowTrafficTime time = exponential(wholeFile(3, 2), 1);
        assertThat(time.isExact()).isTrue();
        assertThat(time.momentEstimate(1).value().orElseThrow().halfWidth()).isZero();
        assertThat(time.quantileEstimate(0.9).halfWidth()).isZero();
        assertThat(time.mean().method()).isEqualTo("low traffic");
        assertThat(time.momentAtLeast(2)).isEqualTo(time.moment(2)).isEqualTo(time.momentAtMost(2));
    }

    /**
     * lrc(20,1,9) is MDS, so that its law is known in closed form while its profile is estimated. Each of the 95 % intervals
     * is wider than it need be, and the seed is fixed.
     */
    @Test
    void anEstimatedProfileGivesIntervalsThatCoverTheTruthAndMethodsThatSaySo() {
        LowTrafficTime truth = exponential(oneObject(30, 20), 1);
        LowTrafficTime estimate = exponential(StorageCode.lrc(20, 1, 9).recovery(0, Decoding.LINEAR), 1);
        assertThat(estimate.isExact()).isFalse();
        for (int order = 1; order <= 3; order++) {
            Estimate moment = estimate.momentEstimate(order).value().orElseThrow();
            assertThat(moment.covers(value(truth.moment(order)))).isTrue();
            assertThat(value(estimate.momentAtLeast(order))).isEqualTo(moment.lower());
            assertThat(value(estimate.momentAtMost(order))).isEqualTo(moment.upper());
            assertThat(estimate.moment(order).method()).contains("estimated recovery profile");
            assertThat(estimate.momentAtMost(order).method()).contains("95 % limit");
        }
        for (double p : new double[] {0.1, 0.5, 0.9, 0.99}) {
            assertThat(estimate.quantileEstimate(p).covers(truth.quantile(p))).isTrue();
            double time = truth.quantile(p);
            assertThat(estimate.survival(time)).isCloseTo(1 - p, within(estimate.survivalHalfWidth(time)));
        }
        assertThat(estimate.quantileEstimate(0.5).halfWidth()).isBetween(1e-6, 0.05);
    }

    @Test
    void amongOthersOneEstimateMakesAMixtureAnEstimate() {
        LowTrafficTime exact = exponential(oneObject(30, 20), 1);
        LowTrafficTime estimate = exponential(StorageCode.lrc(20, 1, 9).recovery(0, Decoding.LINEAR), 1);
        LowTrafficMixture mixture = LowTrafficMixture.of(List.of(exact, estimate), new double[] {0.75, 0.25});
        double halfWidth = estimate.momentEstimate(1).value().orElseThrow().halfWidth();
        assertThat(mixture.isExact()).isFalse();
        assertThat(mixture.momentEstimate(1).value().orElseThrow().halfWidth())
                .isCloseTo(halfWidth / 4, relative(halfWidth / 4, FORMULA));
        assertThat(mixture.mean().method()).contains("estimated recovery profile");
        assertThat(mixture.survivalHalfWidth(1)).isEqualTo(estimate.survivalHalfWidth(1) / 4);
    }

    /** Samples cannot show that three servers must be slow, without which the mean of heavy tails may be infinite. */
    @Test
    void whetherAMomentIsFiniteIsNotConcludedFromSamples() {
        int[][] rows = new int[20][30];
        for (int object = 0; object < 20; object++) {
            rows[object][object] = 1;
            rows[object][20 + object % 10] = 1;
            rows[object][20 + (object + 1 + object / 10) % 10] = 1;
        }
        Recovery estimated = SpanRecovery.ofObject(GeneratorMatrix.of(GaloisField.GF2, rows), 0);
        assertThat(LowTrafficTime.of(estimated, ServiceTimes.pareto(1, 0.5), RANDOM)
                        .mean())
                .isInstanceOfSatisfying(
                        Outcome.None.class, none -> assertThat(none.reason()).contains("may be infinite"));
    }

    /** Eleven servers must be slow, by the minimum distance, so that the tail index is 5.5 whatever is estimated. */
    @Test
    void whetherAMomentIsFiniteIsConcludedFromTheMinimumDistance() {
        Recovery estimated = StorageCode.lrc(20, 1, 9).recovery(0, Decoding.LINEAR);
        LowTrafficTime time = LowTrafficTime.of(estimated, ServiceTimes.pareto(1, 0.5), RANDOM);
        Estimate mean = time.momentEstimate(1).value().orElseThrow();
        double truth = value(LowTrafficTime.of(oneObject(30, 20), ServiceTimes.pareto(1, 0.5), RANDOM)
                .mean());
        assertThat(mean.covers(truth)).isTrue();
    }

    private static LowTrafficTime exponential(Recovery recovery, double rate) {
        return LowTrafficTime.of(recovery, ServiceTimes.exponential(rate), RANDOM);
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }
}
