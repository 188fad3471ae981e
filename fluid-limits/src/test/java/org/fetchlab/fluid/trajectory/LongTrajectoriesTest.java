package org.fetchlab.fluid.trajectory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.fluid.process.Centralization;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.PhaseType;
import org.fetchlab.fluid.process.PhaseTypeBatchSampling;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trajectories that are so long that the stability of the method limits its steps: what is read inside a step must be as
 * good as what a step ends with.
 */
class LongTrajectoriesTest {
    private static final double TOLERANCE = 1e-10;
    /** Errors of 7th-order interpolation at that tolerance; without a limit on the steps they reach 4e-7. */
    private static final double INTERPOLATION = 1e-8;

    private static final TrajectorySolver SOLVER = TrajectorySolver.withTolerance(TOLERANCE);
    private static final QueueTails START = QueueTails.of(1, 0.9, 0.5, 0.1);

    /** A mean field and how long to follow it. */
    private record Case(SwitchingMeanField field, double horizon) {}

    /** Seeded random loads, choices and shares; half of the systems are overloaded. */
    static Stream<Case> cases() {
        UniformRandomProvider random = new RandomStreams(3).stream(0, RandomPurpose.NOISE);
        return IntStream.range(0, 4).boxed().flatMap(repetition -> {
            double load = repetition % 2 == 0 ? 0.3 + 0.7 * random.nextDouble() : 1 + random.nextDouble();
            double horizon = 50 + 150 * random.nextDouble();
            int sampled = 1 + random.nextInt(6);
            BatchChoice choice = BatchChoice.of(sampled, 1 + random.nextInt(sampled));
            PhaseType service = PhaseType.erlang(2, 2.0 * choice.joined());
            double share = 0.01 + 0.5 * random.nextDouble();
            return Stream.of(
                            new SingleRegime(BatchSampling.random(load, 2)),
                            new SingleRegime(BatchSampling.of(choice, load, Sampling.DISTINCT, 2)),
                            new SingleRegime(PhaseTypeBatchSampling.of(choice, load, service, 2)),
                            JoinShortestQueue.of(load, 2),
                            JoinIdleQueue.of(load, 2),
                            Centralization.of(load, share, 2))
                    .map(field -> new Case(field, horizon));
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aStateInsideAStepIsAsGoodAsOneAtItsEnd(Case each) {
        double[] times = IntStream.rangeClosed(0, 200)
                .mapToDouble(i -> each.horizon * i / 200)
                .toArray();
        List<TailPoint> points = SOLVER.sample(each.field, START, times).points();
        for (int i = 20; i < times.length; i += 60) {
            QueueTails end =
                    SOLVER.sample(each.field, START, times[i]).points().get(0).tails();
            assertThat(Trajectory.distance(points.get(i).tails(), end))
                    .as("%s at time %s", each, times[i])
                    .isLessThan(INTERPOLATION);
        }
    }
}
