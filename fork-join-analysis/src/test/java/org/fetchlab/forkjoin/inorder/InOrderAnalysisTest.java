package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.Recoveries;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.forkjoin.mg1.TypeFractions;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InOrderAnalysisTest {
    private static final Accuracy QUICK = new Accuracy(1e-4, 60, 250);

    static Stream<ReferenceTable.Row> fixedArrivals() {
        return ReferenceTable.read("fork_join_fixed_arrival.csv").rows();
    }

    static Stream<ReferenceTable.Row> mds() {
        return ReferenceTable.read("fork_join_mds.csv").rows();
    }

    private static InOrderResult analysed(ReferenceTable.Row row, Accuracy accuracy) {
        Recovery code = availability(row.integer("r"), row.integer("t"));
        InOrderSystem system = InOrderSystem.of(code, row.number("gamma"), row.number("mu"));
        return InOrderAnalysis.of(system).at(row.number("lambda"), accuracy);
    }

    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void bracketsOfMeanAndCapacityMeetTheReferenceBrackets(ReferenceTable.Row row) {
        InOrderResult result = analysed(row, QUICK);
        assertOverlap(result.mean(), row.number("mean_lower"), row.number("mean_upper"));
        assertThat(result.capacity().lower()).isLessThanOrEqualTo(row.number("capacity_upper"));
        assertThat(result.capacity().upper()).isGreaterThanOrEqualTo(row.number("capacity_lower"));
        assertThat(result.verdict()).isEqualTo(Verdict.STABLE);
        assertThat(result.residual()).isLessThan(1e-14);
    }

    /**
     * The reference percentiles and fractions are those of one blocking chain (see the next test): within 1e-4 of the exact
     * ones, and up to 2e-3 on the high side at the highest load.
     */
    @ParameterizedTest
    @MethodSource("fixedArrivals")
    void percentilesAndFractionsAreTheReferenceValues(ReferenceTable.Row row) {
        InOrderResult result = analysed(row, QUICK);
        boolean loaded = row.number("lambda") > 0.55 * row.number("capacity_lower");
        DownloadTimeBracket time = result.downloadTime();
        for (int percent : new int[] {50, 90, 99}) {
            Bounds quantile = time.quantile(percent / 100.0);
            double expected = row.number("p" + percent);
            double tolerance = (loaded ? 2e-3 : 2e-4) * expected;
            assertThat(quantile.lower().value().orElseThrow()).isBetween(expected - tolerance, expected + tolerance);
            assertThat(quantile.upper().value().orElseThrow()).isBetween(expected - tolerance, expected + tolerance);
        }
        double[] fractions = row.numbers("type_fractions");
        ServiceShares shares = result.shares().value().orElseThrow();
        for (int i = 0; i < fractions.length; i++) {
            assertThat(shares.typeFractions().fraction(i)).isCloseTo(fractions[i], mixed(0, loaded ? 5e-4 : 1e-4));
        }
    }

    @Test
    void referencePercentilesOfThreeGroupsAreThoseOfTheBlockingChainWithLeadsUpToSix() {
        ReferenceTable.Row row = fixedArrivals()
                .filter(one -> one.integer("t") == 3 && one.number("lambda") == 2)
                .findFirst()
                .orElseThrow();
        InOrderResult result = analysis(availability(2, 3)).withLeads(2, 6, 84);
        for (int percent : new int[] {50, 90, 99}) {
            double expected = row.number("p" + percent);
            double blocked = upper(result.downloadTime().quantile(percent / 100.0));
            assertThat(blocked).isCloseTo(expected, relative(expected, 1e-8));
        }
    }

    @Test
    void threeGroupsTakeTheIndependentlyKnownTime() {
        Bounds mean = analysis(availability(2, 3)).at(1.172, Accuracy.DEFAULT).mean();
        assertOverlap(mean, 0.7681415, 0.7681425);
    }

    @ParameterizedTest
    @MethodSource("mds")
    void bracketsOfMdsCodesMeetTheReferenceBrackets(ReferenceTable.Row row) {
        InOrderSystem system = InOrderSystem.of(Recoveries.of(row.text("request"), row), row.number("mu"));
        InOrderResult result = InOrderAnalysis.of(system).at(row.number("lambda"), QUICK.withTolerance(1e-6));
        assertOverlap(result.mean(), row.number("mean_lower"), row.number("mean_upper"));
    }

    @ParameterizedTest
    @CsvSource({"3,2,0.5,1.1469623532", "3,2,1,2.0000000000", "3,2,1.35,5.6138800935", "10,2,2.5,0.3647398679"})
    void wholeFilesTakeTheIndependentlyKnownTimes(int n, int k, double arrivalRate, double expected) {
        InOrderResult result = InOrderAnalysis.of(InOrderSystem.of(wholeFile(n, k), 1))
                .at(arrivalRate, Accuracy.DEFAULT.withTolerance(1e-9));
        assertOverlap(result.mean(), expected - 1e-10, expected + 1e-10);
        assertThat(result.relativeWidth()).isLessThan(1e-8);
    }

    @Test
    void availabilityTwoOneHasCapacityFiveThirds() {
        InOrderResult result = analysis(availability(2, 1)).withLeads(1, 60, 100);
        assertThat(result.capacity().lower()).isCloseTo(5.0 / 3, relative(1, ITERATION));
        assertThat(result.capacity().upper()).isCloseTo(5.0 / 3, relative(1, ITERATION));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "0.5,1", "2,1", "1,3"})
    void capacityOfLocalityTwoIsTheClosedFormOfTheSaturatedLeads(double gamma, double mu) {
        InOrderSystem system = InOrderSystem.of(availability(2, 1), gamma, mu);
        double expected = (gamma * gamma + 2 * gamma * mu + 2 * mu * mu) / (gamma + 2 * mu);
        InOrderResult result = InOrderAnalysis.of(system).withLeads(0.1, 60, 100);
        assertThat(result.capacity().lower()).isLessThanOrEqualTo(expected * (1 + 1e-14));
        assertThat(result.capacity().upper()).isGreaterThanOrEqualTo(expected * (1 - 1e-14));
        assertThat(result.capacity().lower()).isCloseTo(expected, relative(expected, 1e-6));
    }

    @Test
    void unequalRecoveryServersKeepTheTwoWingsApart() {
        InOrderSystem equal = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 2});
        InOrderSystem unequal = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 3});
        assertThat(InOrderAnalysis.of(equal).withLeads(1, 2, 10).phases()).isEqualTo(3);
        assertThat(InOrderAnalysis.of(unequal).withLeads(1, 2, 10).phases()).isEqualTo(5);
        InOrderSystem almost = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 2 + 1e-12});
        double lumped = upper(InOrderAnalysis.of(equal).withLeads(1, 6, 50).mean());
        double apart = upper(InOrderAnalysis.of(almost).withLeads(1, 6, 50).mean());
        assertThat(apart).isCloseTo(lumped, relative(lumped, ITERATION));
    }

    @Test
    void aSlowRecoveryServerIsLikeNone() {
        InOrderSystem system = InOrderSystem.of(availability(2, 1), new double[] {2, 1e-9, 5});
        double mean = lower(InOrderAnalysis.of(system).at(1, Accuracy.DEFAULT).mean());
        assertThat(mean).isCloseTo(1, relative(1, 1e-6));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,3", "3,2"})
    void leadsUpToOneAreSplitMerge(int r, int t) {
        Recovery code = availability(r, t);
        double expected = SplitMerge.of(LowTrafficTime.of(code, ServiceTimes.exponential(1), new RandomStreams(1)))
                .meanDownloadTime(0.7)
                .value()
                .orElseThrow();
        assertThat(upper(analysis(code).withLeads(0.7, 1, 100).mean())).isCloseTo(expected, relative(1, ITERATION));
    }

    @ParameterizedTest
    @CsvSource({"2,1,1.2", "2,3,1.2", "3,2,0.9", "1,3,2.5"})
    void bracketsNestAsTheLeadLimitGrows(int r, int t, double arrivalRate) {
        double lower = 0;
        double upper = Double.POSITIVE_INFINITY;
        double capacityLower = 0;
        double capacityUpper = Double.POSITIVE_INFINITY;
        for (int lead = 1; lead <= 8 - 2 * r; lead++) {
            InOrderResult result = analysis(availability(r, t)).withLeads(arrivalRate, lead, 300);
            assertThat(lower(result.mean())).isGreaterThanOrEqualTo(lower * (1 - ITERATION));
            assertThat(upper(result.mean())).isLessThanOrEqualTo(upper * (1 + ITERATION));
            assertThat(result.capacity().lower()).isGreaterThanOrEqualTo(capacityLower * (1 - ITERATION));
            assertThat(result.capacity().upper()).isLessThanOrEqualTo(capacityUpper * (1 + ITERATION));
            lower = lower(result.mean());
            upper = upper(result.mean());
            capacityLower = result.capacity().lower();
            capacityUpper = result.capacity().upper();
        }
    }

    static List<Recovery> grid() {
        List<Recovery> codes = new ArrayList<>();
        for (int r = 1; r <= 3; r++) {
            for (int t = 1; t <= 3; t++) {
                codes.add(availability(r, t));
            }
        }
        for (int n = 2; n <= 7; n++) {
            for (int k = 1; k <= n; k++) {
                codes.add(wholeFile(n, k));
                if (k < n) {
                    codes.add(oneObject(n, k));
                }
            }
        }
        codes.add(StorageCode.simplex(3).recovery(0, Decoding.GROUPS));
        return codes;
    }

    /** 58 codes at five loads between idle and capacity. */
    @ParameterizedTest
    @MethodSource("grid")
    void exactBracketsLieBetweenFastSplitMergeAndSplitMerge(Recovery code) {
        SplitMerge above = SplitMerge.of(LowTrafficTime.of(code, ServiceTimes.exponential(1), new RandomStreams(1)));
        FastSplitMerge below = FastSplitMerge.of(code, 1);
        Accuracy coarse = new Accuracy(1e-3, 60, 60);
        double capacity = analysis(code).at(1e-3, coarse).capacity().lower();
        for (double load : new double[] {0.02, 0.3, 0.6, 0.9, 0.98}) {
            double arrivalRate = load * capacity;
            Bounds mean = analysis(code).at(arrivalRate, coarse).mean();
            assertThat(lower(mean) * (1 + ITERATION))
                    .isGreaterThanOrEqualTo(
                            below.meanDownloadTime(arrivalRate).value().orElseThrow());
            double alone = code.servers() == 1 ? 1 : 0;
            assertThat(lower(mean)).isGreaterThan(alone);
            above.meanDownloadTime(arrivalRate)
                    .value()
                    .ifPresent(bound -> mean.upper()
                            .value()
                            .ifPresent(exact -> assertThat(exact).isLessThanOrEqualTo(bound * (1 + ITERATION))));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.6667, 2, 1e6})
    void beyondCapacityTheSystemIsUnstable(double arrivalRate) {
        InOrderResult result = analysis(availability(2, 1)).at(arrivalRate, Accuracy.DEFAULT);
        assertThat(result.verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(((Outcome.None<Double>) result.mean().lower()).reason()).contains("unstable");
        assertThat(((Outcome.None<Double>) result.mean().upper()).reason()).contains("unstable");
        assertThat(result.downloadTime().quantile(0.5).lower()).isInstanceOf(Outcome.None.class);
        assertThat(result.shares()).isInstanceOf(Outcome.None.class);
        assertThat(result.residual()).isZero();
    }

    @Test
    void replicasAreAQueueWithTheSumOfTheirRates() {
        InOrderResult result = analysis(wholeFile(3, 1)).at(2.7, Accuracy.DEFAULT);
        assertThat(lower(result.mean())).isCloseTo(1 / 0.3, relative(3, ITERATION));
        assertThat(result.capacity().lower()).isEqualTo(3);
        assertThat(analysis(wholeFile(3, 1)).at(3, Accuracy.DEFAULT).verdict()).isEqualTo(Verdict.UNSTABLE);
        Bounds median = result.downloadTime().quantile(0.5);
        assertThat(lower(median)).isCloseTo(Math.log(2) / 0.3, relative(2.3, 1e-9));
    }

    @Test
    void betweenTheCapacitiesTheVerdictIsOpenAndTheUpperBoundVoid() {
        InOrderResult result = analysis(availability(2, 1)).withLeads(1.64, 2, 10);
        assertThat(result.verdict()).isEqualTo(Verdict.UNDETERMINED);
        assertThat(result.mean().lower().value()).isPresent();
        assertThat(((Outcome.None<Double>) result.mean().upper()).reason()).contains("void");
        assertThat(result.downloadTime().survival(1).lower().value()).isPresent();
        assertThat(result.downloadTime().survival(1).upper().value()).isEmpty();
    }

    @Test
    void littlesLawAndTheUniformisedLawGiveOneMean() {
        InOrderResult result = analysis(availability(2, 2)).withLeads(1.2, 5, 100);
        LatencyDistribution law = result.downloadTime().upper().value().orElseThrow();
        double mean = law.mean().value().orElseThrow();
        assertThat(mean).isCloseTo(upper(result.mean()), relative(mean, ITERATION));
    }

    @Test
    void atVeryLowLoadTheLawIsTheLowTrafficLaw() {
        Recovery code = oneObject(5, 3);
        LowTrafficTime alone = LowTrafficTime.of(code, ServiceTimes.exponential(1), new RandomStreams(1));
        Bounds p99 = analysis(code).at(1e-9, Accuracy.DEFAULT).downloadTime().quantile(0.99);
        assertThat(lower(p99)).isCloseTo(alone.quantile(0.99), relative(2, 1e-7));
    }

    @Test
    void saturatedFractionsBoundThoseOfAnyLoad() {
        TypeFractions saturated = TypeFractions.saturated(1, 1);
        for (double arrivalRate : new double[] {0.1, 0.8, 1.5, 1.66}) {
            ServiceShares shares = analysis(availability(2, 1))
                    .at(arrivalRate, QUICK)
                    .shares()
                    .value()
                    .orElseThrow();
            assertThat(shares.typeFractions().fraction(0)).isGreaterThan(saturated.fraction(0));
            assertThat(shares.wonBySystematic()).isGreaterThan(saturated.fraction(0));
            assertThat(shares.wonByRecovery()).isLessThan(saturated.fraction(1));
            assertThat(shares.typeFractions().fraction(0)
                            + shares.typeFractions().fraction(1))
                    .isCloseTo(1, mixed(1, ITERATION));
            assertThat(shares.utilisation()).isBetween(0.0, 1.0);
        }
    }

    /** Phases: at most 120. The margins exceed the spread by far, so the order is that of the exact fractions. */
    @ParameterizedTest
    @CsvSource({"1,40", "2,12", "3,6", "4,4"})
    void typeFractionsFallWithTheTypeWhenAllServersAreEquallyFast(int t, int lead) {
        InOrderAnalysis analysis = analysis(availability(2, t));
        double capacity = analysis.withLeads(0.1, lead, 120).capacity().lower();
        for (double load : new double[] {0.05, 0.3, 0.6, 0.9, 0.98}) {
            ServiceShares shares = analysis.withLeads(load * capacity, lead, 120)
                    .shares()
                    .value()
                    .orElseThrow();
            double[] fractions = shares.typeFractions().toArray();
            for (int i = 0; i < t; i++) {
                assertThat(fractions[i] - shares.spread()).isGreaterThan(fractions[i + 1] + shares.spread());
            }
        }
    }

    @Test
    void aSlowSystematicServerReversesTheOrderOfTypeFractions() {
        // Saturated: f_0 < f_1 as soon as gamma < (sqrt 3 - 1) mu.
        assertThat(TypeFractions.saturated(0.73, 1).fraction(0)).isLessThan(0.5);
        assertThat(TypeFractions.saturated(0.74, 1).fraction(0)).isGreaterThan(0.5);
        InOrderAnalysis analysis = InOrderAnalysis.of(InOrderSystem.of(availability(2, 1), 0.5, 1));
        ServiceShares shares =
                analysis.withLeads(0.9 * 1.3, 40, 60).shares().value().orElseThrow();
        assertThat(shares.typeFractions().fraction(0)).isCloseTo(0.470, mixed(0, 1e-3));
        assertThat(shares.typeFractions().fraction(1)).isGreaterThan(0.52);
    }

    @Test
    void completionsUseTheBusyServers() {
        // Any one of three: a request keeps all three servers busy for its whole stay at the head of the line.
        ServiceShares shares =
                analysis(wholeFile(3, 1)).at(1.5, QUICK).shares().value().orElseThrow();
        assertThat(shares.utilisation()).isCloseTo(0.5, relative(1, ITERATION));
        assertThat(shares.wonBySystematic()).isCloseTo(1, relative(1, ITERATION));
    }

    @Test
    void overlappingGroupsAndLinearDecodingAreGeneratedFromTheCode() {
        Recovery linear = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        Recovery groups = StorageCode.simplex(3).recovery(0, Decoding.GROUPS);
        Accuracy coarse = new Accuracy(1e-2, 4, 250);
        double byGroups = upper(analysis(groups).at(0.5, coarse).mean());
        double byLinear = upper(analysis(linear).at(0.5, coarse).mean());
        assertThat(byLinear).isLessThan(byGroups);
        Recovery path = GroupRecovery.of(3, new int[][] {{0, 1}, {1, 2}});
        InOrderResult result = analysis(path).at(0.3, Accuracy.DEFAULT);
        assertThat(result.relativeWidth()).isLessThan(1e-6);
    }

    @ParameterizedTest
    @CsvSource({"3,35", "4,60"})
    void linearDecodingOfSimplexCodesIsLumpedByAllItsSymmetries(int dimension, int phases) {
        Recovery linear = StorageCode.simplex(dimension).recovery(0, Decoding.LINEAR);
        InOrderResult result = analysis(linear).withLeads(0.5, dimension == 3 ? 4 : 2, 100);
        assertThat(result.phases()).isEqualTo(phases);
        double alone = (dimension == 3 ? 3.0 : 4.0) / linear.servers();
        InOrderResult idle = analysis(linear).withLeads(1e-9, 2, 100);
        assertThat(upper(idle.mean())).isCloseTo(alone, relative(alone, 1e-7));
    }

    @Test
    void lumpingDoesNotChangeTheAnswer() {
        // Rates that differ by a hair break every symmetry.
        Recovery linear = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        double[] rates = IntStream.range(0, 7).mapToDouble(j -> 1 + 1e-10 * j).toArray();
        InOrderResult apart =
                InOrderAnalysis.of(InOrderSystem.of(linear, rates)).withLeads(1, 2, 120);
        InOrderResult lumped = analysis(linear).withLeads(1, 2, 120);
        assertThat(apart.phases()).isGreaterThan(5 * lumped.phases());
        assertThat(upper(apart.mean())).isCloseTo(upper(lumped.mean()), relative(1, 1e-8));
        assertThat(lower(apart.mean())).isCloseTo(lower(lumped.mean()), relative(1, 1e-8));
    }

    @Test
    void theWholeFileOfADirectSumWaitsForItsLastPart() {
        Recovery both = StorageCode.replication(1).times(2).wholeFile();
        InOrderResult result = analysis(both).at(0.5, Accuracy.DEFAULT);
        double exact = (12 - 0.5) / (8 * (1 - 0.5)); // Flatto and Hahn
        assertOverlap(result.mean(), exact * (1 - 1e-9), exact * (1 + 1e-9));
    }

    /** M/M/1: the download time is exponential with rate Σμ_j - λ, also where uniformisation would take 1e17 updates. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.999, 0.9999999})
    void replicasAreOneServerWhosePercentilesAreExactUpToCapacity(double load) {
        double[] rates = {0.5, 1, 2.5};
        double arrivalRate = load * 4;
        DownloadTimeBracket law = InOrderAnalysis.of(InOrderSystem.of(wholeFile(3, 1), rates))
                .at(arrivalRate, QUICK)
                .downloadTime();
        for (double probability : new double[] {0.5, 0.99, 0.999}) {
            double exact = -Math.log1p(-probability) / (4 - arrivalRate);
            assertThat(lower(law.quantile(probability))).isCloseTo(exact, relative(exact, ITERATION));
            assertThat(upper(law.quantile(probability))).isCloseTo(exact, relative(exact, ITERATION));
        }
    }

    @Test
    void theBudgetEndsTheSearchWithTheBracketItHas() {
        InOrderResult result = analysis(availability(2, 3)).at(2.3, new Accuracy(1e-9, 60, 60));
        assertThat(result.phases()).isLessThanOrEqualTo(60);
        assertThat(result.maxLead()).isEqualTo(5);
        assertThat(result.relativeWidth()).isGreaterThan(1e-9);
        InOrderResult limited = analysis(availability(2, 1)).at(1, new Accuracy(1e-9, 3, 60));
        assertThat(limited.maxLead()).isEqualTo(3);
    }

    @Test
    void badInputIsRefused() {
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), 1, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> InOrderSystem.of(availability(2, 1), 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), new double[] {1}))
                .hasMessageContaining("2 servers");
        InOrderAnalysis analysis = analysis(availability(2, 3));
        assertThatThrownBy(() -> analysis.at(0, QUICK)).hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> analysis.at(Double.NaN, QUICK)).hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> analysis.withLeads(1, 8, 20)).hasMessageContaining("20 phases");
        assertThatThrownBy(() -> analysis.withLeads(1, 0, 20)).hasMessageContaining("lead");
        assertThatThrownBy(() -> analysis.at(1, new Accuracy(1e-4, 10, 3))).hasMessageContaining("3 phases");
        assertThatThrownBy(() -> new Accuracy(0, 1, 1)).hasMessageContaining("tolerance");
        assertThatThrownBy(() -> new Accuracy(Double.NaN, 1, 1)).hasMessageContaining("tolerance");
        assertThatThrownBy(() -> new Accuracy(1, 0, 1)).hasMessageContaining("lead");
        assertThatThrownBy(() -> new Accuracy(1, 1, 0)).hasMessageContaining("phase");
        Recovery large = StorageCode.simplex(5).recovery(0, Decoding.LINEAR);
        assertThatThrownBy(() -> analysis(large)).hasMessageContaining("31 useful servers");
    }

    private static InOrderAnalysis analysis(Recovery code) {
        return InOrderAnalysis.of(InOrderSystem.of(code, 1));
    }

    private static void assertOverlap(Bounds bracket, double lower, double upper) {
        assertThat(lower(bracket)).isLessThanOrEqualTo(upper * (1 + 1e-11));
        assertThat(upper(bracket)).isGreaterThanOrEqualTo(lower * (1 - 1e-11));
    }

    private static double lower(Bounds bounds) {
        return bounds.lower().value().orElseThrow();
    }

    private static double upper(Bounds bounds) {
        return bounds.upper().value().orElseThrow();
    }
}
