package org.fetchlab.forkjoin.literature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import org.fetchlab.forkjoin.Recoveries;
import org.fetchlab.forkjoin.literature.PublishedResult.Kind;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.forkjoin.mg1.SplitMerge;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.StatisticalAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MdsQueueTest {
    /** More batches than ever wait: no restriction. */
    private static final int ENDLESS = Integer.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({"1,0.5", "3,2.1", "6,5.5"})
    void singleJobsAreTheQueueMMnUnderEveryPolicy(int n, double arrivalRate) {
        double blocking = 1;
        for (int c = 1; c <= n; c++) {
            blocking = arrivalRate * blocking / (c + arrivalRate * blocking);
        }
        double waiting = blocking / (1 - arrivalRate / n * (1 - blocking));
        double mean = 1 + waiting / (n - arrivalRate);
        MdsQueue queue = MdsQueue.of(n, 1, 1);
        for (int t = 0; t <= 3; t++) {
            assertThat(value(queue.reservation(t, arrivalRate))).isCloseTo(mean, relative(mean, ITERATION));
            assertThat(value(queue.violation(t, arrivalRate))).isCloseTo(mean, relative(mean, ITERATION));
        }
    }

    @Test
    void reservingAllServersIsSplitMerge() {
        LowTrafficTime all =
                LowTrafficTime.of(Recoveries.wholeFile(4, 4), ServiceTimes.exponential(2), new RandomStreams(1));
        double expected = value(SplitMerge.of(all).meanDownloadTime(0.6));
        assertThat(value(MdsQueue.of(4, 4, 2).reservation(0, 0.6))).isCloseTo(expected, relative(1, ITERATION));
    }

    /** With n = k every server serves every batch in order: the fork-join queue, known exactly for two servers. */
    @Test
    void twoJobsOnTwoServersTendToFlattoAndHahn() {
        MdsQueue queue = MdsQueue.of(2, 2, 1);
        double exact = WholeFile.flattoHahn(0.5, 1);
        assertThat(value(queue.reservation(30, 0.5))).isCloseTo(exact, relative(exact, 1e-6));
        assertThat(value(queue.violation(30, 0.5))).isCloseTo(exact, relative(exact, 1e-6));
    }

    @ParameterizedTest
    @CsvSource({"5,2,0.5", "5,2,1.5", "6,3,0.5", "6,3,1.1", "4,3,0.7", "3,3,0.4", "4,2,0.9"})
    void boundsAreNestedAndOrdered(int n, int k, double arrivalRate) {
        MdsQueue queue = MdsQueue.of(n, k, 1);
        double lower = WholeFile.harmonic(k);
        double upper = Double.POSITIVE_INFINITY;
        for (int t = 0; t <= 2; t++) {
            double violation = value(queue.violation(t, arrivalRate));
            double reservation = value(queue.reservation(t, arrivalRate));
            assertThat(violation).isGreaterThan(lower).isLessThan(reservation);
            assertThat(reservation).isLessThan(upper);
            lower = violation;
            upper = reservation;
        }
    }

    /** 100 000 batches in batch means; false-alarm rate 1e-6 each, a bias of 3 % is caught. */
    @ParameterizedTest
    @CsvSource({"5,2,1.5,0", "5,2,1.5,1", "4,3,0.8,1", "4,3,0.8,2", "3,3,0.5,2", "5,3,1,3"})
    void simulatedPoliciesHaveTheseMeans(int n, int k, double arrivalRate, int t) {
        MdsQueue queue = MdsQueue.of(n, k, 1);
        StatisticalAssertions.assertCovers(
                SimulatedMdsQueue.mean(n, k, t, false, arrivalRate),
                value(queue.reservation(t, arrivalRate)),
                0.02,
                RARE);
        StatisticalAssertions.assertCovers(
                SimulatedMdsQueue.mean(n, k, t, true, arrivalRate), value(queue.violation(t, arrivalRate)), 0.02, RARE);
    }

    /** Half widths of 95 %, widened to five standard errors: false-alarm rate 3e-7 on each side. */
    @ParameterizedTest
    @CsvSource({"5,2,1.5,1", "4,3,0.8,2", "3,3,0.5,3", "10,5,1.4,1", "4,2,1.4,2"})
    void theSimulatedQueueLiesBetween(int n, int k, double arrivalRate, int t) {
        Estimate simulated = SimulatedMdsQueue.mean(n, k, ENDLESS, false, arrivalRate);
        double slack = 5 / 1.96 * simulated.halfWidth();
        MdsQueue queue = MdsQueue.of(n, k, 1);
        assertThat(simulated.value())
                .isGreaterThan(value(queue.violation(t, arrivalRate)) - slack)
                .isLessThan(value(queue.reservation(t, arrivalRate)) + slack);
    }

    @Test
    void timeScalesWithTheServiceRate() {
        double slow = value(MdsQueue.of(4, 3, 1).reservation(2, 0.8));
        assertThat(value(MdsQueue.of(4, 3, 2).reservation(2, 1.6))).isCloseTo(slow / 2, relative(slow, ITERATION));
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.5, 3})
    void atCapacityTheLowerBoundIsVoidToo(double arrivalRate) {
        MdsQueue queue = MdsQueue.of(5, 2, 1);
        for (int t = 0; t <= 2; t++) {
            assertThat(reason(queue.violation(t, arrivalRate))).contains("not below nμ/k = 2.5");
            assertThat(reason(queue.reservation(t, arrivalRate))).contains("void");
            assertThat(queue.violation(t, 2.49).value()).isPresent();
        }
    }

    /** Three jobs on three servers: capacity 6/11 with all reserved, more with each further batch in the head. */
    @Test
    void capacityUnderReservationGrowsWithTheHead() {
        MdsQueue queue = MdsQueue.of(3, 3, 1);
        assertThat(queue.reservation(0, 0.545).value()).isPresent();
        assertThat(reason(queue.reservation(0, 0.546))).contains("void: unstable");
        assertThat(queue.reservation(1, 0.546).value()).isPresent();
        assertThat(reason(queue.reservation(1, 0.75))).contains("void: unstable");
        assertThat(queue.reservation(3, 0.75).value()).isPresent();
    }

    @Test
    void theRegistryListsLowerAndUpperBoundsUpToT() {
        List<PublishedResult> results = MdsQueue.of(4, 3, 1).bounds(1, 0.8);
        assertThat(results)
                .extracting(PublishedResult::name)
                .containsExactly("MDS-Violation(0)", "MDS-Violation(1)", "MDS-Reservation(0)", "MDS-Reservation(1)");
        assertThat(results)
                .extracting(PublishedResult::kind)
                .containsExactly(Kind.LOWER, Kind.LOWER, Kind.UPPER, Kind.UPPER);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.validity()).contains("no redundant jobs");
            assertThat(result.source()).contains("Lee");
        });
        assertThat(results.get(3).mean()).isEqualTo(MdsQueue.of(4, 3, 1).reservation(1, 0.8));
    }

    @Test
    void chainsTooLargeAreRefusedWithTheReason() {
        assertThat(reason(MdsQueue.of(10, 8, 1).reservation(6, 0.1))).contains("1000 phases");
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> MdsQueue.of(3, 4, 1)).hasMessageContaining("k = 4");
        assertThatThrownBy(() -> MdsQueue.of(3, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MdsQueue.of(3, 2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MdsQueue.of(3, 2, 1).violation(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MdsQueue.of(3, 2, 1).reservation(-1, 1)).hasMessageContaining("t = -1");
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }

    private static String reason(Outcome<Double> outcome) {
        return ((Outcome.None<Double>) outcome).reason();
    }
}
