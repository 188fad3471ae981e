package org.fetchlab.forkjoin.literature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.forkjoin.literature.PublishedResult.Kind;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiteratureTest {
    /** 140 pairs of code and load. */
    @Test
    void everyApplicableBoundEnclosesTheExactBracket() {
        for (int n = 1; n <= 5; n++) {
            for (int k = 1; k <= n; k++) {
                checkBounds(wholeFile(n, k), (double) n / k);
                if (k < n) {
                    checkBounds(oneObject(n, k), (double) n / k);
                }
            }
        }
        checkBounds(availability(2, 1), 5.0 / 3);
        checkBounds(availability(2, 2), 2.1);
        checkBounds(availability(3, 1), 1.53);
    }

    private static void checkBounds(Recovery recovery, double scale) {
        for (double load : new double[] {0.05, 0.3, 0.6, 0.85, 0.95}) {
            double arrivalRate = load * scale;
            Bounds exact = InOrderAnalysis.of(InOrderSystem.of(recovery, 1))
                    .at(arrivalRate, new Accuracy(1e-3, 60, 60))
                    .mean();
            for (PublishedResult result : Literature.about(recovery, arrivalRate, 1)) {
                result.mean().value().ifPresent(mean -> checkBound(result.kind(), mean, exact));
            }
        }
    }

    private static void checkBound(Kind kind, double mean, Bounds exact) {
        if (kind == Kind.LOWER || kind == Kind.EXACT) {
            exact.upper().value().ifPresent(upper -> assertThat(mean).isLessThanOrEqualTo(upper * (1 + 1e-9)));
        }
        if (kind == Kind.UPPER || kind == Kind.EXACT) {
            double lower = exact.lower().value().orElseThrow();
            assertThat(mean).isGreaterThanOrEqualTo(lower * (1 - 1e-9));
        }
    }

    @Test
    void twoServersThatBothMustFinishAreFlattoAndHahn() {
        assertThat(value("Flatto-Hahn", wholeFile(2, 2), 0.8, 1)).isCloseTo(7, relative(7, SUMMATION));
        assertThat(value("Nelson-Tantawi", wholeFile(2, 2), 0.8, 1)).isCloseTo(7, relative(7, SUMMATION));
    }

    @ParameterizedTest
    @CsvSource({"3,0.5", "5,0.2", "4,0.4"})
    void approximationsOfSynchronisedServersAreWithinSixPerCent(int n, double load) {
        double lower = InOrderAnalysis.of(InOrderSystem.of(wholeFile(n, n), 1))
                .at(load, new Accuracy(1e-3, 60, 250))
                .mean()
                .lower()
                .value()
                .orElseThrow();
        assertThat(value("Nelson-Tantawi", wholeFile(n, n), load, 1)).isCloseTo(lower, relative(lower, 0.06));
        double varki = mean(Kind.APPROXIMATION, "Varki-Merchant-Chen", wholeFile(n, n), load, 1);
        assertThat(varki).isCloseTo(lower, relative(lower, 0.06));
    }

    @Test
    void theBoundOfJoshiLiuAndSoljaninContainsThatOfVarkiMerchantAndChen() {
        double joshi = value("Joshi-Liu-Soljanin", wholeFile(4, 4), 1.2, 2);
        double varki = mean(Kind.LOWER, "Varki-Merchant-Chen", wholeFile(4, 4), 1.2, 2);
        assertThat(joshi).isCloseTo(varki, relative(varki, SUMMATION));
    }

    @Test
    void oneOfManyIsASingleFastQueue() {
        assertThat(value("M/M/1 of the pooled replicas", wholeFile(3, 1), 2, 1)).isEqualTo(1);
        assertThat(value("split-merge", wholeFile(3, 1), 2, 1)).isCloseTo(1, relative(1, SUMMATION));
    }

    @Test
    void outsideItsRangeAFormulaIsNotApplicable() {
        Outcome<Double> outcome =
                find("Nelson-Tantawi", wholeFile(3, 2), 0.5, 1).mean();
        assertThat(((Outcome.None<Double>) outcome).reason()).contains("not applicable");
        outcome =
                find("five-column matrix-analytic", availability(2, 2), 0.5, 1).mean();
        assertThat(((Outcome.None<Double>) outcome).reason()).contains("not applicable");
    }

    @Test
    void beyondItsOwnCapacityABoundIsVoid() {
        assertThat(reason("split-merge", wholeFile(3, 2), 1.3)).contains("void");
        assertThat(reason("Joshi-Liu-Soljanin", wholeFile(3, 2), 2)).contains("void");
        assertThat(reason("five-column matrix-analytic", availability(2, 1), 1.62))
                .contains("void");
        assertThat(reason("fast split-merge", availability(2, 1), 2)).contains("unstable");
    }

    @Test
    void theFiveColumnBoundIsTighterThanSplitMerge() {
        double five = value("five-column matrix-analytic", availability(2, 1), 1, 1);
        assertThat(five).isBetween(1.5, value("split-merge", availability(2, 1), 1, 1));
        assertThat(find("five-column matrix-analytic", availability(2, 1), 1, 1).source())
                .contains("Soljanin");
    }

    @Test
    void oneSystemHasOneLiteratureUnderEveryName() {
        List<List<Recovery>> systems = List.of(
                List.of(wholeFile(4, 1), availability(1, 3), oneObject(4, 1)),
                List.of(
                        availability(2, 1),
                        oneObject(3, 2),
                        StorageCode.simplex(2).recovery(0, Decoding.LINEAR)));
        for (List<Recovery> names : systems) {
            List<PublishedResult> first = Literature.about(names.get(0), 0.9, 1);
            for (Recovery name : names) {
                assertThat(Literature.about(name, 0.9, 1)).isEqualTo(first);
            }
        }
    }

    /** Expected: a dense solution of the chain with leads -2, …, 2 and at most 220 requests. */
    @ParameterizedTest
    @CsvSource({"1,1,1,1,1.57852829917", "1,0.5,2,0.7,1.32336582675", "0.4,1,1.2,0.6,1.70850625609"})
    void theFiveColumnBoundHoldsForUnequalServers(
            double gamma, double alpha, double beta, double lambda, double expected) {
        double[] rates = {gamma, alpha, beta};
        SplitMerge splitMerge =
                SplitMerge.of(InOrderSystem.of(availability(2, 1), rates).lowTraffic()::moment);
        double bound = Literature.about(availability(2, 1), rates, splitMerge, lambda).stream()
                .filter(result -> result.name().startsWith("five-column"))
                .findFirst()
                .orElseThrow()
                .mean()
                .value()
                .orElseThrow();
        Bounds exact = InOrderAnalysis.of(InOrderSystem.of(availability(2, 1), rates))
                .at(lambda, new Accuracy(1e-6, 60, 200))
                .mean();
        assertThat(bound)
                .isBetween(
                        exact.upper().value().orElseThrow(),
                        splitMerge.meanDownloadTime(lambda).value().orElseThrow());
        assertThat(bound).isCloseTo(expected, relative(expected, 1e-9));
    }

    @Test
    void otherQueuesAreListedWithTheirQuestionAndApplyWhereTheyAreForkJoin() {
        assertThat(value("redundancy-d, d = n", wholeFile(3, 1), 2, 1)).isEqualTo(1);
        assertThat(reason("redundancy-d, d = n", wholeFile(3, 2), 1)).contains("one of d servers drawn from n");
        assertThat(reason("MDS-Reservation(t)", wholeFile(3, 2), 1)).contains("no redundant jobs");
        double exact = 7; // Flatto and Hahn at 0.8
        assertThat(value("MDS-Violation(1)", wholeFile(2, 2), 0.8, 1))
                .isBetween(value("MDS-Violation(0)", wholeFile(2, 2), 0.8, 1), exact);
        assertThat(value("MDS-Reservation(1)", wholeFile(2, 2), 0.5, 1)).isGreaterThan(11.5 / 4);
    }

    @Test
    void familiesWithoutFormulasHaveNone() {
        Recovery path = GroupRecovery.of(3, new int[][] {{0, 1}, {1, 2}});
        assertThat(Literature.about(path, 0.5, 1)).isEmpty();
        assertThatThrownBy(() -> Literature.about(path, Double.NaN, 1)).hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> Literature.about(path, 1, 0)).hasMessageContaining("service rate");
    }

    @Test
    void redundancyOnAllServersIsASingleFastQueue() {
        double mean = RedundancyD.of(4, 4, 0.5).meanDownloadTime(1.5).value().orElseThrow();
        assertThat(mean).isCloseTo(2, relative(2, FORMULA));
    }

    @Test
    void redundancyOnOneServerIsIndependentQueues() {
        // d = 1: E[T] = sum over i of 1/(n mu - n lambda) = 1/(mu - lambda).
        double mean = RedundancyD.of(5, 1, 1).meanDownloadTime(4).value().orElseThrow();
        assertThat(mean).isCloseTo(5, relative(5, SUMMATION));
    }

    @Test
    void redundancyTwoOnThreeServersIsTheSumOfGardner() {
        double mean = RedundancyD.of(3, 2, 1).meanDownloadTime(1.5).value().orElseThrow();
        double expected = 1 / (2 * 3 - 1.5) + 1 / (3 * 1 - 1.5);
        assertThat(mean).isCloseTo(expected, relative(expected, SUMMATION));
        assertThat(RedundancyD.of(3, 2, 1).meanDownloadTime(3).value()).isEmpty();
        assertThatThrownBy(() -> RedundancyD.of(3, 4, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedundancyD.of(3, 2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static PublishedResult find(String name, Recovery recovery, double arrivalRate, double rate) {
        List<PublishedResult> results = Literature.about(recovery, arrivalRate, rate);
        return results.stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double value(String name, Recovery recovery, double arrivalRate, double rate) {
        return find(name, recovery, arrivalRate, rate).mean().value().orElseThrow();
    }

    private static double mean(Kind kind, String name, Recovery recovery, double arrivalRate, double rate) {
        return Literature.about(recovery, arrivalRate, rate).stream()
                .filter(result -> result.kind() == kind && result.name().equals(name))
                .findFirst()
                .orElseThrow()
                .mean()
                .value()
                .orElseThrow();
    }

    private static String reason(String name, Recovery recovery, double arrivalRate) {
        return ((Outcome.None<Double>) find(name, recovery, arrivalRate, 1).mean()).reason();
    }
}
