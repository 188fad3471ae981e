package org.fetchlab.cli.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.model.testing.StatisticalAssertions.assertVariance;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.occupancy.OccupancyHistogram;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.TrajectoryEnsemble;
import org.fetchlab.sim.occupancy.TransientRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The variances behind the bands of switching policies against exact simulation of many servers, from empty and from
 * overloaded starts that cross several surfaces.
 *
 * <p>Each sample variance is held to its chi-square interval of false-alarm rate 1e-3; the seeds are fixed. No time is
 * so close to a crossing that more than one in a thousand of the systems would be beyond the surface: the law is a mixture
 * there.
 */
final class BandsAgainstSimulationTest {
    private static final double FALSE_ALARM = 1e-3;
    private static final int LEVELS = 6;
    /** Of a tail with less variance than this so few servers are counted that their number is not normal. */
    private static final double SMALLEST_COMPARED = 0.02;
    /** What n times the variance of a pinned tail may be: the square of a few servers over n. */
    private static final double PINNED = 0.02;

    private static final RoutingPolicy SHORTEST = new RoutingPolicy.JoinShortestQueue();
    private static final RoutingPolicy IDLE = new RoutingPolicy.JoinIdleQueue();
    private static final RoutingPolicy CENTRALIZED = new RoutingPolicy.Centralized(0.25);

    static Stream<Arguments> shortPaths() {
        return Stream.of(
                Arguments.of(SHORTEST, 1.3, 0, new double[] {0.8, 3, 6.5}),
                Arguments.of(IDLE, 0.7, 3, new double[] {2, 7}),
                Arguments.of(CENTRALIZED, 0.8, 0, new double[] {0.3, 1.5}));
    }

    static Stream<Arguments> longPaths() {
        return Stream.of(
                Arguments.of(SHORTEST, 0.9, 0, new double[] {0.5, 2, 10}),
                Arguments.of(SHORTEST, 0.7, 3, new double[] {1, 4, 7, 12}),
                Arguments.of(SHORTEST, 1.3, 0, new double[] {0.8, 3, 6.5, 10}),
                Arguments.of(IDLE, 0.7, 3, new double[] {1, 3, 7, 12}),
                Arguments.of(IDLE, 1.3, 0, new double[] {0.8, 3, 6.5, 10}),
                Arguments.of(CENTRALIZED, 0.8, 0, new double[] {0.3, 1.5, 12, 24}),
                Arguments.of(CENTRALIZED, 0.8, 4, new double[] {1, 5, 9, 15}));
    }

    /** A variance that is 32 % off is caught nine times in ten. */
    @ParameterizedTest
    @MethodSource("shortPaths")
    void variancesAreThoseOfThousandsOfServers(RoutingPolicy policy, double load, int jobs, double[] times) {
        compare(
                FluidMoments.fromEqualQueues(policy, load, jobs, times),
                simulated(policy, load, jobs, times, 4_000, 400),
                4_000);
    }

    /** A variance that is 17 % off is caught nine times in ten. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("longPaths")
    void variancesAreThoseOfTenThousandServers(RoutingPolicy policy, double load, int jobs, double[] times) {
        compare(
                FluidMoments.fromEqualQueues(policy, load, jobs, times),
                simulated(policy, load, jobs, times, 10_000, 1500),
                10_000);
    }

    /** From the start of the fluid path at its fixed point, three relaxation times on: the stationary variances. */
    @Tag("slow")
    @Test
    void stationaryVariancesAreThoseOfTenThousandServers() {
        FluidAnalysis analysis = FluidAnalysis.of(CENTRALIZED, 0.8);
        double[] tails = analysis.fixedPoint().value().orElseThrow().toArray();
        double time = 3 / -analysis.spectralAbscissa().value().orElseThrow();
        int servers = 10_000;
        TrajectoryEnsemble ensemble = simulated(CENTRALIZED, 0.8, histogram(tails, servers), new double[] {time}, 1500);
        compare(List.of(analysis.stationaryFluctuations().value().orElseThrow()), ensemble, servers);
    }

    private static OccupancyHistogram histogram(double[] tails, int servers) {
        int[] counts = new int[tails.length];
        int left = servers;
        for (int j = tails.length - 1; j > 0; j--) {
            double above = j + 1 < tails.length ? tails[j + 1] : 0;
            counts[j] = (int) Math.round(servers * (tails[j] - above));
            left -= counts[j];
        }
        counts[0] = left;
        return OccupancyHistogram.of(servers, counts);
    }

    private static TrajectoryEnsemble simulated(
            RoutingPolicy policy, double load, int jobs, double[] times, int servers, int replications) {
        return simulated(policy, load, OccupancyHistogram.constant(servers, jobs), times, replications);
    }

    private static TrajectoryEnsemble simulated(
            RoutingPolicy policy, double load, OccupancyHistogram start, double[] times, int replications) {
        return TransientRun.run(
                OccupancyModel.of(policy, start.servers(), load),
                start,
                times,
                replications,
                new RandomStreams(5),
                Execution.threads(1));
    }

    private static void compare(List<Moments> limits, TrajectoryEnsemble ensemble, int servers) {
        for (int time = 0; time < limits.size(); time++) {
            Moments limit = limits.get(time);
            assertThat(limit.probabilityOfOtherRegime(servers)).isLessThan(1e-3);
            assertVariance(
                    ensemble.scaledVarianceOfMeanQueue(time),
                    ensemble.replications(),
                    limit.variance(LinearFunctional.meanQueue()),
                    FALSE_ALARM);
            for (int level = 1; level <= limit.mean().length && level <= LEVELS; level++) {
                double expected = limit.covariance(level - 1, level - 1);
                double variance = ensemble.scaledCovariance(time, level, level);
                if (expected > SMALLEST_COMPARED) {
                    assertVariance(variance, ensemble.replications(), expected, FALSE_ALARM);
                } else if (expected == 0) {
                    assertThat(variance).isLessThan(PINNED);
                }
            }
        }
    }
}
