package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
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
        assertRefused(
                () -> system(new RoutingPolicy.BatchSampling(3, 3), table, 3, 0.5),
                "batch-sampling(3,3) needs 3 servers for every file, but file 0 of the placement table is on 2 only");
        assertRefused(() -> system(new RoutingPolicy.RedundantKilling(3, 3), table, 3, 0.5), "on 2 only");
        assertRefused(() -> system(PAIR, table, 2, 0.5), "names server 2, but with n = 2");
        assertRefused(() -> system(new RoutingPolicy.Centralized(0.1), table, 3, 0.5), "leave out the placement table");
    }

    @Test
    void tablesMustBeTables() {
        double[] one = {1};
        assertRefused(() -> Placement.table(new int[][] {}, new double[] {}), "at least one file");
        assertRefused(() -> Placement.table(new int[][] {{}}, one), "file 0 is on no server");
        assertRefused(() -> Placement.table(new int[][] {{0, 0}}, one), "distinct");
        assertRefused(() -> Placement.table(new int[][] {{-1}}, one), "at least 0");
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

    /** File 0 is on all three servers with 0.9, file 1 on server 0 alone. */
    @Test
    void theCapacityOfATableDependsOnHowManyServersAreShown() {
        Placement table = Placement.table(new int[][] {{0, 1, 2}, {0}}, new double[] {0.9, 0.1});
        // Randomly server 0 gets 0.1 + 0.3; two queues of three are enough for a balance.
        assertThat(RoutingCapacity.of(new RoutingPolicy.Random(), table, 3, 1))
                .isEqualTo(Capacity.exactly(1 / (3 * 0.4)));
        for (RoutingPolicy policy :
                List.of(PAIR, new RoutingPolicy.PowerOfD(5), new RoutingPolicy.JoinShortestQueue())) {
            assertThat(RoutingCapacity.of(policy, table, 3, 1).upper()).isCloseTo(1, within(1e-9));
        }
        Capacity idle = RoutingCapacity.of(new RoutingPolicy.JoinIdleQueue(), table, 3, 1);
        assertThat(idle.lower()).isCloseTo(1 / 1.2, within(1e-9));
        assertThat(idle.upper()).isCloseTo(1, within(1e-9));
    }

    /** Sets of 15 of 30 servers are too many to list. */
    @Test
    void theCapacityOfATableWithTooManySetsIsABracket() {
        int[] all = IntStream.range(0, 30).toArray();
        Placement even = Placement.table(new int[][] {all}, new double[] {1});
        RoutingPolicy policy = new RoutingPolicy.BatchSampling(15, 2);
        assertThat(RoutingCapacity.of(policy, even, 30, 1).lower()).isCloseTo(0.5, within(1e-12));
        assertThat(RoutingCapacity.of(policy, even, 30, 1).upper()).isCloseTo(0.5, within(1e-9));
        Placement uneven = Placement.table(new int[][] {all, {0, 1, 2}}, new double[] {0.9, 0.1});
        Capacity bracket = RoutingCapacity.of(policy, uneven, 30, 1);
        assertThat(bracket.lower()).isCloseTo(1 / (30 * (0.9 * 2 / 30 + 0.1 * 2 / 3)), within(1e-12));
        assertThat(bracket.upper()).isCloseTo(0.5, within(1e-9));
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
