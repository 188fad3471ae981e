package org.fetchlab.fluid.fluctuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.assertVariance;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Diffusion paths through switches of the drift. */
class SwitchingDiffusionTest {
    private static final double FALSE_ALARM = 1e-3;
    private static final int PATHS = 3000;
    private static final LinearFunctional MEAN_QUEUE = LinearFunctional.meanQueue();

    private static final RoutingPolicy SHORTEST = new RoutingPolicy.JoinShortestQueue();
    private static final RoutingPolicy IDLE = new RoutingPolicy.JoinIdleQueue();
    private static final RoutingPolicy CENTRALIZED = new RoutingPolicy.Centralized(0.25);

    /** Paths that enter, cross and come off surfaces between the times. */
    static Stream<Arguments> paths() {
        return Stream.of(NoiseForm.values())
                .flatMap(form -> Stream.of(
                        Arguments.of(form, SHORTEST, 0.7, 3, new double[] {1, 4, 12}),
                        Arguments.of(form, SHORTEST, 1.3, 0, new double[] {0.8, 3, 6.5}),
                        Arguments.of(form, IDLE, 0.7, 3, new double[] {1, 3, 7}),
                        Arguments.of(form, IDLE, 1.3, 0, new double[] {0.8, 3}),
                        Arguments.of(form, CENTRALIZED, 0.8, 0, new double[] {0.3, 1.5, 12}),
                        Arguments.of(form, CENTRALIZED, 0.8, 4, new double[] {1, 5, 9})));
    }

    /** Sample variances of the paths lie in their chi-square intervals; one that is 12 % off is caught nine times in ten. */
    @ParameterizedTest
    @MethodSource("paths")
    void variancesOfThePathsAreThoseOfTheMomentEquations(
            NoiseForm form, RoutingPolicy policy, double load, int jobs, double[] times) {
        FluidAnalysis analysis = analysis(policy, load, jobs);
        DiffusionPaths paths = known(analysis.diffusionPaths(PATHS, form, new RandomStreams(12), times));
        List<MomentPoint> points = known(analysis.fluctuations(times));
        for (int i = 0; i < times.length; i++) {
            Moments moments = known(points.get(i).moments());
            assertVariance(variance(paths, i, MEAN_QUEUE::of), PATHS, moments.variance(MEAN_QUEUE), FALSE_ALARM);
            for (int level = 1; level <= 5; level++) {
                LinearFunctional tail = LinearFunctional.tail(level);
                double expected = moments.variance(tail);
                double variance = variance(paths, i, tail::of);
                if (expected > 0) {
                    assertVariance(variance, PATHS, expected, FALSE_ALARM);
                } else {
                    assertThat(variance).isLessThan(1e-24);
                }
            }
        }
    }

    private static double variance(DiffusionPaths paths, int time, ToDoubleFunction<double[]> functional) {
        double[] values = values(paths, time, functional);
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
    }

    private static double[] values(DiffusionPaths paths, int time, ToDoubleFunction<double[]> functional) {
        double[] values = new double[paths.paths()];
        Arrays.setAll(values, i -> functional.applyAsDouble(paths.at(time).state(i, 1)));
        return values;
    }

    /** Of m normal pairs the sample covariance has the variance (σ_11 σ_22 + σ_12²)/m; four of its roots fail for 6e-5 of seeds. */
    @Test
    void pathsAreTheSameAtAllTimes() {
        FluidAnalysis analysis = analysis(IDLE, 0.7, 3);
        DiffusionPaths paths =
                known(analysis.diffusionPaths(PATHS, NoiseForm.EVENT_TYPES, new RandomStreams(3), 0.5, 1.5));
        double[][] across = known(analysis.crossCovariance(0.5, 1.5));
        double[] early = values(paths, 0, s -> s[3]);
        double[] late = values(paths, 1, s -> s[3]);
        double product = 0;
        double meanEarly = Arrays.stream(early).average().orElseThrow();
        for (int i = 0; i < PATHS; i++) {
            product += (early[i] - meanEarly) * late[i] / PATHS;
        }
        List<MomentPoint> points = known(analysis.fluctuations(0.5, 1.5));
        double variances = known(points.get(0).moments()).covariance(3, 3)
                * known(points.get(1).moments()).covariance(3, 3);
        double error = Math.sqrt((variances + across[3][3] * across[3][3]) / PATHS);
        assertThat(product).isCloseTo(across[3][3], within(4 * error));
    }

    @Test
    void theSeedDecidesAPathAndNotHowManyThereAre() {
        FluidAnalysis analysis = analysis(SHORTEST, 0.7, 2);
        for (NoiseForm form : NoiseForm.values()) {
            double[] one = state(analysis, 1, form, 1);
            assertThat(state(analysis, 5, form, 1)).isEqualTo(one);
            assertThat(state(analysis, 1, form, 2)).isNotEqualTo(one);
        }
    }

    private static double[] state(FluidAnalysis analysis, int paths, NoiseForm form, long seed) {
        return known(analysis.diffusionPaths(paths, form, new RandomStreams(seed), 1, 5))
                .at(1)
                .state(0, 100);
    }

    /** The least number of jobs that 99 % of the servers do not exceed, and its maximum over time. */
    @Test
    void functionalsOfPathsNeedNotBeLinear() {
        DiffusionPaths paths = known(analysis(SHORTEST, 0.7, 3)
                .diffusionPaths(200, NoiseForm.EVENT_TYPES, new RandomStreams(3), 0, 0.5, 1, 2, 20));
        ToDoubleFunction<double[]> level = DiffusionEnsemble.levelHolding(0.99);
        assertThat(paths.along(level, 0, 1000)).startsWith(3).endsWith(1);
        double[] most =
                paths.sorted(level, values -> Arrays.stream(values).max().orElseThrow(), 1000);
        assertThat(most[most.length - 1]).isBetween(3.0, 4.0);
    }

    @Test
    void pathsEndWhereTheirMeanTouchesASurface() {
        FluidAnalysis critical = FluidAnalysis.of(SHORTEST, 1);
        RandomStreams streams = new RandomStreams(1);
        assertThat(critical.diffusionPaths(2, NoiseForm.EVENT_TYPES, streams, 10))
                .isInstanceOf(Outcome.Known.class);
        Outcome<DiffusionPaths> late = critical.diffusionPaths(2, NoiseForm.EVENT_TYPES, streams, 60);
        assertThat(((Outcome.None<DiffusionPaths>) late).reason()).contains("touches a surface");
        Outcome<DiffusionPaths> start = analysis(SHORTEST, 1, 1).diffusionPaths(2, NoiseForm.EVENT_TYPES, streams, 1);
        assertThat(((Outcome.None<DiffusionPaths>) start).reason()).contains("at time 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> critical.diffusionPaths(0, NoiseForm.EVENT_TYPES, streams, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> critical.diffusionPaths(1, NoiseForm.EVENT_TYPES, streams, 1e9));
    }

    private static FluidAnalysis analysis(RoutingPolicy policy, double load, int jobs) {
        double[] start = new double[jobs + 1];
        Arrays.fill(start, 1);
        return FluidAnalysis.of(policy, load).startingAt(QueueTails.of(start));
    }

    private static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }
}
