package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.model.code.CodeSpec;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForkJoinAnalysisTest {
    private static final RandomStreams RANDOM = new RandomStreams(1);
    private static final Accuracy QUICK = new Accuracy(1e-4, 60, 150);

    @Test
    void oneAnalysisAnswersEveryQuestionAboutLocalityTwo() {
        ForkJoinAnalysis analysis = fixed(availability(2, 1), ServiceRates.equal(1), 1);
        assertThat(analysis.arrivalRate()).isEqualTo(1);
        assertThat(analysis.verdict()).isEqualTo(Verdict.STABLE);
        assertThat(lower(analysis.capacity())).isCloseTo(5.0 / 3, relative(1, SUMMATION));
        assertThat(upper(analysis.capacity())).isEqualTo(lower(analysis.capacity()));
        assertThat(value(analysis.lowTraffic().mean())).isCloseTo(2.0 / 3, relative(1, SUMMATION));
        assertThat(value(analysis.lowTrafficMoment(2))).isCloseTo(7.0 / 9, relative(1, SUMMATION));
        assertThat(value(analysis.splitMerge())).isCloseTo(11.0 / 6, relative(2, SUMMATION));
        assertThat(value(analysis.fastSplitMerge())).isCloseTo(1, relative(1, SUMMATION));
        assertThat(lower(analysis.mean())).isBetween(1.4998, 1.5);
        assertThat(upper(analysis.mean())).isBetween(1.5, 1.5002);
        assertThat(analysis.exact().value().orElseThrow().maxLead()).isGreaterThan(4);
        assertThat(analysis.approximations()).hasSize(5);
        assertThat(analysis.literature()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"0.5,1", "2,1", "1,3"})
    void unequalRatesHaveTheirOwnLowTrafficAndSplitMerge(double gamma, double mu) {
        ForkJoinAnalysis analysis = fixed(availability(2, 1), ServiceRates.systematicAndRecovery(gamma, mu), 0.2);
        // E[min(X, max(Y, Z))] by inclusion and exclusion.
        double mean = 2 / (gamma + mu) - 1 / (gamma + 2 * mu);
        double second = 4 / Math.pow(gamma + mu, 2) - 2 / Math.pow(gamma + 2 * mu, 2);
        assertThat(value(analysis.lowTrafficMoment(1))).isCloseTo(mean, relative(mean, ITERATION));
        assertThat(value(analysis.lowTrafficMoment(2))).isCloseTo(second, relative(second, ITERATION));
        double expected = mean + 0.2 * second / (2 * (1 - 0.2 * mean));
        assertThat(value(analysis.splitMerge())).isCloseTo(expected, relative(expected, ITERATION));
        assertThat(value(analysis.fastSplitMerge())).isCloseTo(1 / (gamma + mu - 0.2), relative(1, SUMMATION));
    }

    /** The survival function of a lone request is known in closed form: E[T] = 1/2 and P{T > s} = e^(-2s) up to 1e-6. */
    @Test
    void ratesAMillionTimesApartKeepMeansBoundsAndReasons() {
        ServiceRates rates = ServiceRates.localityTwo(1, 1e6, 1);
        ForkJoinAnalysis analysis = fixed(availability(2, 1), rates, 0.5);
        assertThat(value(analysis.lowTrafficMoment(1))).isCloseTo(0.5, relative(0.5, 1e-5));
        assertThat(analysis.lowTraffic().quantile(0.99)).isCloseTo(Math.log(100) / 2, relative(2.3, 1e-5));
        assertThat(value(analysis.splitMerge())).isCloseTo(0.5 + 0.5 * 0.5 / (2 * 0.75), relative(0.67, 1e-5));
        assertThat(lower(analysis.mean())).isLessThanOrEqualTo(value(analysis.splitMerge()));
        assertThat(upper(analysis.capacity())).isEqualTo(2);
        Outcome<LatencyDistribution> law =
                analysis.exact().value().orElseThrow().downloadTime().upper();
        assertThat(((Outcome.None<LatencyDistribution>) law).reason())
                .contains("completions of copies during a download");
    }

    @Test
    void anyArrivalRateBeyondCapacityIsUnstable() {
        for (double arrivalRate : new double[] {3, 1e160, Double.MAX_VALUE}) {
            ForkJoinAnalysis analysis = fixed(availability(2, 3), ServiceRates.equal(1), arrivalRate);
            assertThat(analysis.verdict()).isEqualTo(Verdict.UNSTABLE);
            assertThat(analysis.approximations())
                    .allMatch(one -> one.typeFractions().value().isEmpty()
                            || Arrays.stream(one.typeFractions().value().get().toArray())
                                    .allMatch(f -> f >= 0 && f <= 1));
        }
    }

    @Test
    void aLoneRequestNeedsNoEnumerationWhenOnlyTheSystematicServerDiffers() {
        Recovery large = StorageCode.simplex(5).recovery(0, Decoding.LINEAR);
        ForkJoinAnalysis analysis = fixed(large, ServiceRates.systematicAndRecovery(2, 1), 1);
        assertThat(analysis.verdict()).isEqualTo(Verdict.STABLE);
        assertThat(analysis.exact().value()).isEmpty();
        double equal = value(fixed(large, ServiceRates.equal(1), 1).lowTrafficMoment(1));
        assertThat(value(analysis.lowTrafficMoment(1))).isBetween(equal / 2, equal);
        assertThat(upper(analysis.capacity())).isCloseTo(17, relative(17, SUMMATION));
    }

    @Test
    void generalArrivalsForOneObjectAreFixedArrivals() {
        GeneralArrivals system = GeneralArrivals.of(
                List.of(availability(2, 1), availability(2, 1)),
                new double[] {1, 0},
                ServiceTimes.exponential(1),
                RANDOM);
        ForkJoinAnalysis analysis = ForkJoinAnalysis.generalArrivals(system, 1, Accuracy.DEFAULT);
        assertThat(lower(analysis.mean())).isCloseTo(1.5, relative(1.5, 1e-6));
        assertThat(upper(analysis.mean())).isCloseTo(1.5, relative(1.5, 1e-6));
        assertThat(analysis.exact().value()).isPresent();
        assertThat(analysis.saturation()).isPresent();
    }

    /** C(101, 100) phases with leads of one request; the time is that of a machine under load. */
    @Test
    @Timeout(20)
    void aHundredRecoveryGroupsAreSolvedAtOnce() {
        ForkJoinAnalysis analysis = fixed(availability(2, 100), ServiceRates.equal(1), 0.5);
        assertThat(analysis.exact().value().orElseThrow().phases()).isEqualTo(101);
        assertThat(analysis.approximations()).hasSize(5);
    }

    @Test
    void unequalRecoveryServersAreTheFiveColumnBound() {
        ServiceRates rates = ServiceRates.localityTwo(1, 0.5, 2);
        ForkJoinAnalysis analysis =
                ForkJoinAnalysis.fixedArrivals(availability(2, 1), rates, 0.7, new Accuracy(1e-3, 2, 10));
        InOrderResult exact = analysis.exact().value().orElseThrow();
        assertThat(exact.phases()).isEqualTo(5);
        assertThat(exact.maxLead()).isEqualTo(2);
        ForkJoinAnalysis swapped = ForkJoinAnalysis.fixedArrivals(
                availability(2, 1), ServiceRates.localityTwo(1, 2, 0.5), 0.7, new Accuracy(1e-3, 2, 10));
        assertThat(upper(swapped.mean())).isCloseTo(upper(analysis.mean()), relative(2, ITERATION));
        assertThat(analysis.approximations()).isEmpty();
        assertThatThrownBy(() -> fixed(oneObject(4, 2), rates, 0.7)).hasMessageContaining("alpha");
    }

    @Test
    void approximationsWithExactFractionsBeatThoseWithUniformOnes() {
        ForkJoinAnalysis analysis = fixed(availability(2, 2), ServiceRates.equal(1), 1.2);
        double exact = lower(analysis.mean());
        double uniform = value(analysis.approximations().get(0).mean());
        Approximation best = analysis.approximations().get(4);
        assertThat(Math.abs(value(best.mean()) - exact)).isLessThan(Math.abs(uniform - exact));
        assertThat(best.typeFractions().value().orElseThrow().toArray()).hasSize(3);
        assertThat(((Outcome.None<Double>) analysis.approximations().get(3).mean()).reason())
                .contains("not applicable");
    }

    @Test
    void theSaturatedApproximationOfLocalityTwoHasTheTrueCapacity() {
        ForkJoinAnalysis analysis = fixed(availability(2, 1), ServiceRates.equal(1), 1.5);
        double saturated = value(analysis.approximations().get(3).mean());
        double expected = 0.6 + 1.5 * (0.6 * 7 / 9 + 0.4 * 0.5) / (2 * (1 - 0.9));
        assertThat(saturated).isCloseTo(expected, relative(expected, ITERATION));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.67, 3})
    void anUnstableSystemHasNoMeanAnywhere(double arrivalRate) {
        ForkJoinAnalysis analysis = fixed(availability(2, 1), ServiceRates.equal(1), arrivalRate);
        assertThat(analysis.verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(analysis.mean().lower().value()).isEmpty();
        assertThat(analysis.mean().upper().value()).isEmpty();
        assertThat(analysis.splitMerge().value()).isEmpty();
        assertThat(analysis.approximations()).allMatch(one -> one.mean().value().isEmpty());
    }

    @Test
    void otherServiceLawsKeepLowTrafficAndSplitMerge() {
        ServiceTime law = ServiceTimes.erlang(2, 2);
        ForkJoinAnalysis analysis =
                ForkJoinAnalysis.fixedArrivals(availability(2, 1), law, 0.5, Accuracy.DEFAULT, RANDOM);
        assertThat(((Outcome.None<InOrderResult>) analysis.exact()).reason()).contains("exponential");
        assertThat(analysis.verdict()).isEqualTo(Verdict.STABLE);
        assertThat(lower(analysis.mean())).isEqualTo(value(analysis.lowTrafficMoment(1)));
        assertThat(upper(analysis.mean())).isEqualTo(value(analysis.splitMerge()));
        assertThat(upper(analysis.capacity())).isGreaterThan(lower(analysis.capacity()));
        assertThat(analysis.fastSplitMerge().value()).isEmpty();
        assertThat(analysis.approximations()).isEmpty();
        assertThat(analysis.literature()).isEmpty();
    }

    @Test
    void codesBeyondTheBudgetKeepTheirBounds() {
        Recovery large = StorageCode.simplex(5).recovery(0, Decoding.LINEAR);
        ForkJoinAnalysis analysis = fixed(large, ServiceRates.equal(1), 2);
        assertThat(((Outcome.None<InOrderResult>) analysis.exact()).reason()).contains("too large");
        assertThat(lower(analysis.mean())).isLessThan(upper(analysis.mean()));
        assertThat(analysis.verdict()).isEqualTo(Verdict.STABLE);
        ForkJoinAnalysis small =
                ForkJoinAnalysis.fixedArrivals(availability(2, 4), ServiceRates.equal(1), 20, new Accuracy(1e-3, 5, 2));
        assertThat(small.verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(small.mean().lower().value()).isEmpty();
    }

    static Stream<ReferenceTable.Row> generalArrivals() {
        return ReferenceTable.read("fork_join_general_arrival_simulated.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("generalArrivals")
    void simulatedMeansOfGeneralArrivalsLieInsideTheBounds(ReferenceTable.Row row) {
        StorageCode code = CodeSpec.parse(row.text("code"), name -> {
            throw new IllegalArgumentException("no matrix '" + name + "'");
        });
        Decoding decoding = Decoding.valueOf(row.text("decoding").toUpperCase(Locale.ROOT));
        GeneralArrivals system = GeneralArrivals.of(
                code, decoding, Popularity.uniform(), ServiceTimes.exponential(row.number("mu")), RANDOM);
        ForkJoinAnalysis analysis =
                ForkJoinAnalysis.generalArrivals(system, row.number("lambda"), new Accuracy(1e-2, 6, 100));
        double slack = 2 * row.number("ci95_halfwidth");
        assertThat(lower(analysis.mean())).isLessThan(row.number("mean") + slack);
        analysis.mean().upper().value().ifPresent(bound -> assertThat(bound).isGreaterThan(row.number("mean") - slack));
        assertThat(lower(analysis.mean()))
                .isGreaterThanOrEqualTo(value(analysis.lowTraffic().mean()));
        assertThat(analysis.verdict()).isNotEqualTo(Verdict.UNSTABLE);
    }

    @Test
    void generalArrivalsAnswerWithWhatIsDefined() {
        GeneralArrivals system = GeneralArrivals.of(
                StorageCode.replication(3).times(2),
                Decoding.LINEAR,
                Popularity.zipf(1),
                ServiceTimes.exponential(1),
                RANDOM);
        ForkJoinAnalysis analysis = ForkJoinAnalysis.generalArrivals(system, 3, QUICK);
        double exact = 2.0 / 3 / (3 - 2) + 1.0 / 3 / (3 - 1);
        assertThat(lower(analysis.mean())).isCloseTo(exact, relative(exact, ITERATION));
        assertThat(value(analysis.splitMerge())).isCloseTo(exact, relative(exact, ITERATION));
        assertThat(value(analysis.fastSplitMerge())).isCloseTo(exact, relative(exact, ITERATION));
        assertThat(value(analysis.lowTrafficMoment(1))).isCloseTo(1.0 / 3, relative(1, SUMMATION));
        assertThat(analysis.arrivalRate()).isEqualTo(3);
        assertThat(upper(analysis.capacity())).isCloseTo(4.5, relative(4.5, SUMMATION));
        assertThat(analysis.exact().value()).isEmpty();
        assertThat(analysis.approximations()).isEmpty();
        assertThat(analysis.literature()).isEmpty();
        assertThat(ForkJoinAnalysis.generalArrivals(system, 4.6, QUICK)
                        .mean()
                        .lower()
                        .value())
                .isEmpty();
    }

    @Test
    void generalArrivalsWithoutExponentialServiceSaySo() {
        GeneralArrivals system = GeneralArrivals.of(
                StorageCode.mds(3, 2), Decoding.LINEAR, Popularity.uniform(), ServiceTimes.uniform(0, 2), RANDOM);
        ForkJoinAnalysis analysis = ForkJoinAnalysis.generalArrivals(system, 0.5, QUICK);
        assertThat(((Outcome.None<Double>) analysis.fastSplitMerge()).reason()).contains("exponential");
        assertThat(lower(analysis.mean())).isEqualTo(value(analysis.lowTraffic().mean()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void ratesOutOfRangeAreRefused(double rate) {
        assertThatThrownBy(() -> fixed(wholeFile(3, 2), ServiceRates.equal(1), rate))
                .hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> ServiceRates.equal(rate)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServiceRates.systematicAndRecovery(1, rate)).hasMessageContaining("mu");
        assertThatThrownBy(() -> ServiceRates.localityTwo(1, 1, rate)).hasMessageContaining("beta");
    }

    private static ForkJoinAnalysis fixed(Recovery recovery, ServiceRates rates, double arrivalRate) {
        return ForkJoinAnalysis.fixedArrivals(recovery, rates, arrivalRate, QUICK);
    }

    private static double lower(Bounds bounds) {
        return value(bounds.lower());
    }

    private static double upper(Bounds bounds) {
        return value(bounds.upper());
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }
}
