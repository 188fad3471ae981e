package org.fetchlab.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.RoutingPolicy.PowerOfD;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.routing.Placement;
import org.fetchlab.sim.routing.RoutedSystem;
import org.junit.jupiter.api.Test;

/** Two systems on common random numbers. The seed is fixed; intervals are widened to a false alarm in 10⁶. */
final class PairedComparisonTest {
    private static final double WIDENING = 2.5;
    /** The mean of the shorter of two queues at load 1/2 (matrix-geometric), and that of M/M/1. */
    private static final double SHORTER_OF_TWO = 1.4263207512;

    private static final double RANDOM = 2;

    @Test
    void theIntervalOfTheDifferenceCoversItAndIsNarrowerThanThatOfIndependentRuns() {
        PairedComparison paired = compare(0.5, 0.5, new StoppingRule.Requests(200_000));
        Estimate difference = known(paired.difference());
        Estimate first = known(paired.first().mean());
        Estimate second = known(paired.second().mean());
        assertThat(Math.abs(difference.value() - (SHORTER_OF_TWO - RANDOM)))
                .isLessThan(WIDENING * difference.halfWidth());
        assertThat(difference.value()).isCloseTo(second.value() - first.value(), within(1e-12));
        assertThat(difference.halfWidth()).isLessThan(0.8 * Math.hypot(first.halfWidth(), second.halfWidth()));
    }

    /** Alone, the busy system would simulate many times what the idle one does. */
    @Test
    void bothSystemsSimulateTheSameRequestsUntilBothMeansArePrecise() {
        StoppingRule rule = new StoppingRule.RelativePrecision(0.03, 4_000_000);
        PairedComparison paired = compare(0.3, 0.8, rule);
        ExperimentResult alone =
                Experiment.run(system(new RoutingPolicy.Random(), 0.3), plan(rule), Execution.threads(1));
        assertThat(paired.first().requests())
                .isEqualTo(paired.second().requests())
                .isGreaterThan(alone.requests());
        assertThat(paired.first().warmUp()).isEqualTo(paired.second().warmUp());
        for (ExperimentResult result : new ExperimentResult[] {paired.first(), paired.second()}) {
            Estimate mean = known(result.mean());
            assertThat(mean.halfWidth()).isLessThanOrEqualTo(0.03 * mean.value());
        }
    }

    @Test
    void aSystemWithoutMeanLeavesTheOtherOneItsOwn() {
        PairedComparison paired = compare(1.2, 0.5, new StoppingRule.Requests(20_000));
        assertThat(paired.first().stability().verdict()).isEqualTo(Verdict.UNSTABLE);
        assertThat(known(paired.second().mean()).value()).isPositive();
        assertThat(paired.difference())
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason())
                                .contains("first system", "unstable")
                                .doesNotContain("second"));
    }

    private static PairedComparison compare(double randomLoad, double shorterLoad, StoppingRule rule) {
        return PairedComparison.run(
                system(new RoutingPolicy.Random(), randomLoad),
                system(new PowerOfD(2), shorterLoad),
                plan(rule),
                Execution.threads(1));
    }

    private static RoutedSystem system(RoutingPolicy policy, double load) {
        return RoutedSystem.of(policy, Placement.symmetric(Sampling.DISTINCT), 2, load, ServiceTimes.exponential(1));
    }

    private static ExperimentPlan plan(StoppingRule rule) {
        return ExperimentPlan.of(rule);
    }

    private static Estimate known(Outcome<Estimate> outcome) {
        return outcome.value().orElseThrow();
    }
}
