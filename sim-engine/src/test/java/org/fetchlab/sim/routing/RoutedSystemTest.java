package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.StatisticalAssertions.RARE;
import static org.fetchlab.model.testing.StatisticalAssertions.assertCovers;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.StoppingRule;
import org.junit.jupiter.api.Test;

/** Statistics and stability of n-server systems with download times. */
class RoutedSystemTest {
    private static final Placement DISTINCT = Placement.symmetric(Sampling.DISTINCT);
    private static final ServiceTime EXPONENTIAL = ServiceTimes.exponential(1);
    private static final ExperimentPlan QUICK = ExperimentPlan.of(new StoppingRule.Requests(1_000_000));

    private static ExperimentResult run(RoutingPolicy policy, int servers, double arrivalRate, ServiceTime service) {
        return Experiment.run(
                RoutedSystem.of(policy, DISTINCT, servers, arrivalRate, service), QUICK, Execution.threads(1));
    }

    /** Three copies of which two are needed are slow when two of them are; with fewer than all servers that is not claimed. */
    @Test
    void aRequestThatAsksAllServersIsSlowWhenTooManyOfItsCopiesAre() {
        assertThat(tailIndex(3, 2, 3)).isCloseTo(2 * 1.9 - 1, within(1e-6));
        assertThat(tailIndex(3, 3, 3)).isCloseTo(1.9 - 1, within(1e-6));
        assertThat(tailIndex(3, 2, 4)).isCloseTo(1.9 - 1, within(1e-6));
    }

    private static double tailIndex(int copies, int needed, int servers) {
        ServiceTime law = ServiceTimes.pareto(1, 1.9);
        return RoutedSystem.of(new RoutingPolicy.RedundantKilling(copies, needed), DISTINCT, servers, 0.01, law)
                .tailIndex();
    }

    @Test
    void statisticsAreQueueLengthUtilisationAndTails() {
        double load = 0.6;
        for (RoutingPolicy policy : new RoutingPolicy[] {new RoutingPolicy.Random(), new RoutingPolicy.PowerOfD(1)}) {
            RoutingStatistics statistics = statistics(run(policy, 4, load, EXPONENTIAL));
            assertCovers(statistics.meanQueue().orElseThrow(), load / (1 - load), 0.05, RARE);
            assertCovers(statistics.utilization(), load, 0.01, RARE);
            for (int level = 1; level <= 12; level++) {
                assertCovers(statistics.tails().get(level), Math.pow(load, level), 1, RARE);
            }
            assertThat(statistics.wastedWork()).isEmpty();
        }
        RoutingStatistics jsq = statistics(run(new RoutingPolicy.JoinShortestQueue(), 2, load, EXPONENTIAL));
        assertCovers(jsq.utilization(), load, 0.01, RARE);
        assertCovers(jsq.tails().get(1), load, 0.01, RARE);
    }

    private static RoutingStatistics statistics(ExperimentResult result) {
        return RoutingStatistics.of(result).orElseThrow();
    }

    @Test
    void killingWastesWorkButNotCapacityUnderExponentialService() {
        RoutingStatistics statistics = statistics(run(new RoutingPolicy.RedundantKilling(3, 2), 6, 0.4, EXPONENTIAL));
        assertThat(statistics.wastedWork().orElseThrow().value()).isBetween(0.1, 0.4);
        // Every busy server completes copies at rate 1, and every request completes two of them.
        assertCovers(statistics.utilization(), 0.8, 0.01, RARE);
        assertThat(statistics.tails()).isEmpty();
    }

    @Test
    void unstableSystemsHaveNoMean() {
        RoutingPolicy[] policies = {
            new RoutingPolicy.PowerOfD(2),
            new RoutingPolicy.JoinShortestQueue(),
            new RoutingPolicy.JoinIdleQueue(),
            new RoutingPolicy.RedundantKilling(2, 1),
            new RoutingPolicy.Centralized(0),
            new RoutingPolicy.Centralized(0.1),
            new RoutingPolicy.Centralized(1)
        };
        for (RoutingPolicy policy : policies) {
            for (double load : new double[] {1, 1.2}) {
                ExperimentResult result = run(policy, 10, load, EXPONENTIAL);
                assertThat(result.stability().verdict()).isEqualTo(Verdict.UNSTABLE);
                assertThat(result.mean().value()).isEmpty();
                assertThat(RoutingStatistics.of(result)).isEmpty();
            }
        }
    }

    @Test
    void killingOfDeterministicCopiesIsStableOnlyBelowItsSaturatedThroughput() {
        ServiceTime law = ServiceTimes.deterministic(1);
        // Each request holds both servers for one unit, so the pair serves one request per unit: λ n < 1.
        RoutingPolicy policy = new RoutingPolicy.RedundantKilling(2, 1);
        assertThat(run(policy, 2, 0.4, law).stability().verdict()).isEqualTo(Verdict.STABLE);
        assertThat(run(policy, 2, 0.6, law).stability().verdict()).isEqualTo(Verdict.UNSTABLE);
    }

    @Test
    void threadsDoNotChangeTheResult() {
        RoutedSystem system =
                RoutedSystem.of(new RoutingPolicy.BatchSampling(5, 3), DISTINCT, 20, 0.8, ServiceTimes.exponential(3));
        assertThat(Experiment.run(system, QUICK, Execution.threads(2)))
                .isEqualTo(Experiment.run(system, QUICK, Execution.threads(1)));
    }
}
