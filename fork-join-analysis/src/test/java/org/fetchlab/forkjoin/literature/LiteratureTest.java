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
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
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
