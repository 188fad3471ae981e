package org.fetchlab.cli.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
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
 * The 1/n terms of switching policies against means of exact simulations: paths that slide from the start on, that leave a surface
 * at once, and that enter or cross one. (No time lies within a few {@code 1/√n} of a crossing.)
 *
 * <p>n times the difference of a mean to the fluid limit is to lie within 4.5 of its standard errors of V, which fails by chance
 * for 7e-6 of such numbers, plus what terms beyond 1/n may be; the seed is fixed.
 */
final class RefinementsAgainstSimulationTest {
    private static final double STANDARD_ERRORS = 4.5;
    private static final double NORMAL = 1.959964;
    private static final double SMALL = 0.02;

    private static final RoutingPolicy SHORTEST = new RoutingPolicy.JoinShortestQueue();
    private static final RoutingPolicy IDLE = new RoutingPolicy.JoinIdleQueue();

    static Stream<Arguments> paths() {
        return Stream.of(
                Arguments.of(SHORTEST, 1.6, 0, new double[] {1.5, 2}),
                Arguments.of(SHORTEST, 1.5, 3, new double[] {0.4, 1}),
                Arguments.of(IDLE, 1.4, 1, new double[] {0.3, 0.8}),
                Arguments.of(new RoutingPolicy.Centralized(0.5), 0.7, 0, new double[] {0.3, 1}),
                Arguments.of(SHORTEST, 0.7, 2, new double[] {0.5, 1}),
                Arguments.of(IDLE, 1.6, 0, new double[] {1.5, 2}),
                Arguments.of(new RoutingPolicy.Centralized(0.6), 0.5, 2, new double[] {0.6, 1.5, 4}));
    }

    static Stream<Arguments> pathsOfEveryPolicy() {
        return paths().limit(4);
    }

    /**
     * Four and a half standard errors are 0.4 to 1.2 for V of the mean queue, up to 1.2 for V of free tails, and below 0.1 for V of
     * pinned tails.
     */
    @ParameterizedTest
    @MethodSource("pathsOfEveryPolicy")
    void meansOfHundredsOfServersHaveTheTermOfOrderOneOverN(
            RoutingPolicy policy, double load, int jobs, double[] times) {
        compare(policy, load, jobs, times, 400, 20_000, 0.12);
    }

    /** Terms beyond 1/n are half as large. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("paths")
    void meansOfThousandsOfServersHaveTheTermOfOrderOneOverN(
            RoutingPolicy policy, double load, int jobs, double[] times) {
        compare(policy, load, jobs, times, 1600, 80_000, 0.06);
    }

    /**
     * Where JSQ fills its servers, at the rate λ − 1, the varying instant gains {@code Σ_11/(2 (λ − 1)) = 1} job. The interval is narrower
     * than half of that, so that a V without this term would be rejected.
     */
    @Test
    void theMeanNumberOfJobsHasTheTermOfTheCrossing() {
        int servers = 100;
        double[] times = {1.9};
        Moments limit = FluidMoments.fromEqualQueues(SHORTEST, 1.5, 0, times).get(0);
        Estimate simulated =
                simulated(SHORTEST, 1.5, 0, times, servers, 120_000).meanQueue(0);
        double v = LinearFunctional.meanQueue().of(limit.correction().value().orElseThrow());
        assertThat(tolerance(simulated, v, servers, 0.12)).isLessThan(0.5);
        assertTerm(simulated, limit, LinearFunctional.meanQueue(), servers, 0.12);
    }

    private static TrajectoryEnsemble simulated(
            RoutingPolicy policy, double load, int jobs, double[] times, int servers, int replications) {
        return TransientRun.run(
                OccupancyModel.of(policy, servers, load),
                OccupancyHistogram.constant(servers, jobs),
                times,
                replications,
                new RandomStreams(8),
                Execution.threads(1));
    }

    private static void compare(
            RoutingPolicy policy, double load, int jobs, double[] times, int servers, int replications, double beyond) {
        List<Moments> limits = FluidMoments.fromEqualQueues(policy, load, jobs, times);
        TrajectoryEnsemble ensemble = simulated(policy, load, jobs, times, servers, replications);
        for (int time = 0; time < times.length; time++) {
            Moments limit = limits.get(time);
            assertTerm(ensemble.meanQueue(time), limit, LinearFunctional.meanQueue(), servers, beyond);
            for (int level = 1; level <= jobs + 3; level++) {
                assertTerm(ensemble.tail(time, level), limit, LinearFunctional.tail(level), servers, beyond);
            }
        }
    }

    private static void assertTerm(
            Estimate simulated, Moments limit, LinearFunctional functional, int servers, double beyond) {
        double[] v = limit.correction().value().orElseThrow();
        double expected = functional.of(v);
        assertThat(servers * (simulated.value() - functional.of(limit.mean())))
                .as("V of %s", functional.name())
                .isCloseTo(expected, within(tolerance(simulated, expected, servers, beyond)));
    }

    private static double tolerance(Estimate simulated, double expected, int servers, double beyond) {
        return STANDARD_ERRORS * servers * simulated.halfWidth() / NORMAL + SMALL + beyond * Math.abs(expected);
    }
}
