package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.RoutingPolicy.BatchSampling;
import org.fetchlab.model.policy.RoutingPolicy.JoinIdleQueue;
import org.fetchlab.model.policy.RoutingPolicy.JoinShortestQueue;
import org.fetchlab.model.policy.RoutingPolicy.PowerOfD;
import org.fetchlab.model.policy.RoutingPolicy.Random;
import org.fetchlab.model.policy.RoutingPolicy.RedundantKilling;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.Runs;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Systems whose files are on servers of their own, as many as each has. Exact means lie inside the 99.9 % intervals of the runs:
 * fixed seeds, false-alarm rate 1/1000 for each.
 */
class PlacementTableTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final Placement SYMMETRIC = Placement.symmetric(Sampling.DISTINCT);
    /** The mean time in the system of two servers with the shortest queue joined, at load 0.5. */
    private static final double SHORTER_OF_TWO = 1.4263207512;
    /** That of M/M/1 at load 1/3. */
    private static final double ALONE = 1.5;

    /** Three quarters of the requests ask servers 0 and 1, the others server 2. At rate 4/3 the loads are 1/2 and 1/3. */
    private static final Placement PAIR_AND_SINGLE =
            Placement.table(new int[][] {{0, 1}, {2}}, new double[] {0.75, 0.25});

    private static final double PER_SERVER = 4.0 / 9;

    private static Placement oneFileOn(int servers) {
        return Placement.table(new int[][] {IntStream.range(0, servers).toArray()}, new double[] {1});
    }

    static List<RoutingPolicy> everyPolicy() {
        return List.of(
                new Random(),
                new PowerOfD(2),
                new JoinShortestQueue(),
                new JoinIdleQueue(),
                new BatchSampling(3, 1),
                new RedundantKilling(2, 1));
    }

    /** Loads 0.6, 0.36 and 0.24. */
    @ParameterizedTest
    @MethodSource("everyPolicy")
    void filesOnOneServerEachAreIndependentQueues(RoutingPolicy policy) {
        double[] popularity = {0.5, 0.3, 0.2};
        Placement table = Placement.table(new int[][] {{0}, {1}, {2}}, popularity);
        double exact = Arrays.stream(popularity)
                .map(share -> share / (1 - 1.2 * share))
                .sum();
        RoutedSystem system = RoutedSystem.of(policy, table, 3, 0.4, UNIT);
        OwnInterval.assertCovers(Runs.mean(system, 400_000), exact, 0.05);
    }

    static Stream<RoutingPolicy> shorterOfTwo() {
        return Stream.of(new JoinShortestQueue(), new PowerOfD(2), new PowerOfD(7), new BatchSampling(2, 1));
    }

    /** Files with different numbers of servers, also for queue lengths alone: by Little's law from the same times. */
    @ParameterizedTest
    @MethodSource("shorterOfTwo")
    void aFileOnTwoServersJoinsTheShorterQueueAndOneOnASingleServerThatOne(RoutingPolicy policy) {
        double exact = 0.75 * SHORTER_OF_TWO + 0.25 * ALONE;
        RoutedSystem system = RoutedSystem.of(policy, PAIR_AND_SINGLE, 3, PER_SERVER, UNIT);
        OwnInterval.assertCovers(Runs.mean(system, 400_000), exact, 0.03);
        OccupancySystem queues = OccupancySystem.of(new OccupancyModel(policy, PAIR_AND_SINGLE, 3, PER_SERVER, 1));
        OwnInterval.assertCovers(Runs.mean(queues, 400_000), PER_SERVER * exact, 0.05);
    }

    @Test
    void randomRoutingReadsAFileFromAnyOfItsServers() {
        RoutedSystem system = RoutedSystem.of(new Random(), PAIR_AND_SINGLE, 3, PER_SERVER, UNIT);
        OwnInterval.assertCovers(Runs.mean(system, 400_000), 0.75 * 2 + 0.25 * ALONE, 0.05);
    }

    /** Copies at both servers are one server of rate 2. */
    @Test
    void killingSendsNoMoreCopiesThanAFileHasServers() {
        for (RoutingPolicy policy : List.of(new RedundantKilling(2, 1), new RedundantKilling(5, 1))) {
            RoutedSystem system = RoutedSystem.of(policy, PAIR_AND_SINGLE, 3, PER_SERVER, UNIT);
            OwnInterval.assertCovers(Runs.mean(system, 400_000), 0.75 * 1 + 0.25 * ALONE, 0.05);
        }
    }

    /** An idle one of two servers, or either: a birth-death process on pairs of lengths, solved on 60 × 60 states. */
    @Test
    void joiningAnIdleServerOfTheFile() {
        double exact = 0.75 * idleOfTwo(1) + 0.25 * ALONE;
        RoutedSystem system = RoutedSystem.of(new JoinIdleQueue(), PAIR_AND_SINGLE, 3, PER_SERVER, UNIT);
        OwnInterval.assertCovers(Runs.mean(system, 400_000), exact, 0.03);
        OccupancySystem queues =
                OccupancySystem.of(new OccupancyModel(new JoinIdleQueue(), PAIR_AND_SINGLE, 3, PER_SERVER, 1));
        OwnInterval.assertCovers(Runs.mean(queues, 400_000), PER_SERVER * exact, 0.05);
    }

    /** The mean time in the system of two servers of rate 1, by power iteration of the uniformised chain and Little's law. */
    private static double idleOfTwo(double rate) {
        int size = 60;
        double[][] state = new double[size][size];
        state[0][0] = 1;
        for (int step = 0; step < 4000; step++) {
            double[][] next = new double[size][size];
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    double mass = state[i][j] / (rate + 2);
                    boolean isOneIdle = (i == 0) != (j == 0);
                    double first = isOneIdle ? (i == 0 ? 1 : 0) : 0.5;
                    next[Math.min(i + 1, size - 1)][j] += mass * rate * first;
                    next[i][Math.min(j + 1, size - 1)] += mass * rate * (1 - first);
                    next[Math.max(i - 1, 0)][j] += mass;
                    next[i][Math.max(j - 1, 0)] += mass;
                }
            }
            state = next;
        }
        double jobs = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                jobs += (i + j) * state[i][j];
            }
        }
        return jobs / rate;
    }

    static Stream<RoutingPolicy> samplingPolicies() {
        return Stream.of(new BatchSampling(3, 2), new BatchSampling(4, 4), new PowerOfD(3), new RedundantKilling(3, 2));
    }

    /** A file on all four servers: the same draws, so the same paths. */
    @ParameterizedTest
    @MethodSource("samplingPolicies")
    void theSymmetricPlacementAsATableHasTheSamePaths(RoutingPolicy policy) {
        assertThat(downloads(RoutedSystem.of(policy, oneFileOn(4), 4, 0.3, UNIT)))
                .isEqualTo(downloads(RoutedSystem.of(policy, SYMMETRIC, 4, 0.3, UNIT)));
    }

    private static double[] downloads(RoutedSystem system) {
        SamplePath path = system.path(new RandomStreams(3), 0);
        DownloadRecorder recorder = new DownloadRecorder(1);
        return IntStream.range(0, 3000)
                .mapToDouble(i -> {
                    path.advance(1, recorder);
                    return recorder.batches().mean();
                })
                .toArray();
    }

    /** All six pairs of four servers, listed one by one, and for policies that look at all servers all of them. */
    @Test
    void theSymmetricPlacementListedExplicitlyHasTheSameMeans() {
        int[][] pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        double[] alike = new double[6];
        Arrays.fill(alike, 1.0 / 6);
        assertAlike(new PowerOfD(2), Placement.table(pairs, alike));
        assertAlike(new BatchSampling(2, 2), Placement.table(pairs, alike));
        assertAlike(new JoinShortestQueue(), oneFileOn(4));
        assertAlike(new JoinIdleQueue(), oneFileOn(4));
    }

    private static void assertAlike(RoutingPolicy policy, Placement table) {
        double rate = 0.7 / BatchChoice.pieces(policy);
        Estimate listed = mean(policy, table, rate);
        Estimate symmetric = mean(policy, SYMMETRIC, rate);
        assertThat(Math.hypot(listed.halfWidth(), symmetric.halfWidth())).isLessThan(0.04 * symmetric.value());
        assertThat(Math.abs(listed.value() - symmetric.value()))
                .as("%s and %s under %s", listed, symmetric, policy.spec())
                .isLessThan(Math.hypot(listed.halfWidth(), symmetric.halfWidth()));
    }

    /** The two systems draw from streams of the same seed, but differently: independent for practical purposes. */
    private static Estimate mean(RoutingPolicy policy, Placement placement, double rate) {
        return OwnInterval.of(Runs.mean(RoutedSystem.of(policy, placement, 4, rate, UNIT), 400_000), 32);
    }
}
