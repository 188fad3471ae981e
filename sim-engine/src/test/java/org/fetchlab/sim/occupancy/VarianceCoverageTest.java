package org.fetchlab.sim.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.StoppingRule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The nominal 95 % interval of the scaled variance covers that of independent queues M/M/1, ρ/(1-ρ)² for every n, in 92 to 98 %
 * of 400 seeded runs. With an exact coverage of 95 % that fails with probability 0.6 %; a coverage of 90 % with probability 93 %.
 */
@Tag("slow")
class VarianceCoverageTest {
    private static final int RUNS = 400;

    /** The least length, 1920 looks, and four times as many. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.5, 1",
        "1, 0.8, 1",
        "10, 0.5, 1",
        "10, 0.8, 1",
        "1, 0.5, 4",
        "1, 0.8, 4",
        "10, 0.5, 4",
        "10, 0.8, 4"
    })
    void theIntervalCoversTheExactVarianceAsOftenAsItSays(int servers, double load, int times) {
        OccupancySystem system = OccupancySystem.of(OccupancyModel.of(new RoutingPolicy.Random(), servers, load));
        long requests = (long) Math.ceil(times * 1920 * system.requestsPerLook(load));
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        double exact = load / (1 - load) / (1 - load);
        long covered = IntStream.range(1000, 1000 + RUNS)
                .mapToObj(seed -> Experiment.run(system, plan.withSeed(seed), Execution.threads(1)))
                .map(result ->
                        LimitChecks.variance(OccupancyStatistics.of(result).orElseThrow()))
                .filter(variance -> variance.covers(exact))
                .count();
        assertThat(covered).isBetween(RUNS * 92L / 100, RUNS * 98L / 100);
    }
}
