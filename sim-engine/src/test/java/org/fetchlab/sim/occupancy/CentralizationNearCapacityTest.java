package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.observe.StudentInterval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The mean queue of 10 000 servers under a little centralization at loads 0.99 and 0.999 is within 1 % of its fluid limit, from
 * wherever it starts: from queues that are 60 % shorter or longer, five relaxation times τ = 1/((1-λ)p) before.
 *
 * <p>Beside the limit the mean queue is an Ornstein-Uhlenbeck process with variance τ/n (two steps per server and unit time): it
 * fluctuates by 2 %, and its average over the two relaxation times and six paths here has a standard error of at most
 * √(τ/10n), 0.8 %. A control variate knows it better. The jobs beyond level i - 1 are in balance,
 * {@code λ E[s_{i-1}] = (1-p) E[s_i] + p}, as long as the longest queue has at least i jobs, so that E[s_i] is that of the limit
 * exactly for every n; and at two thirds of the longest queue s_i follows the mean queue closely. What is left
 * of 1 % is for the finite size: the mean queue is convex in the load, whose fluctuations over τ lengthen it by about 1/((1-λ)n), 0.2 %.
 */
@Tag("slow")
class CentralizationNearCapacityTest {
    private static final int SERVERS = 10_000;
    private static final int PATHS = 3;
    private static final double WARM_UP = 5;
    private static final int LOOKS_PER_RELAXATION = 400;
    private static final int LOOKS = 2 * LOOKS_PER_RELAXATION;

    static Stream<ReferenceTable.Row> nearCapacity() {
        return ReferenceTable.read("centralization_fixed_point.csv").rows().filter(row -> row.number("lambda") >= 0.99);
    }

    /** False alarms: 1e-3 each; a bias of 1.4 % fails. */
    @ParameterizedTest
    @MethodSource("nearCapacity")
    void theMeanQueueIsThatOfTheFluidLimitFromBelowAndFromAbove(ReferenceTable.Row row) {
        TrajectoryEnsemble below = from(row, 0.4, 1);
        TrajectoryEnsemble above = from(row, 1.6, 2);
        double limit = row.number("mean_queue");
        int level = row.integer("top_level") * 2 / 3;
        double control = limit(row, level);
        double slope = slope(level, below, above);
        double[] fromBelow = controlled(below, level, control, slope);
        double[] fromAbove = controlled(above, level, control, slope);
        Estimate mean = StudentInterval.ofMean(concatenated(fromBelow, fromAbove), OwnInterval.CONFIDENCE);
        assertThat(mean.halfWidth()).isLessThan(0.004 * limit);
        assertThat(mean.value()).isCloseTo(limit, within(0.006 * limit));
        assertThat(average(fromBelow)).isCloseTo(limit, within(0.01 * limit));
        assertThat(average(fromAbove)).isCloseTo(limit, within(0.01 * limit));
        double uncontrolled = (average(below) + average(above)) / 2;
        double standardError = Math.sqrt(relaxation(row) / 10 / SERVERS);
        assertThat(uncontrolled).isCloseTo(limit, within(3.3 * standardError + 0.002 * limit));
    }

    private static double average(TrajectoryEnsemble ensemble) {
        return average(controlled(ensemble, 1, 0, 0));
    }

    private static double relaxation(ReferenceTable.Row row) {
        return 1 / ((1 - row.number("lambda")) * row.number("p"));
    }

    private static TrajectoryEnsemble from(ReferenceTable.Row row, double stretch, long seed) {
        OccupancyHistogram initial = stretched(row, stretch);
        double relaxation = relaxation(row);
        double[] times = IntStream.rangeClosed(1, LOOKS)
                .mapToDouble(look -> relaxation * (WARM_UP + (double) look / LOOKS_PER_RELAXATION))
                .toArray();
        RoutingPolicy policy = new RoutingPolicy.Centralized(row.number("p"));
        return TransientRun.run(
                OccupancyModel.of(policy, SERVERS, row.number("lambda")),
                initial,
                times,
                PATHS,
                new RandomStreams(seed),
                Execution.threads(1));
    }

    /** The invariant state of the limit, with queues that are so many times as long. */
    private static OccupancyHistogram stretched(ReferenceTable.Row row, double stretch) {
        int levels = (int) (stretch * (row.integer("top_level") + 1)) + 1;
        int[] counts = new int[levels + 1];
        int atLeast = SERVERS;
        for (int jobs = 0; jobs < levels; jobs++) {
            int above = (int) Math.round(SERVERS * limit(row, (int) ((jobs + 1) / stretch)));
            counts[jobs] = atLeast - above;
            atLeast = above;
        }
        counts[levels] = atLeast;
        return OccupancyHistogram.of(SERVERS, counts);
    }

    /** s_i of the limit: s_i = max(0, (λ s_{i-1} - p) / (1 - p)). */
    private static double limit(ReferenceTable.Row row, int level) {
        double tail = 1;
        for (int i = 0; i < level; i++) {
            tail = Math.max(0, (row.number("lambda") * tail - row.number("p")) / (1 - row.number("p")));
        }
        return tail;
    }

    /** How much longer the mean queue is where one server more has so many jobs, by least squares over all looks. */
    private static double slope(int level, TrajectoryEnsemble... ensembles) {
        List<QueueTails> looks = Stream.of(ensembles)
                .flatMap(ensemble ->
                        IntStream.range(0, PATHS * LOOKS).mapToObj(look -> ensemble.tails(look / LOOKS, look % LOOKS)))
                .toList();
        double tail = average(looks, tails -> tails.tail(level));
        double queue = average(looks, QueueTails::meanQueue);
        double covariance = average(looks, tails -> (tails.tail(level) - tail) * (tails.meanQueue() - queue));
        double variance = average(looks, tails -> (tails.tail(level) - tail) * (tails.tail(level) - tail));
        return covariance / variance;
    }

    private static double average(List<QueueTails> looks, ToDoubleFunction<QueueTails> quantity) {
        return looks.stream().mapToDouble(quantity).average().orElseThrow();
    }

    /** The average mean queue of each path, less what its control variate says that it is too long. */
    private static double[] controlled(TrajectoryEnsemble ensemble, int level, double control, double slope) {
        return IntStream.range(0, PATHS)
                .mapToDouble(path -> IntStream.range(0, LOOKS)
                        .mapToObj(look -> ensemble.tails(path, look))
                        .mapToDouble(tails -> tails.meanQueue() - slope * (tails.tail(level) - control))
                        .average()
                        .orElseThrow())
                .toArray();
    }

    private static double[] concatenated(double[] first, double[] second) {
        double[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static double average(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
