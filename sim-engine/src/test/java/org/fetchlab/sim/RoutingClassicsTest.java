package org.fetchlab.sim;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Systems of n servers whose exact means are known lie inside the 99.9 % intervals of their own runs: fixed seeds, false-alarm
 * rate 1/1000 for each.
 */
class RoutingClassicsTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final Placement DISTINCT = Placement.symmetric(Sampling.DISTINCT);
    private static final Placement WITH_REPLACEMENT = Placement.symmetric(Sampling.WITH_REPLACEMENT);
    private static final RoutingPolicy RANDOM = new RoutingPolicy.Random();
    private static final RoutingPolicy SHORTEST = new RoutingPolicy.JoinShortestQueue();
    private static final RoutingPolicy SHORTER_OF_TWO = new RoutingPolicy.PowerOfD(2);

    private static Classic downloads(
            RoutingPolicy policy,
            Placement placement,
            int n,
            double load,
            ServiceTime law,
            double mean,
            long requests) {
        return new Classic(
                "download time of " + policy.spec() + ", n = " + n + ", load " + load + ", " + law.spec(),
                RoutedSystem.of(
                        policy, placement, n, load / law.moment(1).value().orElseThrow(), law),
                mean,
                requests);
    }

    private static Classic downloads(RoutingPolicy policy, int n, double load, double mean, long requests) {
        return downloads(policy, DISTINCT, n, load, UNIT, mean, requests);
    }

    private static Classic queues(RoutingPolicy policy, int n, double load, double mean, long requests) {
        return new Classic(
                "queue length of " + policy.spec() + ", n = " + n + ", load " + load,
                OccupancySystem.of(OccupancyModel.of(policy, n, load)),
                mean,
                requests);
    }

    /** What the requests of an M/M/1 queue need: their variance grows like the fourth power of 1 / (1 - ρ). */
    private static long mm1Requests(double load) {
        return Math.round(25_000 / (1 - load) / (1 - load));
    }

    /** M/M/1, M/D/1 and M/G/1 at every server. */
    static Stream<Classic> randomRouting() {
        Stream<Classic> everyLaw = Classic.everyKindOfLaw().map(law -> singleServer(RANDOM, 10, 0.7, law));
        return Stream.concat(
                everyLaw, DoubleStream.of(0.3, 0.5, 0.7).boxed().flatMap(RoutingClassicsTest::randomRouting));
    }

    private static Stream<Classic> randomRouting(double load) {
        return Stream.of(
                singleServer(RANDOM, 1, load, UNIT),
                singleServer(RANDOM, 1, load, ServiceTimes.deterministic(1)),
                queues(RANDOM, 1, load, load / (1 - load), mm1Requests(load)),
                queues(RANDOM, 10, load, load / (1 - load), mm1Requests(load)));
    }

    /** Whatever the policy, one server is one server. */
    static Stream<Classic> oneServer() {
        ServiceTime law = ServiceTimes.deterministic(1);
        return Stream.of(
                singleServer(new RoutingPolicy.PowerOfD(1), 1, 0.7, law),
                singleServer(new RoutingPolicy.BatchSampling(1, 1), 1, 0.7, law),
                singleServer(SHORTEST, 1, 0.7, law),
                singleServer(new RoutingPolicy.JoinIdleQueue(), 1, 0.7, law),
                singleServer(new RoutingPolicy.RedundantKilling(1, 1), 1, 0.7, law));
    }

    private static Classic singleServer(RoutingPolicy policy, int n, double load, ServiceTime law) {
        double mean =
                ExactMeans.firstComeFirstServed(load / law.moment(1).value().orElseThrow(), law);
        long requests = Math.round(mm1Requests(load) * Classic.variability(law));
        return downloads(policy, DISTINCT, n, load, law, mean, requests);
    }

    /** The exact mean times in the system of the shorter of two queues. */
    static Stream<Classic> shorterOfTwoQueues() {
        double[][] times = {{0.5, 1.4263207512}, {0.7, 2.1081972740}, {0.9, 5.4749128212}};
        return Arrays.stream(times).flatMap(row -> shorterOfTwoQueues(row[0], row[1]));
    }

    private static Stream<Classic> shorterOfTwoQueues(double load, double time) {
        long requests = 2 * mm1Requests(load);
        return Stream.of(
                downloads(SHORTEST, 2, load, time, requests),
                downloads(SHORTER_OF_TWO, 2, load, time, requests),
                queues(SHORTEST, 2, load, time * load, requests),
                queues(SHORTER_OF_TWO, 2, load, time * load, requests),
                queues(new RoutingPolicy.BatchSampling(2, 1), 2, load, time * load, requests));
    }

    static Stream<Classic> redundancy() {
        double[][] systems = {{2, 2, 0.5}, {5, 2, 0.5}, {5, 2, 0.8}, {10, 3, 0.7}, {10, 10, 0.6}, {20, 2, 0.9}};
        return Arrays.stream(systems).map(row -> redundancy((int) row[0], (int) row[1], row[2]));
    }

    private static Classic redundancy(int n, int d, double load) {
        RoutingPolicy policy = new RoutingPolicy.RedundantKilling(d, 1);
        return downloads(policy, n, load, ExactMeans.redundancy(n, d, load), mm1Requests(load));
    }

    static Stream<Classic> twoWayForkJoin() {
        return DoubleStream.of(0.3, 0.5, 0.7).mapToObj(RoutingClassicsTest::twoWayForkJoin);
    }

    private static Classic twoWayForkJoin(double load) {
        return new Classic(
                "two-way fork-join as batch sampling, load " + load,
                RoutedSystem.of(new RoutingPolicy.BatchSampling(2, 2), DISTINCT, 2, load / 2, UNIT),
                ExactMeans.twoWayForkJoin(load),
                mm1Requests(load));
    }

    /** The published mean queues of the supermarket model, two servers sampled with replacement, by Little's law. */
    static Stream<Classic> supermarket() {
        double[][] queues = {{10, 0.9, 2.8003}, {20, 0.9, 2.5662}, {10, 0.7, 1.2193}, {20, 0.7, 1.1737}};
        return Arrays.stream(queues).map(row -> supermarket((int) row[0], row[1], row[2]));
    }

    private static Classic supermarket(int n, double load, double queue) {
        return downloads(SHORTER_OF_TWO, WITH_REPLACEMENT, n, load, UNIT, queue / load, mm1Requests(load));
    }

    private static Stream<Classic> heavyLoad() {
        return Stream.concat(randomRouting(0.9), Stream.of(twoWayForkJoin(0.9)));
    }

    static Stream<Classic> all() {
        return Stream.of(
                        randomRouting(),
                        oneServer(),
                        shorterOfTwoQueues(),
                        redundancy(),
                        twoWayForkJoin(),
                        supermarket(),
                        heavyLoad())
                .flatMap(classics -> classics);
    }

    @ParameterizedTest
    @MethodSource("randomRouting")
    void randomRoutingIsAnMG1QueueAtEveryServerForEveryLaw(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("oneServer")
    void everyPolicyIsTheSameOnOneServer(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("shorterOfTwoQueues")
    void twoServersWithJoinTheShortestQueueHaveTheExactMeanTime(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("redundancy")
    void killingAtTheFirstCopyHasTheExactMeanOfRedundancyD(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("twoWayForkJoin")
    void allServersAskedIsForkJoin(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("supermarket")
    void samplingTwoServersWithReplacementHasThePublishedMean(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("all")
    void longRunsHaveTheExactMean(Classic classic) {
        classic.longRunCoversTheExactMean();
    }
}
