package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.forkjoin.inorder.Brackets.analysis;
import static org.fetchlab.forkjoin.inorder.Brackets.lower;
import static org.fetchlab.forkjoin.inorder.Brackets.upper;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.ArrayList;
import java.util.List;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.FastSplitMerge;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InOrderBoundsTest {
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
    @CsvSource({"2,1,1.2,25", "2,1,1.45,25", "2,2,1.8,10", "2,3,1.2,6", "3,2,0.9,4", "1,3,2.5,5"})
    void bracketsNestAsTheLeadLimitGrows(int r, int t, double arrivalRate, int mostLead) {
        double lower = 0;
        double upper = Double.POSITIVE_INFINITY;
        double capacityLower = 0;
        double capacityUpper = Double.POSITIVE_INFINITY;
        for (int lead = 1; lead <= mostLead; lead++) {
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
    void betweenTheCapacitiesTheVerdictIsOpenAndTheUpperBoundVoid() {
        InOrderResult result = analysis(availability(2, 1)).withLeads(1.64, 2, 10);
        assertThat(result.verdict()).isEqualTo(Verdict.UNDETERMINED);
        assertThat(result.mean().lower().value()).isPresent();
        assertThat(((Outcome.None<Double>) result.mean().upper()).reason()).contains("void");
        assertThat(result.downloadTime().survival(1).lower().value()).isPresent();
        assertThat(result.downloadTime().survival(1).upper().value()).isEmpty();
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
}
