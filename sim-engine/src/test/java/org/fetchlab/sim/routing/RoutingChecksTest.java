package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.PairedComparison;
import org.fetchlab.sim.experiment.StabilityEvidence;
import org.fetchlab.sim.experiment.StoppingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an n-server system refuses, and what it knows about its capacity. */
class RoutingChecksTest {
    private static final Placement DISTINCT = Placement.symmetric(Sampling.DISTINCT);
    private static final RoutingPolicy PAIR = new RoutingPolicy.PowerOfD(2);

    private static RoutedSystem system(RoutingPolicy policy, Placement placement, int servers, double arrivalRate) {
        return RoutedSystem.of(policy, placement, servers, arrivalRate, ServiceTimes.exponential(1));
    }

    private static void assertRefused(Runnable description, String message) {
        assertThatThrownBy(description::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void fewerServersThanAreAskedAreRefused() {
        assertRefused(() -> system(new RoutingPolicy.BatchSampling(5, 3), DISTINCT, 4, 0.5), "n = 4");
        assertRefused(() -> system(PAIR, DISTINCT, 0, 0.5), "servers 0");
        assertThatCode(() -> system(PAIR, Placement.symmetric(Sampling.WITH_REPLACEMENT), 1, 0.5))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void ratesThatAreNoRatesAreRefused(double rate) {
        assertRefused(() -> system(PAIR, DISTINCT, 4, rate), "arrival rate " + rate);
    }

    @Test
    void centralizationNeedsServiceWithoutMemory() {
        RoutingPolicy policy = new RoutingPolicy.Centralized(0.1);
        ServiceTime law = ServiceTimes.deterministic(1);
        assertRefused(() -> RoutedSystem.of(policy, DISTINCT, 4, 0.5, law), "exponential service only");
        assertThatCode(() -> RoutingChecks.checkService(PAIR, law)).doesNotThrowAnyException();
    }

    @Test
    void tablesMustFitPolicyAndServers() {
        Placement table = Placement.table(new int[][] {{0, 1}, {1, 2}}, new double[] {0.5, 0.5});
        assertRefused(() -> system(new RoutingPolicy.PowerOfD(3), table, 3, 0.5), "on 2");
        assertRefused(() -> system(PAIR, table, 2, 0.5), "server 2");
        assertRefused(() -> system(new RoutingPolicy.JoinShortestQueue(), table, 3, 0.5), "symmetric placement");
    }

    @Test
    void tablesMustBeTables() {
        double[] one = {1};
        assertRefused(() -> Placement.table(new int[][] {}, new double[] {}), "at least one file");
        assertRefused(() -> Placement.table(new int[][] {{}}, one), "positive number of servers");
        assertRefused(() -> Placement.table(new int[][] {{0, 0}}, one), "distinct");
        assertRefused(() -> Placement.table(new int[][] {{-1}}, one), "at least 0");
        assertRefused(() -> Placement.table(new int[][] {{0}, {1, 2}}, new double[] {0.5, 0.5}), "same positive");
        assertRefused(() -> Placement.table(new int[][] {{0}}, new double[] {0.5, 0.5}), "2 entries");
        assertRefused(() -> Placement.table(new int[][] {{0}}, new double[] {0.5}), "sum to 1");
        assertRefused(() -> Placement.table(new int[][] {{0}}, new double[] {Double.NaN}), "must lie in [0, 1]");
    }

    @Test
    void theCapacityOfTheSymmetricPlacementIsFullLoad() {
        assertThat(RoutingCapacity.of(new RoutingPolicy.BatchSampling(5, 3), DISTINCT, 10, 0.5))
                .isEqualTo(Capacity.exactly(1 / 1.5));
    }

    @Test
    void theCapacityOfATableIsThatOfItsBestSplit() {
        // Servers 0, 1, 2; file 0 on {0, 1} with 0.8, file 1 on {1, 2} with 0.2: file 0 alone fills servers 0 and 1 at
        // a total
        // rate of 2 / 0.8, and file 1 then keeps to server 2.
        Placement table = Placement.table(new int[][] {{0, 1}, {1, 2}}, new double[] {0.8, 0.2});
        Capacity capacity = RoutingCapacity.of(PAIR, table, 3, 1);
        assertThat(capacity.upper()).isCloseTo(2 / (3 * 0.8), within(1e-12));
        assertThat(capacity.lower()).isEqualTo(capacity.upper());
        assertThat(system(PAIR, table, 3, 0.8).stability())
                .isInstanceOfSatisfying(
                        StabilityEvidence.Known.class,
                        known -> assertThat(known.capacity().verdict(2.4)).isEqualTo(Verdict.STABLE));
    }

    @Test
    void aSystemThatDoesNotFitInMemoryIsRefusedBeforehand() {
        RoutedSystem huge = system(PAIR, DISTINCT, 1 << 28, 0.5);
        ExperimentPlan plan = ExperimentPlan.of(new StoppingRule.Requests(1000));
        assertRefused(() -> Experiment.run(huge, plan, Execution.threads(1)), "MiB");
        RoutedSystem small = system(PAIR, DISTINCT, 10, 0.5);
        assertRefused(() -> PairedComparison.run(small, huge, plan, Execution.threads(1)), "MiB");
    }

    @Test
    void copiesThatAreKilledNeedServersOfTheirOwn() {
        Placement repeated = Placement.symmetric(Sampling.WITH_REPLACEMENT);
        assertRefused(() -> system(new RoutingPolicy.RedundantKilling(2, 1), repeated, 1, 0.5), "distinct servers");
        assertThatCode(() -> system(new RoutingPolicy.RedundantKilling(1, 1), repeated, 1, 0.5))
                .doesNotThrowAnyException();
    }

    /** Every server of random routing at high load has had a queue that leaves its cache line. */
    @Test
    void longQueuesCountAsMemory() {
        double low = system(new RoutingPolicy.Random(), DISTINCT, 100, 0.1).memory();
        assertThat(low).isEqualTo(6400);
        assertThat(system(new RoutingPolicy.Random(), DISTINCT, 100, 0.9).memory())
                .isGreaterThan(low + 9600);
        assertThat(system(PAIR, DISTINCT, 100, 0.9).memory()).isEqualTo(low);
    }

    @Test
    void relaxationIsThatOfOneServerOrOfManyThatChoose() {
        double single = 0.81 / 0.01;
        assertThat(system(new RoutingPolicy.Random(), DISTINCT, 1, 0.81).relaxationRequests(0.81))
                .isCloseTo(single, within(1e-9));
        assertThat(system(new RoutingPolicy.Random(), DISTINCT, 100, 0.81).relaxationRequests(0.81))
                .isCloseTo(100 * single, within(1e-6));
        assertThat(system(PAIR, DISTINCT, 100, 0.75).relaxationRequests(0.75)).isCloseTo(900, within(1e-9));
        assertThat(centralizedRelaxation(0.2)).isCloseTo(100 * 0.75 / (0.25 * 0.2), within(1e-9));
        assertThat(centralizedRelaxation(0)).isCloseTo(100 * 0.75 / Math.pow(1 - Math.sqrt(0.75), 2), within(1e-9));
        assertThat(system(PAIR, DISTINCT, 2, 0.81).relaxationRequests(0.81)).isCloseTo(single, within(1e-9));
        Placement pairs = Placement.table(new int[][] {{0, 1}, {2, 3}}, new double[] {0.5, 0.5});
        assertThat(system(PAIR, pairs, 4, 0.81).relaxationRequests(0.81)).isCloseTo(2 * single, within(1e-9));
    }

    private static double centralizedRelaxation(double share) {
        return system(new RoutingPolicy.Centralized(share), DISTINCT, 100, 0.75).relaxationRequests(0.75);
    }
}
