package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertAgree;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;
import static org.fetchlab.sim.Runs.mean;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.Runs;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancyStatistics;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Download times under a little centralization, against exact results, its chain of queue lengths and its limit. */
class CentralizedDownloadTest {
    private static final Execution EXECUTION = Execution.threads(1);

    private static RoutedSystem system(int servers, double load, double share) {
        return RoutedSystem.of(
                new RoutingPolicy.Centralized(share),
                Placement.symmetric(Sampling.DISTINCT),
                servers,
                load,
                ServiceTimes.exponential(1));
    }

    private static ExperimentResult run(int servers, double load, double share, long requests) {
        return Runs.run(system(servers, load, share), requests);
    }

    private static RoutingStatistics statistics(ExperimentResult result) {
        return RoutingStatistics.of(result).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "10, 0.7"})
    void withoutACentralServerEveryServerIsAnMM1Queue(int servers, double load) {
        ExperimentResult result = run(servers, load, 0, 1_000_000);
        OwnInterval.assertCovers(mean(result), 1 / (1 - load), 0.05);
        RoutingStatistics statistics = statistics(result);
        assertCovers(statistics.utilization(), load, 0.01, RARE);
        assertCovers(statistics.meanQueue().orElseThrow(), load / (1 - load), 0.05, RARE);
        for (int level = 1; level <= 6; level++) {
            assertCovers(statistics.tails().get(level), Math.pow(load, level), 0.2, RARE);
        }
    }

    @Test
    void withoutACentralServerDownloadTimesAreExponential() {
        ExperimentPlan plan =
                ExperimentPlan.of(new StoppingRule.Requests(1_000_000)).withPercentiles(List.of(50.0, 99.0));
        ExperimentResult result = Experiment.run(system(10, 0.5, 0), plan, EXECUTION);
        assertThat(result.percentile(50.0).value().orElseThrow().value()).isCloseTo(2 * Math.log(2), within(0.015));
        assertThat(result.percentile(99.0).value().orElseThrow().value()).isCloseTo(2 * Math.log(100), within(0.1));
    }

    /** One server gets all services, whoever gives them. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1})
    void oneServerIsAnMM1QueueForEveryShare(double share) {
        OwnInterval.assertCovers(mean(run(1, 0.7, share, 1_000_000)), 1 / (1 - 0.7), 0.05);
    }

    /** The central server alone: the number of jobs is that of M/M/1 with rates nλ and n. */
    @Test
    void aCentralServerAloneMakesOneFastQueue() {
        OwnInterval.assertCovers(mean(run(10, 0.7, 1, 1_000_000)), 1 / (10 * (1 - 0.7)), 0.05);
    }

    /** The job's own server and the central one: rates 1-p and np. Ten million services would be lost between two jobs. */
    @Test
    void aLoneJobHasTwoServersHoweverRareJobsAre() {
        OwnInterval.assertCovers(mean(run(10, 1e-7, 0.3, 100_000)), 1 / (0.7 + 10 * 0.3), 0.02);
    }

    @ParameterizedTest
    @CsvSource({"2, 0.7, 0.5", "10, 0.8, 0.2", "50, 0.9, 0.05"})
    void queuesAreThoseOfTheChainOfQueueLengths(int servers, double load, double share) {
        OccupancyModel model = OccupancyModel.of(new RoutingPolicy.Centralized(share), servers, load);
        ExperimentPlan plan =
                ExperimentPlan.of(new StoppingRule.Requests(3_000_000)).withSeed(2);
        OccupancyStatistics chain = OccupancyStatistics.of(Experiment.run(OccupancySystem.of(model), plan, EXECUTION))
                .orElseThrow();
        ExperimentResult result = run(servers, load, share, 1_000_000);
        RoutingStatistics statistics = statistics(result);
        Estimate chainQueue = chain.meanQueue();
        assertAgree(statistics.meanQueue().orElseThrow(), chainQueue, RARE);
        assertThat(mean(result).value()).isCloseTo(chainQueue.value() / load, within(0.03 * chainQueue.value() / load));
        for (int level = 1; level <= 4; level++) {
            assertAgree(statistics.tails().get(level), chain.tails().get(level), RARE);
        }
        assertAgree(statistics.utilization(), chain.tails().get(1), RARE);
    }

    @Test
    void moreCentralizationMakesDownloadsFaster() {
        double none = mean(run(50, 0.8, 0, 300_000)).value();
        double little = mean(run(50, 0.8, 0.05, 300_000)).value();
        double half = mean(run(50, 0.8, 0.5, 300_000)).value();
        assertThat(little).isLessThan(none / 1.3);
        assertThat(half).isLessThan(little / 1.3);
    }

    static Stream<ReferenceTable.Row> fixedPoints() {
        return ReferenceTable.read("centralization_fixed_point.csv").rows();
    }

    static Stream<ReferenceTable.Row> oneFixedPoint() {
        return fixedPoints().filter(row -> row.number("lambda") == 0.7);
    }

    static Stream<ReferenceTable.Row> moderateFixedPoints() {
        return fixedPoints().filter(row -> row.number("lambda") <= 0.9);
    }

    /** Little's law turns the mean queue of the invariant state into the mean download time. */
    private static void assertLimit(ReferenceTable.Row row, int servers, long requests) {
        double load = row.number("lambda");
        ExperimentResult result = Experiment.run(
                system(servers, load, row.number("p")),
                ExperimentPlan.of(new StoppingRule.Requests(requests)).withReplications(8),
                EXECUTION);
        double limit = row.number("mean_queue") / load;
        assertNear(mean(result).value(), limit);
        assertNear(statistics(result).utilization().value(), row.number("s1"));
    }

    /** Within 1 %, or 0.001 of 0. */
    private static void assertNear(double value, double limit) {
        assertThat(value).isCloseTo(limit, within(limit > 0 ? 0.01 * limit : 1e-3));
    }

    @ParameterizedTest
    @MethodSource("oneFixedPoint")
    void aThousandServersAtModerateLoadAreNearTheirLimit(ReferenceTable.Row row) {
        assertLimit(row, 1000, 4_000_000);
    }

    static Stream<ReferenceTable.Row> aHeavyFixedPoint() {
        return fixedPoints().filter(row -> row.number("lambda") == 0.99 && row.number("p") == 0.05);
    }

    /**
     * The plain average: of 10 000 servers for 46 relaxation times τ = 1/((1-λ)p) = 2000, after five from empty queues. The mean queue is an
     * Ornstein-Uhlenbeck process with variance τ/n, so that the standard error is τ√(2/(nT)) = 0.093, and a 99 % interval is
     * 1 % wide to each side. The limit is 0.04 % short for so many servers. False-alarm rate 1e-2.
     *
     * <p>Given its tail at level 20 the mean is known better: s_20 is that of the limit on average, for every n, since all flows
     * across a level are in balance, and the slope between the two along the invariant states of neighbouring loads leaves 3 % of
     * the variance. That says nothing of the load that was simulated. False-alarm rate 1e-6.
     */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("aHeavyFixedPoint")
    void tenThousandServersNearTheirCapacityAreWithinOnePercentOfTheirLimit(ReferenceTable.Row row) {
        int level = 20;
        double load = row.number("lambda");
        double share = row.number("p");
        double[] less = invariantState(load - 1e-4, share);
        double[] more = invariantState(load + 1e-4, share);
        double slope = (queue(more) - queue(less)) / (more[level] - less[level]) / load;
        List<double[]> paths = IntStream.range(0, 2)
                .parallel()
                .mapToObj(replication -> meanAndTail(load, share, replication, level))
                .toList();
        double mean = paths.stream().mapToDouble(path -> path[0]).average().orElseThrow();
        double tail = paths.stream().mapToDouble(path -> path[1]).average().orElseThrow();
        double surplus = tail - invariantState(load, share)[level];
        double limit = row.number("mean_queue") / load;
        assertNear(mean, limit);
        assertThat(mean - slope * surplus).isCloseTo(limit, within(0.004 * limit));
    }

    /** The mean download time and s_i, on average over 23 relaxation times. */
    private static double[] meanAndTail(double load, double share, int replication, int level) {
        RoutedSystem system = system(10_000, load, share);
        long relaxation = Math.round(system.arrivalRate() / ((1 - load) * share));
        SamplePath path = system.path(new RandomStreams(1), replication);
        DownloadRecorder recorder = new DownloadRecorder(system.typicalTime());
        path.advance(5 * relaxation, recorder);
        path.startMeasuring();
        recorder.startMeasuring();
        path.advance(23 * relaxation, recorder);
        return new double[] {recorder.batches().mean(), path.statistics()[1 + level]};
    }

    private static double[] invariantState(double load, double share) {
        double[] tails = new double[100];
        tails[0] = 1;
        for (int i = 1; i < tails.length; i++) {
            tails[i] = Math.max(0, (load * tails[i - 1] - share) / (1 - share));
        }
        return tails;
    }

    private static double queue(double[] tails) {
        return Arrays.stream(tails, 1, tails.length).sum();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("moderateFixedPoints")
    void tenThousandServersAreWithinOnePercentOfTheirLimit(ReferenceTable.Row row) {
        assertLimit(row, 10_000, 48_000_000);
    }
}
