package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralArrivalsTest {
    private static final ServiceTime EXPONENTIAL = ServiceTimes.exponential(1);

    @Test
    void replicasOfDifferentObjectsDoNotWaitForEachOther() {
        GeneralArrivals system = system(replication(3, 6), uniform(6), EXPONENTIAL);
        Bounds bounds = system.bounds(9);
        double exact = 1 / (3 - 9 / 6.0);
        assertThat(value(bounds.upper())).isCloseTo(exact, relative(exact, SUMMATION));
        assertThat(value(bounds.lower())).isCloseTo(exact, relative(exact, SUMMATION));
        assertThat(value(system.capacity().lower())).isCloseTo(18, relative(18, SUMMATION));
        assertThat(value(system.capacity().upper())).isCloseTo(18, relative(18, SUMMATION));
    }

    @Test
    void theMostPopularObjectSetsTheCapacityOfReplicas() {
        GeneralArrivals system = system(replication(3, 2), new double[] {0.75, 0.25}, EXPONENTIAL);
        assertThat(value(system.capacity().lower())).isCloseTo(4, relative(4, SUMMATION));
        assertThat(system.verdict(3.9)).isEqualTo(Verdict.STABLE);
        assertThat(system.verdict(4.1)).isEqualTo(Verdict.UNSTABLE);
        assertThat(value(system.bounds(2).upper()))
                .isCloseTo(0.75 / (3 - 1.5) + 0.25 / (3 - 0.5), relative(0.6, SUMMATION));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.45, 1.3})
    void simulatedMeansOfAnMdsCodeLieBetweenTheBounds(double arrivalRate) {
        Bounds bounds = system(mdsObjects(9, 6), uniform(6), EXPONENTIAL).bounds(arrivalRate);
        double simulated = arrivalRate == 0.45 ? 0.78417 : 1.34266;
        assertThat(value(bounds.lower())).isLessThan(simulated);
        assertThat(value(bounds.upper())).isGreaterThan(simulated);
    }

    @Test
    void noMoreRequestsDepartThanCopiesFinish() {
        GeneralArrivals system = system(mdsObjects(9, 6), uniform(6), EXPONENTIAL);
        assertThat(value(system.capacity().lower())).isCloseTo(1.5, relative(1.5, SUMMATION));
        assertThat(value(system.capacity().upper())).isEqualTo(9);
        assertThat(system.verdict(2)).isEqualTo(Verdict.UNDETERMINED);
        assertThat(system.bounds(2).upper()).isInstanceOf(Outcome.None.class);
        assertThat(system.bounds(2).lower().value()).isPresent();
    }

    @Test
    void beyondCapacityThereIsNoBound() {
        GeneralArrivals system = system(mdsObjects(9, 6), uniform(6), EXPONENTIAL);
        Bounds bounds = system.bounds(9);
        assertThat(((Outcome.None<Double>) bounds.lower()).reason()).contains("unstable");
        assertThat(((Outcome.None<Double>) bounds.upper()).reason()).contains("unstable");
    }

    @Test
    void otherServiceLawsKeepTheLowTrafficMeanAndSplitMerge() {
        List<Recovery> overlapping = List.of(
                ThresholdRecovery.anyOf(3, new int[] {0, 1}, 1), ThresholdRecovery.anyOf(3, new int[] {1, 2}, 1));
        GeneralArrivals system = system(overlapping, uniform(2), ServiceTimes.deterministic(1));
        Bounds bounds = system.bounds(0.5);
        assertThat(value(bounds.lower())).isCloseTo(1, relative(1, FORMULA));
        assertThat(value(bounds.upper())).isCloseTo(1.5, relative(1.5, FORMULA));
        assertThat(system.verdict(1.5)).isEqualTo(Verdict.UNDETERMINED);
    }

    @Test
    void infiniteMeansVoidBothBounds() {
        GeneralArrivals system = system(mdsObjects(3, 3), uniform(3), ServiceTimes.pareto(1, 0.2));
        assertThat(system.bounds(1e-3).lower()).isInstanceOf(Outcome.None.class);
        assertThat(system.bounds(1e-3).upper()).isInstanceOf(Outcome.None.class);
        assertThat(value(system.capacity().upper())).isEqualTo(0);
        assertThat(system.verdict(1e-300)).isEqualTo(Verdict.UNSTABLE);
    }

    /** Its least blocking sets have four servers, and four Pareto times of index 1.9 are all long with index 7.6. */
    @Test
    void heavyTailsVoidNothingThatTheFaultToleranceOfALargeCodeAbsorbs() {
        GeneralArrivals system = GeneralArrivals.of(
                StorageCode.lrc(24, 2, 2),
                Decoding.LINEAR,
                Popularity.uniform(),
                ServiceTimes.pareto(1, 1.9),
                new RandomStreams(1));
        assertThat(system.lowTraffic().moment(3).value()).isPresent();
        Bounds capacity = system.capacity();
        // Each request costs the first of four copies: four servers work for at least 7.6 / 6.6 together, 24 objects.
        assertThat(capacity.upper().value().orElseThrow())
                .isCloseTo(24 * 4 * 6.6 / 7.6, relative(24 * 4 * 6.6 / 7.6, SUMMATION));
        assertThat(capacity.lower().value().orElseThrow())
                .isLessThan(capacity.upper().value().orElseThrow());
        assertThat(system.bounds(0.01).upper().value()).isPresent();
    }

    @Test
    void objectsThatNobodyAsksForDoNotCount() {
        Recovery slow = ThresholdRecovery.anyOf(4, new int[] {0}, 1);
        Recovery fast = ThresholdRecovery.anyOf(4, new int[] {1, 2, 3}, 1);
        GeneralArrivals system = system(List.of(slow, fast), new double[] {0, 1}, EXPONENTIAL);
        assertThat(value(system.lowTraffic().mean())).isCloseTo(1.0 / 3, relative(1, FORMULA));
        assertThat(value(system.capacity().upper())).isEqualTo(3);
    }

    @Test
    void objectsThatMeetThroughOthersAreOneBlock() {
        List<Recovery> chain = List.of(
                GroupRecovery.of(5, new int[][] {{0, 1}}),
                GroupRecovery.of(5, new int[][] {{2, 3}}),
                GroupRecovery.of(5, new int[][] {{4}}),
                GroupRecovery.of(5, new int[][] {{1, 2}}));
        assertThat(ServerBlocks.of(chain)).containsExactlyInAnyOrder(List.of(0, 1, 3), List.of(2));
    }

    @Test
    void badDemandIsRefused() {
        assertThatThrownBy(() -> system(mdsObjects(3, 2), new double[] {1}, EXPONENTIAL))
                .hasMessageContaining("2 objects");
        assertThatThrownBy(() -> system(mdsObjects(3, 2), new double[] {0.5, 0.6}, EXPONENTIAL))
                .hasMessageContaining("1");
        assertThatThrownBy(() -> system(mdsObjects(3, 2), new double[] {1.5, -0.5}, EXPONENTIAL))
                .isInstanceOf(IllegalArgumentException.class);
        List<Recovery> mixed = List.of(Recoveries.wholeFile(2, 1), Recoveries.wholeFile(3, 1));
        assertThatThrownBy(() -> system(mixed, uniform(2), EXPONENTIAL)).hasMessageContaining("servers");
        GeneralArrivals system = system(mdsObjects(3, 2), uniform(2), EXPONENTIAL);
        assertThatThrownBy(() -> system.bounds(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static GeneralArrivals system(List<Recovery> objects, double[] popularity, ServiceTime service) {
        return GeneralArrivals.of(objects, popularity, service, new RandomStreams(1));
    }

    private static double[] uniform(int objects) {
        return Collections.nCopies(objects, 1.0 / objects).stream()
                .mapToDouble(p -> p)
                .toArray();
    }

    private static List<Recovery> replication(int copies, int objects) {
        List<Recovery> all = new ArrayList<>();
        for (int o = 0; o < objects; o++) {
            int[] servers = IntStream.range(o * copies, (o + 1) * copies).toArray();
            all.add(ThresholdRecovery.anyOf(copies * objects, servers, 1));
        }
        return all;
    }

    private static List<Recovery> mdsObjects(int n, int k) {
        List<Recovery> all = new ArrayList<>();
        for (int o = 0; o < k; o++) {
            int object = o;
            int[] others = IntStream.range(0, n).filter(j -> j != object).toArray();
            all.add(
                    n > k
                            ? ThresholdRecovery.systematicOrAnyOf(n, o, others, k)
                            : ThresholdRecovery.anyOf(n, new int[] {o}, 1));
        }
        return all;
    }

    private static double value(Outcome<Double> outcome) {
        return outcome.value().orElseThrow();
    }

    /** lrc(20,1,9) is MDS: its low-traffic mean is 20/30 for every object, which the bounds enclose. */
    @Test
    void boundsFromEstimatedProfilesTakeTheFarEndsOfTheirIntervalsAndSaySo() {
        Recovery object = StorageCode.lrc(20, 1, 9).recovery(0, Decoding.LINEAR);
        GeneralArrivals system =
                GeneralArrivals.of(List.of(object), new double[] {1}, EXPONENTIAL, new RandomStreams(1));
        Bounds bounds = system.bounds(1e-6);
        Estimate alone = system.lowTraffic().momentEstimate(1).value().orElseThrow();
        assertThat(alone.halfWidth()).isPositive();
        assertThat(bounds.lower().value().orElseThrow())
                .isEqualTo(alone.lower())
                .isLessThan(2.0 / 3);
        assertThat(bounds.upper().value().orElseThrow()).isGreaterThan(2.0 / 3).isGreaterThan(alone.upper());
        assertThat(bounds.lower().method()).isEqualTo("low traffic, 95 % limit of an estimated recovery profile");
        assertThat(bounds.upper().method())
                .isEqualTo("split-merge per block, 95 % limit of an estimated recovery profile");
        assertThat(system.capacity().lower().value().orElseThrow()).isLessThan(1.5);
        assertThat(system.capacity().lower().method()).contains("95 % limit");
    }
}
