package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
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

    private static ServiceTime law(String name) {
        double common = (1 + Math.sqrt(9.0 / 11)) / 2;
        double rare = 1 - common;
        return switch (name) {
            case "hyperexponential, scv 10" ->
                ServiceTimes.hyperexponential(new double[] {common, rare}, new double[] {2 * common, 2 * rare});
            case "Weibull, scv 5" -> ServiceTimes.weibull(0.5, 0.5);
            case "Pareto, index 3.5" -> ServiceTimes.pareto(2.5 / 3.5, 3.5);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static long leastRequests(SimulatedSystem system, double load) {
        return (long) Math.ceil(480 * (2 - 1 / system.serviceVariability().factor()) * system.requestsPerLook(load))
                + 1;
    }

    /** Pollaczek and Khinchine, at the least length. */
    @ParameterizedTest
    @CsvSource({
        "'hyperexponential, scv 10', 0.5",
        "'hyperexponential, scv 10', 0.8",
        "'Weibull, scv 5', 0.5",
        "'Pareto, index 3.5', 0.5"
    })
    void theIntervalCoversTheMeanOfSkewedServiceAsOftenAsItSays(String name, double load) {
        ServiceTime law = law(name);
        ForkJoinSystem system =
                ForkJoinSystem.of(RequestMix.fixed(ThresholdRecovery.anyOf(1, new int[] {0}, 1)), law, load);
        double mean = 1 + load * law.moment(2).value().orElseThrow() / (2 * (1 - load));
        List<Estimate> estimates = estimates(system, leastRequests(system, load));
        assertThat(estimates).hasSizeGreaterThan(RUNS * 98 / 100);
        assertCoverage(estimates, mean);
    }

    /** Against the average of the runs, whose standard error is a tenth of that of one run's half-width at most. */
    @ParameterizedTest
    @CsvSource({"'hyperexponential, scv 10'", "'Weibull, scv 5'"})
    void soItDoesUnderPowerOfTwo(String name) {
        double load = 0.8;
        RoutedSystem system = RoutedSystem.of(
                new RoutingPolicy.PowerOfD(2), Placement.symmetric(Sampling.DISTINCT), 10, load, law(name));
        List<Estimate> estimates = estimates(system, leastRequests(system, load));
        assertCoverage(
                estimates,
                estimates.stream().mapToDouble(Estimate::value).average().orElseThrow());
    }

    private static List<Estimate> estimates(SimulatedSystem system, long requests) {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(requests));
        return IntStream.range(1000, 1000 + RUNS)
                .mapToObj(seed -> Experiment.run(system, plan.withSeed(seed), Execution.threads(1)))
                .flatMap(result -> result.mean().value().stream())
                .toList();
    }

    private static void assertCoverage(List<Estimate> estimates, double mean) {
        long covered =
                estimates.stream().filter(estimate -> estimate.covers(mean)).count();
        assertThat((double) covered / estimates.size()).isBetween(0.92, 0.98);
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
