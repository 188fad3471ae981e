package org.fetchlab.fluid.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.Centralization;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrajectorySolverTest {
    private static final TrajectorySolver SOLVER = TrajectorySolver.withTolerance(1e-11);
    private static final QueueTails EMPTY = QueueTails.of(1);
    private static final QueueTails MIXED = QueueTails.of(1, 1, 1, 0.6, 0.3, 0.3, 0.05);

    @Test
    void theEndOfTheTrajectoryIsTheFixedPoint() {
        BatchChoice choice = BatchChoice.of(5, 3);
        BatchSampling process = BatchSampling.of(choice, 0.9, Sampling.DISTINCT, 2);
        QueueTails late = SOLVER.sample(process, MIXED, 300).points().get(0).tails();
        QueueTails fixedPoint = FixedPoints.batchSampling(choice, 0.9).value().orElseThrow();
        assertThat(Trajectory.distance(late, fixedPoint)).isLessThan(1e-9);
    }

    /** Total work: d/dt Σ s_j = λ − s_1, so that the mean queue and the integral of s_1 add up. */
    @Test
    void jobsAreConserved() {
        double load = 0.8;
        Trajectory path = SOLVER.solve(BatchSampling.powerOfD(2, load, 2), MIXED, 10);
        double served = 0;
        int steps = 2000;
        for (int i = 0; i < steps; i++) {
            double h = 10.0 / steps;
            // Simpson's rule, error of order h^4
            served +=
                    h / 6 * (busy(path, i * h) + 4 * busy(path, (i + 0.5) * h) + busy(path, Math.min(10, (i + 1) * h)));
        }
        double expected = MIXED.meanQueue() + load * 10 - served;
        assertThat(path.tails(10).meanQueue()).isCloseTo(expected, within(1e-9));
    }

    private static double busy(Trajectory path, double time) {
        return path.tails(time).tail(1);
    }

    @Test
    void denseOutputAndSamplesAreOneSolution() {
        BatchSampling process = BatchSampling.powerOfD(2, 0.95, 2);
        Trajectory dense = SOLVER.solve(process, MIXED, 20);
        SampledTrajectory samples = SOLVER.sample(process, MIXED, 0, 0.37, 5, 20);
        assertThat(samples.points().get(0).tails().meanQueue()).isEqualTo(MIXED.meanQueue());
        for (TailPoint point : samples.points()) {
            assertThat(Trajectory.distance(dense.tails(point.time()), point.tails()))
                    .isLessThan(1e-11);
        }
        assertThat(dense.switches()).isEmpty();
        assertThat(dense.horizon()).isEqualTo(20);
    }

    /** Overloaded random routing spreads over hundreds of levels; a truncation far above all of them is the reference. */
    @Test
    void levelsGrowWithTheQueuesAndTheErrorIsBounded() {
        BatchSampling process = BatchSampling.random(1.5, 2);
        SampledTrajectory grown = SOLVER.sample(process, EMPTY, 100);
        QueueTails wide = new TrajectorySolver(1e-11, 400)
                .sample(process, EMPTY, 100)
                .points()
                .get(0)
                .tails();
        QueueTails tails = grown.points().get(0).tails();
        assertThat(tails.levels()).isBetween(60, 300);
        assertThat(grown.truncationError()).isBetween(0.0, TrajectorySolver.TRUNCATION);
        assertThat(Trajectory.distance(tails, wide)).isLessThan(1e-9);
        assertThat(tails.meanQueue()).isCloseTo(wide.meanQueue(), within(1e-8));
    }

    /** Once all servers are busy, the mean queue grows by λ − 1 per unit time whatever the regime. */
    @ParameterizedTest
    @MethodSource("switching")
    void overloadedSwitchingSystemsGrowLinearly(SwitchingMeanField field) {
        List<TailPoint> points = SOLVER.sample(field, EMPTY, 200, 220).points();
        double growth =
                points.get(1).tails().meanQueue() - points.get(0).tails().meanQueue();
        assertThat(growth).isCloseTo(20 * 0.25, within(1e-6));
    }

    static Stream<SwitchingMeanField> switching() {
        return Stream.of(JoinShortestQueue.of(1.25, 2), JoinIdleQueue.of(1.25, 2), Centralization.of(1.25, 0.4, 2));
    }

    /** From empty, s_1 = λ(1 − e^{−t}) reaches 1 at ln(λ/(λ−1)); then levels fill one after the other. */
    @Test
    void shortestQueuesFillLevelByLevel() {
        Trajectory path = SOLVER.solve(JoinShortestQueue.of(2, 2), EMPTY, 5);
        assertThat(path.switches().get(0).time()).isCloseTo(Math.log(2), within(1e-10));
        assertThat(path.tails(0.5).tail(1)).isCloseTo(2 * (1 - Math.exp(-0.5)), within(1e-10));
        QueueTails end = path.tails(5);
        assertThat(end.meanQueue()).isCloseTo(1 + 5 - Math.log(2), within(1e-9));
        int full = (int) end.meanQueue();
        assertThat(end.tail(full)).isEqualTo(1);
        assertThat(end.tail(full + 2)).isLessThan(0.3);
    }

    @Test
    void theSlidingSurfaceIsLeftWhenArrivalsNoLongerRefillIdleServers() {
        Trajectory path = SOLVER.solve(JoinIdleQueue.of(0.9, 2), QueueTails.of(1, 1, 1), 20);
        assertThat(path.switches()).hasSize(1);
        RegimeSwitch leaving = path.switches().get(0);
        assertThat(leaving.from()).isEqualTo(1);
        assertThat(leaving.to()).isZero();
        assertThat(path.tails(leaving.time() / 2).tail(1)).isEqualTo(1);
        assertThat(path.tails(leaving.time()).tail(2)).isCloseTo(0.1, within(1e-9));
        assertThat(path.tails(leaving.time() + 0.5).tail(1)).isLessThan(1);
    }

    @Test
    void aStartOnTheSurfaceThatCannotStayLeavesAtOnce() {
        QueueTails start = QueueTails.of(1, 1, 0.02);
        for (SwitchingMeanField field :
                List.of(JoinIdleQueue.of(0.5, 2), (SwitchingMeanField) JoinShortestQueue.of(0.5, 2))) {
            Trajectory path = SOLVER.solve(field, start, 1);
            assertThat(path.switches()).isEmpty();
            assertThat(path.tails(0.01).tail(1)).isLessThan(1);
        }
    }

    /** With s_2 = 1 − λ exactly, departures to come find too few arrivals to refill them. */
    @Test
    void aStartWhereTheSlidingEndsLeavesAtOnce() {
        QueueTails start = QueueTails.of(1, 1, 0.5);
        for (SwitchingMeanField field :
                List.of(JoinIdleQueue.of(0.5, 2), (SwitchingMeanField) JoinShortestQueue.of(0.5, 2))) {
            assertThat(SOLVER.solve(field, start, 1).tails(0.5).tail(1)).isLessThan(1);
        }
        // λ s_1 = p, and s_1 grows: queues of two jobs appear
        QueueTails half = QueueTails.of(1, 0.5);
        assertThat(SOLVER.solve(Centralization.of(0.5, 0.25, 2), half, 1)
                        .tails(1)
                        .tail(2))
                .isZero();
        QueueTails quarter = QueueTails.of(1, 0.25);
        assertThat(SOLVER.solve(Centralization.of(0.8, 0.2, 2), quarter, 1)
                        .tails(1)
                        .tail(2))
                .isPositive();
    }

    @Test
    void aStartBelowTheSurfaceEntersIt() {
        Trajectory path = SOLVER.solve(JoinIdleQueue.of(0.95, 2), QueueTails.of(1, 0.9, 0.9, 0.9, 0.9), 200);
        assertThat(path.switches()).extracting(RegimeSwitch::to).containsExactly(1, 0);
    }

    /** With p = 1 and λ below it, the central server empties the longest queues one level after the other. */
    @Test
    void aCentralServerOfAllCapacityDrainsLevelByLevel() {
        double load = 0.4;
        Trajectory path = SOLVER.solve(Centralization.of(load, 1, 2), QueueTails.of(1, 1, 1), 10);
        assertThat(path.tails(1).meanQueue()).isCloseTo(2 - 0.6, within(1e-10));
        assertThat(path.tails(2 / 0.6 + 0.01).meanQueue()).isCloseTo(0, within(1e-10));
        assertThat(path.switches()).extracting(RegimeSwitch::to).containsExactly(1, 0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.9})
    void theCentralizedTrajectoryEndsInTheFixedPoint(double load) {
        QueueTails fixedPoint = FixedPoints.centralization(load, 0.05).value().orElseThrow();
        for (QueueTails start : List.of(EMPTY, MIXED)) {
            QueueTails late = SOLVER.sample(Centralization.of(load, 0.05, 2), start, 2000)
                    .points()
                    .get(0)
                    .tails();
            assertThat(Trajectory.distance(late, fixedPoint)).isLessThan(1e-8);
        }
    }

    /** Join-idle-queue from empty: s_1 = λ(1 − e^{−t}) is within ε of λ after ln(λ/ε). */
    @Test
    void theTimeToComeCloseIsThatOfTheExponential() {
        QueueTails fixedPoint = FixedPoints.idleServerFound(0.9).value().orElseThrow();
        double time = new Approach(1e-3, 1000)
                .time(JoinIdleQueue.of(0.9, 2), EMPTY, fixedPoint)
                .value()
                .orElseThrow();
        assertThat(time).isCloseTo(Math.log(900), within(1e-7));
        double none = new Approach(1e-3, 1000)
                .time(JoinIdleQueue.of(0.9, 2), fixedPoint, fixedPoint)
                .value()
                .orElseThrow();
        assertThat(none).isZero();
    }

    @Test
    void impatienceIsNoAnswer() {
        BatchSampling process = BatchSampling.powerOfD(2, 0.9, 2);
        QueueTails fixedPoint =
                FixedPoints.batchSampling(process.choice(), 0.9).value().orElseThrow();
        assertThat(new Approach(1e-3, 10).time(process, EMPTY, fixedPoint).value())
                .isEmpty();
        assertThat(new Approach(1e-3, 500)
                        .time(process, EMPTY, fixedPoint)
                        .value()
                        .orElseThrow())
                .isBetween(20.0, 100.0);
    }

    @Test
    void argumentsOutOfRangeAreRefused() {
        BatchSampling process = BatchSampling.powerOfD(2, 0.9, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> TrajectorySolver.withTolerance(1e-20));
        assertThatIllegalArgumentException().isThrownBy(() -> new TrajectorySolver(1e-9, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.solve(process, EMPTY, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.solve(process, EMPTY, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.sample(process, EMPTY));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.sample(process, EMPTY, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> SOLVER.sample(process, EMPTY, 2, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SOLVER.solve(process, EMPTY, 1).tails(1.5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Approach(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Approach(0.1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new NewtonFixedPoint(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new GridIntegrator(1));
        for (double share : new double[] {0, -0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Centralization.of(0.5, share, 2))
                    .withMessageContaining("p = ");
        }
    }
}
