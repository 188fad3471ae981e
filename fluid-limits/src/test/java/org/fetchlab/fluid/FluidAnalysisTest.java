package org.fetchlab.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Arrays;
import java.util.List;
import org.fetchlab.fluid.fluctuation.DiffusionEnsemble;
import org.fetchlab.fluid.fluctuation.DiffusionPaths;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.NoiseForm;
import org.fetchlab.fluid.fluctuation.RefinedTails;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.result.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FluidAnalysisTest {
    private static final LinearFunctional MEAN_QUEUE = LinearFunctional.meanQueue();

    @Test
    void anOverloadedSystemHasATrajectoryButNoFixedPoint() {
        FluidAnalysis overloaded = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 1.2);
        assertThat(overloaded.verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(overloaded.fixedPoint()).isInstanceOf(Outcome.None.class);
        QueueTails late = known(overloaded.trajectory(100)).points().get(0).tails();
        assertThat(late.meanQueue()).isGreaterThan(19);
    }

    @Test
    void meanQueuesOfRedundantRequestsFollowFromLittlesLaw() {
        FluidAnalysis killing = FluidAnalysis.of(new RoutingPolicy.RedundantKilling(3, 1), 0.9);
        assertThat(known(killing.stationaryMeanQueue())).isCloseTo(3 * 0.9 * 1.018678746016, within(1e-9));
        assertThat(killing.trajectory(1)).isInstanceOf(Outcome.None.class);
        assertThat(killing.fixedPoint()).isInstanceOf(Outcome.None.class);
        assertThat(killing.timeToReachFixedPoint(0.01)).isInstanceOf(Outcome.None.class);
        FluidAnalysis power = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9);
        assertThat(known(power.stationaryMeanQueue())).isCloseTo(2.352651639591, within(1e-11));
        assertThat(FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 1).stationaryMeanQueue())
                .isInstanceOf(Outcome.None.class);
    }

    /** The slowest deviation decays like e^{abscissa t}, and so the time to come closer by e is 1/|abscissa|. */
    @Test
    void theSpectralAbscissaIsTheRateOfTheApproach() {
        FluidAnalysis power = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9);
        double abscissa = known(power.spectralAbscissa());
        double later = known(power.timeToReachFixedPoint(1e-6)) - known(power.timeToReachFixedPoint(1e-4));
        assertThat(abscissa).isNegative();
        assertThat(later).isCloseTo(Math.log(100) / -abscissa, within(1e-2 * later));
    }

    @Test
    void diffusionPathsHaveTheMeanOfTheTrajectory() {
        FluidAnalysis batch = FluidAnalysis.of(new RoutingPolicy.BatchSampling(5, 3), 0.8);
        DiffusionEnsemble ensemble = known(batch.diffusion(2, 300, NoiseForm.SYMMETRIC_ROOT, new RandomStreams(3)));
        Moments moments = known(batch.fluctuations(2)).get(0).moments().value().orElseThrow();
        Estimate mean = ensemble.mean(MEAN_QUEUE::of, 400);
        // four standard errors: false-alarm probability 6e-5
        assertThat(mean.value()).isCloseTo(MEAN_QUEUE.of(moments.mean()), within(2.04 * mean.halfWidth()));
        assertThat(mean.halfWidth() * Math.sqrt(300))
                .isCloseTo(
                        moments.band(MEAN_QUEUE, 400).halfWidth(),
                        within(0.2 * moments.band(MEAN_QUEUE, 400).halfWidth()));
    }

    @Test
    void diffusionPathsDoNotNeedTheListOfEvents() {
        FluidAnalysis wide = FluidAnalysis.of(new RoutingPolicy.BatchSampling(100, 50), 0.5);
        assertThat(known(wide.diffusion(0.1, 2, NoiseForm.SYMMETRIC_ROOT, new RandomStreams(1)))
                        .paths())
                .isEqualTo(2);
    }

    /** Servers are hardly ever busy, and independent: the mean queue is λ and its variance λ(1 − λ), by Poisson's limit. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-14, 1e-17, 1e-25, 1e-90})
    void smallLoadsHaveTheMomentsOfPoissonsLaw(double load) {
        for (RoutingPolicy policy : List.of(
                new RoutingPolicy.Random(), new RoutingPolicy.PowerOfD(2), new RoutingPolicy.JoinShortestQueue())) {
            FluidAnalysis analysis = FluidAnalysis.of(policy, load);
            assertThat(known(analysis.stationaryMeanQueue())).isCloseTo(load, relative(load, 1e-12));
            Moments moments = known(analysis.stationaryFluctuations());
            assertThat(moments.variance(MEAN_QUEUE)).isCloseTo(load, relative(load, 1e-9));
            assertThat(known(moments.refined(MEAN_QUEUE, 100)).value()).isCloseTo(load, relative(load, 1e-9));
            assertThat(known(analysis.spectralAbscissa())).isNegative();
        }
        double share = load / 2;
        assertThat(known(FluidAnalysis.of(new RoutingPolicy.Centralized(share), load)
                        .stationaryMeanQueue()))
                .isCloseTo(load - share, relative(load, 1e-12));
    }

    @Test
    void aCentralServerOfAlmostNoCapacityIsRandomRouting() {
        FluidAnalysis hardly = FluidAnalysis.of(new RoutingPolicy.Centralized(1e-300), 0.9);
        FluidAnalysis random = FluidAnalysis.of(new RoutingPolicy.Random(), 0.9);
        assertThat(known(hardly.fixedPoint()).meanQueue()).isCloseTo(9, within(1e-9));
        assertThat(known(hardly.trajectory(5)).points().get(0).tails().meanQueue())
                .isCloseTo(known(random.trajectory(5)).points().get(0).tails().meanQueue(), within(1e-8));
        assertThat(known(hardly.stationaryFluctuations()).variance(MEAN_QUEUE))
                .isEqualTo(known(random.stationaryFluctuations()).variance(MEAN_QUEUE));
        assertThat(hardly.download().value().orElseThrow().quantile(0.99)).isCloseTo(Math.log(100) / 0.1, within(1e-9));
        double little = known(FluidAnalysis.of(new RoutingPolicy.Centralized(1e-99), 0.9)
                        .trajectory(5))
                .points()
                .get(0)
                .tails()
                .meanQueue();
        assertThat(little)
                .isCloseTo(known(random.trajectory(5)).points().get(0).tails().meanQueue(), within(1e-8));
    }

    /** For callers that no checker of nulls has seen. */
    @Test
    @SuppressWarnings("NullAway")
    void missingArgumentsAreNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> FluidAnalysis.of(null, 0.5))
                .withMessageContaining("policy");
        FluidAnalysis analysis = FluidAnalysis.of(new RoutingPolicy.Random(), 0.5);
        assertThatNullPointerException()
                .isThrownBy(() -> analysis.withSampling(null))
                .withMessageContaining("sampling");
        assertThatNullPointerException()
                .isThrownBy(() -> analysis.startingAt(null))
                .withMessageContaining("initial");
    }

    @Test
    void queuesThatAreTooSpreadForCovariancesAreReported() {
        for (FluidAnalysis spread : List.of(
                FluidAnalysis.of(new RoutingPolicy.BatchSampling(3, 3), 0.99),
                FluidAnalysis.of(new RoutingPolicy.Random(), 0.999))) {
            assertThat(spread.stationaryFluctuations()).isInstanceOf(Outcome.None.class);
            double load = spread.arrivalRate();
            assertThat(known(spread.fixedPoint()).meanQueue()).isCloseTo(load / (1 - load), within(1e-7));
        }
    }

    @Test
    void centralizationWithoutACentralServerIsRandomRouting() {
        FluidAnalysis none = FluidAnalysis.of(new RoutingPolicy.Centralized(0), 0.7);
        FluidAnalysis random = FluidAnalysis.of(new RoutingPolicy.Random(), 0.7);
        assertThat(none.fixedPoint().value()).isEqualTo(random.fixedPoint().value());
        assertThat(known(none.trajectory(3))).isEqualTo(known(random.trajectory(3)));
        assertThat(none.download().value().isPresent()).isTrue();
    }

    @Test
    void aSmallerToleranceChangesTheLastDigits() {
        FluidAnalysis power = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9);
        double rough = meanQueueAt(power.withTolerance(1e-4), 7);
        double fine = meanQueueAt(power.withTolerance(1e-12), 7);
        assertThat(rough).isCloseTo(fine, within(1e-3));
        assertThat(rough).isNotEqualTo(fine);
        assertThatIllegalArgumentException().isThrownBy(() -> power.withTolerance(0));
    }

    private static double meanQueueAt(FluidAnalysis analysis, double time) {
        return known(analysis.trajectory(time)).points().get(0).tails().meanQueue();
    }

    @Test
    void loadsThatAreNoPositiveNumbersAreRefused() {
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FluidAnalysis.of(new RoutingPolicy.Random(), rate))
                    .withMessageContaining("arrival rate");
        }
    }

    static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }

    @Test
    void refinedTailsAreADistributionOrWithheld() {
        Moments moments = FluidAnalysis.of(new RoutingPolicy.BatchSampling(2, 1), 0.999999)
                .stationaryFluctuations()
                .value()
                .orElseThrow();
        assertThat(moments.refinedTails(10)).isInstanceOf(Outcome.None.class);
        QueueTails many =
                moments.refinedTails(Integer.MAX_VALUE).value().orElseThrow().tails();
        assertThat(many.tail(1)).isBetween(0.99, 1.0);
    }

    /** At n = 100 the far tails of power-of-d change by +28 % (s_5) to fifty times themselves (s_8); the mean by 1.7 %. */
    @Test
    void farTailsWithLargeCorrectionsAreNamed() {
        Moments moments =
                known(FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9).stationaryFluctuations());
        RefinedTails refined = known(moments.refinedTails(100));
        assertThat(refined.warning(1e-15).orElseThrow()).contains("tail(5) to tail(", "more than 10 %");
        assertThat(refined.warning(0.02).orElseThrow()).contains(" tail(5) is");
        assertThat(refined.warning(0.2)).isEmpty();
        assertThat(known(moments.refined(MEAN_QUEUE, 100)).warning("mean_queue"))
                .isEmpty();
    }

    /** The closed form for independent queues against the Lyapunov equation. */
    @Test
    void fluctuationsOfIndependentQueuesSolveTheLyapunovEquation() {
        FluidAnalysis random = FluidAnalysis.of(new RoutingPolicy.Random(), 0.7);
        Moments closed = known(random.stationaryFluctuations());
        BatchSampling process = BatchSampling.random(0.7, closed.mean().length);
        Moments solved = known(new FluctuationSolver(1e-10).stationary(process, closed.mean()));
        for (int i = 0; i < 20; i++) {
            assertThat(closed.covariance(i, 3)).isCloseTo(solved.covariance(i, 3), within(1e-10));
            assertThat(known(closed.correction())[i]).isCloseTo(known(solved.correction())[i], within(1e-9));
        }
    }

    /** M/M/1: the mean is λ/(1−λ) and the variance λ/(1−λ)², at loads with more levels than other policies may use. */
    @Test
    void randomRoutingHasMomentsAtHighLoads() {
        Moments moments =
                known(FluidAnalysis.of(new RoutingPolicy.Random(), 0.97).stationaryFluctuations());
        assertThat(moments.mean().length).isGreaterThan(1000);
        double variance = 0.97 / (0.03 * 0.03);
        assertThat(moments.variance(MEAN_QUEUE)).isCloseTo(variance, within(1e-9 * variance));
        FluidAnalysis extreme = FluidAnalysis.of(new RoutingPolicy.Random(), 0.9999999);
        assertThat(known(extreme.stationaryMeanQueue())).isCloseTo(9999999, within(0.1));
        assertThat(extreme.fixedPoint()).isInstanceOf(Outcome.None.class);
        assertThat(FluidAnalysis.of(new RoutingPolicy.Random(), 1).stationaryMeanQueue())
                .isInstanceOf(Outcome.None.class);
    }

    /** A maximum along the path exceeds the end of the same path; event types and the symmetric root have one law. */
    @ParameterizedTest
    @EnumSource(NoiseForm.class)
    void pathsAreFunctionsOfTime(NoiseForm form) {
        FluidAnalysis system = FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.8);
        DiffusionPaths paths = known(system.diffusionPaths(400, form, new RandomStreams(4), 0, 0.5, 1, 1.5, 2));
        assertThat(paths.times()).containsExactly(0, 0.5, 1, 1.5, 2);
        double[] ends = paths.sorted(MEAN_QUEUE::of, values -> values[4], 50);
        double[] maxima = paths.sorted(
                MEAN_QUEUE::of, values -> Arrays.stream(values).max().orElseThrow(), 50);
        assertThat(paths.along(MEAN_QUEUE::of, 3, 50)[0]).isZero();
        assertThat(Arrays.stream(maxima).sum())
                .isGreaterThan(Arrays.stream(ends).sum());
        // the correlation of two times on the same paths; 400 paths give a covariance to √(2/400) = 7 %, held to four
        // times that
        double[][] exact = known(system.crossCovariance(1, 2));
        double sum = 0;
        for (int i = 0; i < 400; i++) {
            double earlier = paths.at(2).state(i, 1)[0] - paths.at(2).state(i, Integer.MAX_VALUE)[0];
            double later = paths.at(4).state(i, 1)[0] - paths.at(4).state(i, Integer.MAX_VALUE)[0];
            sum += earlier * later / 400;
        }
        assertThat(sum)
                .isCloseTo(
                        exact[0][0],
                        within(0.28
                                * known(system.fluctuations(2))
                                        .get(0)
                                        .moments()
                                        .value()
                                        .orElseThrow()
                                        .covariance(0, 0)));
    }

    /** While idle servers are found the number of jobs is that of M/M/∞: Cov(N_t, N_s) = e^(s−t) λ (1 − e^(−s)). */
    @Test
    void covariancesAcrossTimeExistWhereARegimeLasts() {
        double[][] cross = known(
                FluidAnalysis.of(new RoutingPolicy.JoinShortestQueue(), 0.8).crossCovariance(1, 2));
        assertThat(cross[0][0]).isCloseTo(Math.exp(-1) * 0.8 * -Math.expm1(-1), within(1e-8));
        FluidAnalysis overloaded =
                FluidAnalysis.of(new RoutingPolicy.JoinShortestQueue(), 0.9).startingAt(QueueTails.of(1, 1, 1));
        assertThat(overloaded.crossCovariance(1, 30)).isInstanceOf(Outcome.None.class);
        assertThat(known(overloaded.crossCovariance(1, 2))).isNotEmpty();
        // paths go on where covariances across time are not carried
        assertThat(known(overloaded.diffusionPaths(2, NoiseForm.EVENT_TYPES, new RandomStreams(1), 1, 30))
                        .times())
                .containsExactly(1, 30);
    }
}
