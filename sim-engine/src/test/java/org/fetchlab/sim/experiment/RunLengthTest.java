package org.fetchlab.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;
import static org.fetchlab.sim.Runs.run;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.occupancy.OccupancyModel;
import org.fetchlab.sim.occupancy.OccupancySystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run answers only what it is long enough for: its length decides, against load and service law, not its sample. */
class RunLengthTest {
    /** Squared coefficient of variation 25: one service in 50 is 50 times as long as the others. */
    private static final ServiceTime RARELY_LONG =
            ServiceTimes.hyperexponential(new double[] {0.98, 0.02}, new double[] {2, 0.04});

    private static final double MEAN = 0.99;
    private static final double SECOND_MOMENT = 2 * (0.98 / 4 + 0.02 / 0.0016);
    private static final double LOAD = 0.8;
    private static final double RATE = LOAD / MEAN;

    static Stream<SimulatedSystem> rarelyLong() {
        return Stream.of(
                routed(new RoutingPolicy.Random()),
                routed(new RoutingPolicy.PowerOfD(2)),
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(1).wholeFile()), RARELY_LONG, RATE));
    }

    private static RoutedSystem routed(RoutingPolicy policy) {
        return RoutedSystem.of(policy, Placement.symmetric(Sampling.DISTINCT), 10, RATE, RARELY_LONG);
    }

    @ParameterizedTest
    @MethodSource("rarelyLong")
    void rareLongServicesNeedLongRuns(SimulatedSystem system) {
        for (long seed = 1; seed <= 6; seed++) {
            ExperimentPlan plan =
                    ExperimentPlan.of(new StoppingRule.Requests(20_000)).withSeed(seed);
            assertThat(Experiment.run(system, plan, Execution.threads(1)).withheld())
                    .contains(WithheldMean.RUN_TOO_SHORT);
        }
    }

    /** E[S⁶] / E[S⁴]^(3/2): 6!/4!^(3/2), (1 + c²)⁶ for lognormal laws, 12!/8!^(3/2) for the square of an exponential time. */
    @Test
    void theSkewnessOfWaitingIsThatOfTheSquareOfAService() {
        assertThat(skewness(ServiceTimes.exponential(3))).isCloseTo(720 / Math.pow(24, 1.5), withinPercentage(1));
        assertThat(skewness(ServiceTimes.deterministic(3))).isCloseTo(1, withinPercentage(30));
        assertThat(skewness(ServiceTimes.lognormal(5, Math.sqrt(Math.log(4))))).isCloseTo(4096, withinPercentage(1));
        assertThat(skewness(ServiceTimes.weibull(0.5, 2)))
                .isCloseTo(479001600 / Math.pow(40320, 1.5), withinPercentage(1));
        assertThat(skewness(ServiceTimes.pareto(1, 3.5))).isGreaterThan(1e9);
        assertThat(ServiceVariability.NONE.skewness()).isZero();
    }

    private static double skewness(ServiceTime law) {
        return ServiceVariability.of(law).skewness();
    }

    @Test
    void anIntervalOfAVeryLognormalServiceIsDoubtedUnlessNobodyWaitsForIt() {
        ServiceTime law = ServiceTimes.lognormal(0, Math.sqrt(Math.log(4)));
        ForkJoinSystem alone =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(1).wholeFile()), law, 0.25);
        assertThat(run(alone, 100_000).warnings()).anyMatch(warning -> warning.contains("too rare to be drawn"));
        ForkJoinSystem replicas =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), law, 0.25);
        assertThat(run(replicas, 100_000).warnings()).noneMatch(warning -> warning.contains("too rare to be drawn"));
    }

    @Test
    void longRunsMeetPollaczekAndKhinchine() {
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(2_000_000));
        ExperimentResult result = Experiment.run(routed(new RoutingPolicy.Random()), plan, Execution.threads(1));
        double mean = MEAN + RATE * SECOND_MOMENT / (2 * (1 - LOAD));
        assertCovers(result.mean().value().orElseThrow(), mean, 0.2 * mean, RARE);
    }

    @Test
    void theFactorOfAServiceLawIsOneForExponentialService() {
        assertThat(ServiceVariability.of(ServiceTimes.exponential(3)).factor()).isCloseTo(1, within(1e-12));
        assertThat(ServiceVariability.of(ServiceTimes.deterministic(3)).factor())
                .isEqualTo(1);
        // E[S³] / (3 E[S] E[S²]) = 6 (0.98/8 + 0.02/0.04³) / (3 · 0.99 · 25.49).
        assertThat(ServiceVariability.of(RARELY_LONG).factor()).isCloseTo(24.777, within(1e-3));
        // No third moment, and E[S²] / (2 E[S]²) = 5 / (2 · 25/9).
        assertThat(ServiceVariability.of(ServiceTimes.pareto(1, 2.5)).factor()).isEqualTo(1);
        assertThat(ServiceVariability.of(ServiceTimes.pareto(1, 2.1)).factor())
                .isCloseTo(21 * 1.21 / (2 * 4.41), within(1e-9));
        assertThat(ServiceVariability.of(ServiceTimes.pareto(1, 1.5)).factor()).isEqualTo(1);
        assertThat(ServiceVariability.of(ServiceTimes.pareto(1, 0.5)).factor()).isEqualTo(1);
    }

    @Test
    void copiesThatAreCancelledInServiceDoNotCountAsLong() {
        ForkJoinSystem spare =
                ForkJoinSystem.of(RequestMix.fixed(StorageCode.replication(3).wholeFile()), RARELY_LONG, RATE);
        assertThat(spare.serviceVariability().factor()).isEqualTo(1);
        assertThat(spare.with(Cancellation.NONE).serviceVariability().factor()).isGreaterThan(20);
    }

    @Test
    void tooFewExcursionsGiveNoMean() {
        ExperimentResult result =
                Experiment.run(mm1(0.9), ExperimentPlan.of(new StoppingRule.Requests(100_000)), Execution.threads(1));
        assertThat(result.withheld()).contains(WithheldMean.RUN_TOO_SHORT);
        assertThat(((Outcome.None<?>) result.mean()).reason())
                .isEqualTo(
                        "run too short: it sees too few independent excursions of the queues; simulate more requests:"
                                + " about 180000");
    }

    static Stream<OccupancyModel> slowerThanAServer() {
        return Stream.of(
                OccupancyModel.of(new RoutingPolicy.Random(), 20, 0.9),
                OccupancyModel.of(new RoutingPolicy.Centralized(0.05), 20, 0.9));
    }

    /** The transient of many servers lasts longer than an independent look at them. */
    @ParameterizedTest
    @MethodSource("slowerThanAServer")
    void theAdviceOnTheLengthIsEnoughAtOnce(OccupancyModel model) {
        SimulatedSystem system = OccupancySystem.of(model);
        for (long seed = 1; seed <= 8; seed++) {
            ExperimentResult tooShort = seeded(system, 4000, seed);
            assertThat(tooShort.withheld()).contains(WithheldMean.RUN_TOO_SHORT);
            String reason = ((Outcome.None<?>) tooShort.mean()).reason();
            long advice = Long.parseLong(reason.substring(reason.indexOf("about ") + "about ".length()));
            assertThat(seeded(system, advice, seed).mean().value()).isPresent();
        }
    }

    private static ExperimentResult seeded(SimulatedSystem system, long requests, long seed) {
        ExperimentPlan plan =
                ExperimentPlan.of(new StoppingRule.Requests(requests)).withSeed(seed);
        return Experiment.run(system, plan, Execution.threads(1));
    }

    @Test
    void aPrecisionGoalIsNotMetByLuckBeforeTheRunIsLongEnough() {
        StoppingRule rule = new StoppingRule.RelativePrecision(0.5, 1_000_000);
        ExperimentResult result = Experiment.run(mm1(0.9), ExperimentPlan.of(rule), Execution.threads(1));
        assertThat(result.mean().value()).isPresent();
        assertThat(result.requests()).isBetween(160_000L, 170_000L);
    }

    /** Whether a percentile is shown depends on the plan: of 100 000 requests at load 0.8, 14 of 1393 looks exceed p99. */
    @Test
    void theSampleDoesNotDecideWhichPercentilesAreShown() {
        for (long seed = 1; seed <= 10; seed++) {
            ExperimentResult result = Experiment.run(
                    mm1(0.8),
                    ExperimentPlan.of(new StoppingRule.Requests(100_000))
                            .withSeed(seed)
                            .withPercentiles(List.of(50.0, 90.0, 98.0, 99.0, 99.9)),
                    Execution.threads(1));
            assertThat(result.percentile(98).value()).isPresent();
            assertThat(result.percentile(99).value()).isEmpty();
            assertThat(result.percentile(99.9))
                    .isInstanceOfSatisfying(
                            Outcome.None.class,
                            none -> assertThat(none.reason()).endsWith("simulate more requests: about 1500000"));
        }
    }

    private static SimulatedSystem mm1(double load) {
        return ForkJoinSystem.of(
                        RequestMix.fixed(ThresholdRecovery.anyOf(1, new int[] {0}, 1)),
                        ServiceTimes.exponential(1),
                        load)
                .withCapacity(new StabilityEvidence.Known(Capacity.exactly(1), "service rate"));
    }
}
