package org.fetchlab.fluid.fluctuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.PopulationProcess;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FluctuationSolverTest {
    private static final FluctuationSolver SOLVER = new FluctuationSolver(1e-11);
    private static final LinearFunctional MEAN_QUEUE = LinearFunctional.meanQueue();

    /** Independent M/M/1 queues: Cov(1{Q >= i}, 1{Q >= j}) = s_{max(i,j)} − s_i s_j, and no 1/n term. */
    @Test
    void randomRoutingFluctuatesLikeIndependentQueues() {
        BatchSampling process = BatchSampling.random(0.6, 60);
        double[] tails = state(process);
        Moments moments = SOLVER.stationary(process, tails).value().orElseThrow();
        for (int i = 0; i < 20; i++) {
            assertThat(correction(moments)[i]).isCloseTo(0, within(1e-12));
            for (int j = 0; j < 20; j++) {
                assertThat(moments.covariance(i, j))
                        .isCloseTo(tails[Math.max(i, j)] - tails[i] * tails[j], within(1e-11));
            }
        }
    }

    @Test
    void theCovarianceOverTimeBecomesTheStationaryOne() {
        BatchSampling process = process(12);
        Moments late = SOLVER.overTime(process, new double[12], 200)
                .get(0)
                .moments()
                .value()
                .orElseThrow();
        Moments stationary = SOLVER.stationary(process, state(process)).value().orElseThrow();
        for (int i = 0; i < 6; i++) {
            assertThat(late.covariance()[i]).containsExactly(stationary.covariance()[i], within(1e-8));
        }
        assertThat(correction(late)).containsExactly(correction(stationary), within(1e-8));
        assertThat(late.mean()).containsExactly(stationary.mean(), within(1e-9));
    }

    /** Fifty levels of which few are in use, and three of which the last one refuses jobs. */
    @ParameterizedTest
    @ValueSource(ints = {3, 50})
    void levelsThatAreNotInUseAreEmpty(int levels) {
        BatchSampling process = BatchSampling.of(BatchChoice.of(5, 3), 0.9, Sampling.DISTINCT, levels);
        PopulationProcess any = process;
        double[] times = {0.5, 20, 50};
        for (int i = 0; i < times.length; i++) {
            Moments carried = moments(SOLVER.overTime(any, new double[levels], times), i);
            Moments inUse = moments(SOLVER.overTime(process, new double[levels], times), i);
            assertThat(inUse.mean()).containsExactly(carried.mean(), within(1e-10));
            assertThat(correction(inUse)).containsExactly(correction(carried), within(1e-9));
            for (int j = 0; j < levels; j++) {
                assertThat(inUse.covariance()[j]).containsExactly(carried.covariance()[j], within(1e-10));
            }
        }
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.overTime(process, new double[1], 1));
    }

    private static Moments moments(List<MomentPoint> points, int time) {
        return points.get(time).moments().value().orElseThrow();
    }

    /** At lag 0+ the covariance is Σ(s); when J hardly changes it decays like e^{Jτ}, which a small step shows to second order. */
    @Test
    void crossTimeCovarianceIsPropagatedByTheJacobian() {
        BatchSampling process = process(10);
        Moments stationary = SOLVER.stationary(process, state(process)).value().orElseThrow();
        double[][] there = SOLVER.propagated(process, stationary, 3);
        double[][] halfway = SOLVER.propagated(process, stationary, 1.5);
        // e^{3J} Σ = e^{1.5J} (e^{1.5J} Σ): propagate the columns of the first half again
        Moments half = Moments.smooth(stationary.mean(), halfway, correction(stationary));
        double[][] twice = SOLVER.propagated(process, half, 1.5);
        for (int i = 0; i < 10; i++) {
            assertThat(twice[i]).containsExactly(there[i], within(1e-9));
        }
        double[][] across = SOLVER.crossCovariance(process, new double[10], 200, 203);
        assertThat(across[0]).containsExactly(there[0], within(1e-8));
        assertThat(MEAN_QUEUE.variance(there)).isBetween(0.0, stationary.variance(MEAN_QUEUE));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.crossCovariance(process, new double[10], 2, 1));
    }

    @Test
    void onlyFixedPointsHaveStationaryFluctuations() {
        BatchSampling process = process(10);
        double[] near = state(process);
        near[0] -= 1e-6;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SOLVER.stationary(process, near))
                .withMessageContaining("no fixed point: the drift there is");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SOLVER.stationary(JoinShortestQueue.of(0.7, 2), QueueTails.of(1, 0.6)))
                .withMessageContaining("no fixed point");
    }

    @Test
    void bandsNarrowWithTheRootOfTheNumberOfServers() {
        BatchSampling process = process(10);
        Moments moments = SOLVER.stationary(process, state(process)).value().orElseThrow();
        Estimate hundred = moments.band(MEAN_QUEUE, 100);
        Estimate more = moments.band(MEAN_QUEUE, 40_000);
        assertThat(hundred.halfWidth()).isCloseTo(20 * more.halfWidth(), within(1e-12));
        assertThat(hundred.halfWidth())
                .isCloseTo(1.959963984540054 * Math.sqrt(moments.variance(MEAN_QUEUE) / 100), within(1e-12));
        assertThat(hundred.value()).isCloseTo(MEAN_QUEUE.of(moments.mean()), within(1e-15));
        assertThatIllegalArgumentException().isThrownBy(() -> moments.band(MEAN_QUEUE, 0));
    }

    @Test
    void weightedSumsAreLinear() {
        LinearFunctional functional = LinearFunctional.weighted("idle and long", -1, 0, 2);
        assertThat(functional.of(new double[] {0.5, 0.4, 0.1, 0.05})).isCloseTo(-0.3, within(1e-15));
        assertThat(functional.variance(new double[][] {{1, 0, 0.5}, {0, 1, 0}, {0.5, 0, 2}}))
                .isCloseTo(1 + 8 - 2, within(1e-14));
        assertThatIllegalArgumentException().isThrownBy(() -> LinearFunctional.tail(0));
        assertThatIllegalArgumentException().isThrownBy(() -> LinearFunctional.weighted("w", Double.NaN));
    }

    @Test
    void aPopulationStartsWithoutFluctuations() {
        List<MomentPoint> points = SOLVER.overTime(process(6), new double[6], 0, 1);
        assertThat(points.get(0).moments().value().orElseThrow().variance(MEAN_QUEUE))
                .isZero();
        assertThat(points.get(1).time()).isEqualTo(1);
        assertThat(points.get(1).moments().value().orElseThrow().variance(MEAN_QUEUE))
                .isPositive();
    }

    private static double[] correction(Moments moments) {
        return moments.correction().value().orElseThrow();
    }

    private static BatchSampling process(int levels) {
        return BatchSampling.of(BatchChoice.of(3, 2), 0.8, Sampling.DISTINCT, levels);
    }

    private static double[] state(BatchSampling process) {
        QueueTails tails = FixedPoints.batchSampling(process.choice(), process.arrivalRate())
                .value()
                .orElseThrow();
        double[] state = new double[process.levels()];
        for (int i = 0; i < state.length; i++) {
            state[i] = tails.tail(i + 1);
        }
        return state;
    }
}
