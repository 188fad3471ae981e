package org.fetchlab.fluid.fluctuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.Matrices;
import org.fetchlab.fluid.process.Centralization;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SwitchingFluctuationsTest {
    private static final FluctuationSolver SOLVER = new FluctuationSolver(1e-11);
    private static final LinearFunctional MEAN_QUEUE = LinearFunctional.meanQueue();
    /** Below what the square of any tail can be that is not 0. */
    private static final double NOTHING = 1e-30;

    private static final QueueTails EMPTY = QueueTails.of(1);

    static Stream<SwitchingProcess> idleServersFound() {
        return Stream.of(JoinShortestQueue.of(0.9, 1), JoinIdleQueue.of(0.9, 1));
    }

    /** As long as servers are idle the number of jobs is that of M/M/∞: Poisson of mean λ(1 − e^{−t}) per server. */
    @ParameterizedTest
    @MethodSource("idleServersFound")
    void fromEmptyTheNumberOfJobsIsPoisson(SwitchingProcess process) {
        for (MomentPoint point : known(SOLVER.overTime(process, EMPTY, 0, 0.5, 3, 20))) {
            double poisson = 0.9 * -Math.expm1(-point.time());
            Moments moments = point.moments().value().orElseThrow();
            assertThat(moments.covariance(0, 0)).isCloseTo(poisson, within(1e-10));
            assertThat(moments.variance(MEAN_QUEUE)).isCloseTo(poisson, within(1e-10));
            assertThat(known(moments.correction())).containsOnly(0);
        }
        QueueTails fixedPoint = known(FixedPoints.idleServerFound(0.9));
        Moments stationary = known(SOLVER.stationary(process, fixedPoint));
        assertThat(stationary.covariance(0, 0)).isCloseTo(0.9, within(1e-12));
        assertThat(known(stationary.refined(MEAN_QUEUE, 10)).correction()).isZero();
    }

    /** All servers busy: arrivals and departures are Poisson, and the number of jobs has variance (λ + 1) t per server. */
    @Test
    void whileAllServersAreBusyTheNumberOfJobsIsADifferenceOfPoissonNumbers() {
        QueueTails start = QueueTails.of(1, 1, 1, 1, 1);
        for (SwitchingProcess process : List.of(JoinShortestQueue.of(0.7, 1), JoinIdleQueue.of(0.7, 1))) {
            for (MomentPoint point : known(SOLVER.overTime(process, start, 1, 2, 4))) {
                assertThat(point.moments().value().orElseThrow().variance(MEAN_QUEUE))
                        .isCloseTo(1.7 * point.time(), within(1e-8));
            }
        }
    }

    /** Levels fill one after the other, and at each passage what deviates in the full one goes on in the next. */
    @Test
    void crossingASurfaceConservesTheNumberOfJobs() {
        SwitchingProcess process = JoinShortestQueue.of(2, 1);
        double reached = Math.log(2);
        List<MomentPoint> points = known(SOLVER.overTime(process, EMPTY, reached - 1e-9, reached + 1e-9, 4));
        Moments before = points.get(0).moments().value().orElseThrow();
        Moments after = points.get(1).moments().value().orElseThrow();
        assertThat(before.covariance(0, 0)).isCloseTo(1, within(1e-7));
        assertThat(after.covariance(0, 0)).isZero();
        assertThat(after.covariance(1, 1)).isCloseTo(1, within(1e-7));
        // from then on every server is busy
        assertThat(points.get(2).moments().value().orElseThrow().variance(MEAN_QUEUE))
                .isCloseTo(1 + 3 * (4 - reached), within(1e-7));
    }

    /** What arrives at JIQ beyond the last idle server spreads like the queues: with all of one job each, to level two. */
    @Test
    void enteringTheBusyRegimeSpreadsTheDeviationOverAllQueues() {
        SwitchingProcess process = JoinIdleQueue.of(0.95, 1);
        QueueTails start = QueueTails.of(1, 0.9, 0.9, 0.9, 0.9);
        List<MomentPoint> path = known(SOLVER.overTime(process, start, 0.05, 5));
        assertThat(known(known(path.get(0).moments()).correction())).containsOnly(0);
        double[] later = known(known(path.get(1).moments()).correction());
        double idle = 1 - known(path.get(1).moments()).mean()[1];
        assertThat(later[0]).isCloseTo(-idle / (0.95 - idle), within(1e-9));
    }

    /** The longest queue of a system of full centralization: work arrives and is served as in one queue. */
    @Test
    void aCentralServerOfAllCapacityServesOneQueue() {
        Moments moments = known(SOLVER.overTime(Centralization.of(0.4, 1, 1), QueueTails.of(1, 1, 1), 1, 3, 5))
                .get(1)
                .moments()
                .value()
                .orElseThrow();
        assertThat(moments.variance(MEAN_QUEUE)).isCloseTo(1.4 * 3, within(1e-8));
    }

    @Test
    void anEmptyStationaryStateDoesNotFluctuateOnThisScale() {
        Moments moments = known(SOLVER.stationary(Centralization.of(0.4, 0.6, 1), EMPTY));
        assertThat(moments.variance(MEAN_QUEUE)).isZero();
        // one queue of arrivals at rate 0.4 and services at rate 0.6
        assertThat(known(moments.correction())).containsExactly(new double[] {2}, within(1e-12));
    }

    @Test
    void aLittleCentralizationFluctuatesLikeRandomRouting() {
        double load = 0.5;
        double share = 1e-6;
        Moments centralized = known(
                SOLVER.stationary(Centralization.of(load, share, 1), known(FixedPoints.centralization(load, share))));
        for (int i = 1; i <= 4; i++) {
            for (int j = 1; j <= 4; j++) {
                double independent = Math.pow(load, Math.max(i, j)) - Math.pow(load, i + j);
                assertThat(centralized.covariance(i - 1, j - 1)).isCloseTo(independent, within(1e-4));
            }
        }
    }

    static Stream<RoutingPolicy> policies() {
        return Stream.of(
                new RoutingPolicy.JoinShortestQueue(),
                new RoutingPolicy.JoinIdleQueue(),
                new RoutingPolicy.Centralized(0.3),
                new RoutingPolicy.Centralized(0.05));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theCovarianceOverTimeBecomesTheStationaryOne(RoutingPolicy policy) {
        FluidAnalysis analysis = FluidAnalysis.of(policy, 0.7).startingAt(QueueTails.of(1, 1, 1, 0.4));
        Moments late =
                known(analysis.fluctuations(400)).get(0).moments().value().orElseThrow();
        Moments stationary = known(analysis.stationaryFluctuations());
        for (int i = 0; i < stationary.mean().length; i++) {
            assertThat(late.covariance(i, i)).isCloseTo(stationary.covariance(i, i), within(1e-7));
        }
        assertThat(late.variance(MEAN_QUEUE)).isCloseTo(stationary.variance(MEAN_QUEUE), within(1e-7));
    }

    /** Seeded random loads and starts: Σ is symmetric and positive, and tails that are pinned do not vary. */
    @ParameterizedTest
    @MethodSource("policies")
    void covariancesArePositiveAndPinnedTailsDoNotVary(RoutingPolicy policy) {
        UniformRandomProvider random = new RandomStreams(9).stream(0, RandomPurpose.NOISE);
        for (int repetition = 0; repetition < 15; repetition++) {
            double load = 0.2 + 1.2 * random.nextDouble();
            double[] start = random.doubles(5).map(u -> 1 - u * u).sorted().toArray();
            start[4] = 1;
            FluidAnalysis analysis = FluidAnalysis.of(policy, load).startingAt(QueueTails.of(reversed(start)));
            for (MomentPoint point : known(analysis.fluctuations(0.1, 0.7, 2, 6, 15))) {
                assertPositive(
                        point.moments().value().orElseThrow(),
                        policy + " at load " + load + " and time " + point.time());
            }
        }
    }

    private static void assertPositive(Moments moments, String what) {
        double[][] covariance = moments.covariance();
        double largest =
                Arrays.stream(covariance).flatMapToDouble(Arrays::stream).max().orElseThrow();
        assertThat(Matrices.asymmetry(covariance)).as(what).isZero();
        assertThat(Matrices.smallestEigenvalue(covariance)).as(what).isGreaterThan(-1e-9 * Math.max(1, largest));
        double[] mean = moments.mean();
        for (int i = 0; i < mean.length; i++) {
            if (mean[i] == 0 || mean[i] == 1) {
                assertThat(Arrays.stream(covariance[i]).map(Math::abs).max().orElseThrow())
                        .as(what)
                        .isLessThan(NOTHING);
            }
        }
    }

    private static double[] reversed(double[] values) {
        double[] reversed = new double[values.length];
        Arrays.setAll(reversed, i -> values[values.length - 1 - i]);
        return reversed;
    }

    @Test
    void pathsThatTouchASurfaceHaveNoGaussianLimit() {
        for (RoutingPolicy policy : List.of(new RoutingPolicy.JoinShortestQueue(), new RoutingPolicy.JoinIdleQueue())) {
            FluidAnalysis critical = FluidAnalysis.of(policy, 1).startingAt(QueueTails.of(1, 1));
            assertThat(known(critical.fluctuations(3)).get(0).moments()).satisfies(touches("at time 0.0"));
            assertThat(critical.diffusion(3, 10, NoiseForm.SYMMETRIC_ROOT, new RandomStreams(1)))
                    .satisfies(touches("at time 0.0"));
            assertThat(critical.stationaryFluctuations()).isInstanceOf(Outcome.None.class);
        }
        FluidAnalysis balanced = FluidAnalysis.of(new RoutingPolicy.Centralized(0.5), 0.5);
        assertThat(known(balanced.fluctuations(1)).get(0).moments()).isInstanceOf(Outcome.None.class);
        assertThat(balanced.stationaryFluctuations()).isInstanceOf(Outcome.None.class);
        assertThat(balanced.spectralAbscissa()).isInstanceOf(Outcome.None.class);
    }

    /** At load 1 from empty s_1 = 1 − e^{−t}, of Poisson numbers, until the rest is smaller than the solution is exact. */
    @Test
    void aPathThatComesToTouchASurfaceIsGaussianUntilThen() {
        FluidAnalysis critical = FluidAnalysis.of(new RoutingPolicy.JoinShortestQueue(), 1);
        List<MomentPoint> points = known(critical.fluctuations(1, 15, 60));
        for (MomentPoint point : points.subList(0, 2)) {
            assertThat(known(point.moments()).variance(MEAN_QUEUE)).isCloseTo(-Math.expm1(-point.time()), within(1e-9));
        }
        assertThat(points.get(2).moments()).satisfies(touches("at time 3"));
    }

    private static Consumer<Outcome<?>> touches(String when) {
        return outcome -> assertThat(((Outcome.None<?>) outcome).reason()).contains("touches a surface", when);
    }

    /** An overloaded system has the variance of a difference of Poisson numbers, on however many levels it is spread. */
    @Test
    void levelsOfTheCovarianceGrowWithTheQueues() {
        FluidAnalysis overloaded =
                FluidAnalysis.of(new RoutingPolicy.JoinIdleQueue(), 2).startingAt(QueueTails.of(1, 1));
        List<MomentPoint> points = known(overloaded.fluctuations(1, 10, 40));
        for (MomentPoint point : points) {
            assertThat(known(point.moments()).variance(MEAN_QUEUE)).isCloseTo(3 * point.time(), within(1e-7));
        }
        assertThat(known(points.get(0).moments()).mean()).hasSizeLessThan(25);
        assertThat(known(points.get(2).moments()).mean()).hasSizeBetween(80, 150);
    }

    @Test
    void timesOutOfOrderAreRefused() {
        for (RoutingPolicy policy : List.of(new RoutingPolicy.Random(), new RoutingPolicy.JoinIdleQueue())) {
            FluidAnalysis analysis = FluidAnalysis.of(policy, 0.5);
            assertThatIllegalArgumentException().isThrownBy(() -> analysis.fluctuations(2, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> analysis.fluctuations());
            assertThatIllegalArgumentException().isThrownBy(() -> analysis.fluctuations(Double.NaN));
        }
    }

    /** Queues under random routing are independent: {@code Cov(s_i, s_j) = s_max(i,j) − s_i s_j}, also under overload. */
    @Test
    void levelsOfSmoothProcessesGrowWithTheQueues() {
        FluidAnalysis overloaded =
                FluidAnalysis.of(new RoutingPolicy.Random(), 1.5).startingAt(QueueTails.of(1, 1, 1, 1));
        for (MomentPoint point : known(overloaded.fluctuations(0.5, 7, 30))) {
            double[] s = known(point.moments()).mean();
            assertThat(s).hasSizeBetween((int) (10 + point.time()), (int) (40 + 3 * point.time()));
            for (int i = 0; i < s.length; i++) {
                for (int j = i; j < s.length; j++) {
                    assertThat(known(point.moments()).covariance(i, j)).isCloseTo(s[j] - s[i] * s[j], within(1e-9));
                }
            }
        }
    }

    /** Deviations of s_1 decay at rate 1 under JSQ and JIQ; with one queue length in use at the local rate 1 − p. */
    @Test
    void theSpectralAbscissaIsThatOfTheRegimeOfTheFixedPoint() {
        assertThat(abscissa(new RoutingPolicy.JoinShortestQueue(), 0.9)).isEqualTo(-1);
        assertThat(abscissa(new RoutingPolicy.JoinIdleQueue(), 0.9)).isEqualTo(-1);
        assertThat(abscissa(new RoutingPolicy.Centralized(0.2), 0.5)).isCloseTo(-0.8, within(1e-14));
        assertThat(FluidAnalysis.of(new RoutingPolicy.Centralized(0.9), 0.5).spectralAbscissa())
                .isInstanceOf(Outcome.None.class);
    }

    private static double abscissa(RoutingPolicy policy, double load) {
        return known(FluidAnalysis.of(policy, load).spectralAbscissa());
    }

    /** With m paths a sample variance has the relative standard error √(2/m), 1.6 %; four of them fail for 6e-5 of seeds. */
    @Test
    void endsOfPathsHaveTheGaussianLaw() {
        FluidAnalysis analysis =
                FluidAnalysis.of(new RoutingPolicy.JoinIdleQueue(), 0.8).startingAt(QueueTails.of(1, 1, 1, 0.5));
        int paths = 8000;
        DiffusionEnsemble ends = known(analysis.diffusion(2, paths, NoiseForm.SYMMETRIC_ROOT, new RandomStreams(2)));
        Moments moments =
                known(analysis.fluctuations(2)).get(0).moments().value().orElseThrow();
        Estimate mean = ends.mean(MEAN_QUEUE::of, 1);
        assertThat(mean.value()).isCloseTo(MEAN_QUEUE.of(moments.mean()), within(2.04 * mean.halfWidth()));
        double expected = 1.959964 * Math.sqrt(moments.variance(MEAN_QUEUE) / paths);
        assertThat(mean.halfWidth()).isCloseTo(expected, within(2 * expected * Math.sqrt(2.0 / paths)));
        assertThat(ends.state(0, 100)[0]).isEqualTo(1);
    }

    /** s_1 = 0.9 ± √(0.9/n): servers run out of idle ones with the probability that a normal variable exceeds 0.1 √(n/0.9). */
    @Test
    void theDistanceOfTheSurfaceTellsWhereABandIsRough() {
        QueueTails fixedPoint = known(FixedPoints.idleServerFound(0.9));
        Moments moments = known(SOLVER.stationary(JoinShortestQueue.of(0.9, 1), fixedPoint));
        NormalDistribution normal = NormalDistribution.of(0, 1);
        for (int servers : new int[] {10, 90, 1000}) {
            assertThat(moments.probabilityOfOtherRegime(servers))
                    .isCloseTo(normal.survivalProbability(0.1 * Math.sqrt(servers / 0.9)), within(1e-12));
        }
        Moments smooth =
                known(FluidAnalysis.of(new RoutingPolicy.PowerOfD(2), 0.9).stationaryFluctuations());
        assertThat(smooth.probabilityOfOtherRegime(2)).isZero();
        Moments start = known(SOLVER.overTime(JoinShortestQueue.of(0.9, 1), QueueTails.of(1, 1), 0, 1))
                .get(0)
                .moments()
                .value()
                .orElseThrow();
        assertThat(start.probabilityOfOtherRegime(100)).isZero();
    }

    private static <T> T known(Outcome<T> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Known.class);
        return outcome.value().orElseThrow();
    }
}
