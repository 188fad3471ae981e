package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.StoppingRule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The nominal 95 % interval covers the exact mean in 92 to 98 % of 400 seeded runs. With an exact coverage of 95 % the number
 * of covers is outside that range with probability 0.6 %; a coverage of 90 % fails with probability 93 %.
 */
@Tag("slow")
class IntervalCoverageTest {
    private static final int RUNS = 400;

    /**
     * A system with its exact mean.
     *
     * @param name of the system
     * @param system what to simulate
     * @param mean its exact mean download time
     */
    record Exact(String name, ForkJoinSystem system, double mean) {
        static Exact of(String name, Recovery recovery, double arrivalRate, double mean) {
            return new Exact(
                    name,
                    ForkJoinSystem.of(RequestMix.fixed(recovery), ServiceTimes.exponential(1), arrivalRate),
                    mean);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Exact> systems() {
        return Stream.of(
                Exact.of("M/M/1, load 0.8", ThresholdRecovery.anyOf(1, new int[] {0}, 1), 0.8, 5),
                Exact.of(
                        "locality 2, availability 1, load 0.6",
                        StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS),
                        1,
                        1.5),
                Exact.of("two-way fork-join, load 0.5", StorageCode.mds(2, 2).wholeFile(), 0.5, 2.875));
    }

    @ParameterizedTest
    @MethodSource("systems")
    void theIntervalCoversTheExactMeanAsOftenAsItSays(Exact exact) {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(100_000));
        long covered = IntStream.range(0, RUNS)
                .filter(seed -> Experiment.run(exact.system(), plan.withSeed(seed), Execution.threads(1))
                        .mean()
                        .value()
                        .orElseThrow()
                        .covers(exact.mean()))
                .count();
        assertThat(covered).isBetween(RUNS * 92L / 100, RUNS * 98L / 100);
    }

    /** From 2010 looks, just enough for the percentile: 250 runs; an exact coverage of 95 % fails with probability 4 %. */
    @ParameterizedTest
    @CsvSource({"0.5, 11716", "0.8, 144272", "0.9, 686944"})
    void theLimitsOfThe99thPercentileCoverItAsOftenAsTheySay(double load, long requests) {
        ForkJoinSystem system = ForkJoinSystem.of(
                RequestMix.fixed(ThresholdRecovery.anyOf(1, new int[] {0}, 1)), ServiceTimes.exponential(1), load);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        double exact = Math.log(100) / (1 - load);
        long covered = IntStream.range(5000, 5250)
                .mapToObj(seed -> Experiment.run(system, plan.withSeed(seed), Execution.threads(1)))
                .map(result -> result.percentile(99).value().orElseThrow())
                .filter(p99 -> p99.lower() <= exact && exact <= p99.upper())
                .count();
        assertThat(covered).isBetween(230L, 245L);
    }
}
