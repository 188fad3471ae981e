package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Estimate;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.testing.Allocations;
import org.fetchlab.model.testing.ReferenceTable;
import org.fetchlab.sim.OwnInterval;
import org.fetchlab.sim.experiment.Execution;
import org.fetchlab.sim.experiment.Experiment;
import org.fetchlab.sim.experiment.ExperimentPlan;
import org.fetchlab.sim.experiment.ExperimentResult;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.experiment.StoppingRule;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.observe.PercentileEstimate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Download times of large systems against their limits as n grows, and what a request costs in memory. */
class DownloadLimitsTest {
    private static final Placement DISTINCT = Placement.symmetric(Sampling.DISTINCT);

    private static void assertLimit(
            ReferenceTable.Row row, BiFunction<Integer, Integer, RoutingPolicy> family, int n, long requests) {
        RoutedSystem system = RoutedSystem.of(
                family.apply(row.integer("L"), row.integer("k")),
                DISTINCT,
                n,
                row.number("lambda"),
                ServiceTimes.exponential(row.integer("k")));
        ExperimentPlan plan =
                ExperimentPlan.of(new StoppingRule.Requests(requests)).withPercentiles(List.of(50.0, 99.0));
        ExperimentResult result = Experiment.run(system, plan, Execution.threads(1));
        Estimate mean = OwnInterval.of(result.mean().value().orElseThrow(), ExperimentPlan.REPLICATIONS);
        assertNear(mean.value(), mean.halfWidth(), row.number("mean"));
        for (String percent : List.of("50", "99")) {
            PercentileEstimate estimate =
                    result.percentile(Double.parseDouble(percent)).value().orElseThrow();
            assertNear(estimate.value(), (estimate.upper() - estimate.lower()) / 2, row.number("p" + percent));
        }
    }

    /** Within 1 %, by an interval of less than that. */
    private static void assertNear(double value, double halfWidth, double limit) {
        assertThat(halfWidth).isLessThan(0.01 * limit);
        assertThat(value).isCloseTo(limit, within(0.01 * limit));
    }

    static Stream<ReferenceTable.Row> downloads() {
        return ReferenceTable.read("batch_sampling_download.csv").rows();
    }

    static Stream<ReferenceTable.Row> killings() {
        return ReferenceTable.read("redundant_request_killing.csv").rows();
    }

    private static Stream<ReferenceTable.Row> only(Stream<ReferenceTable.Row> rows) {
        return rows.filter(row -> row.integer("L") == 5 && row.number("lambda") == 0.7);
    }

    static Stream<ReferenceTable.Row> oneDownload() {
        return only(downloads());
    }

    static Stream<ReferenceTable.Row> oneKilling() {
        return only(killings());
    }

    @ParameterizedTest
    @MethodSource("oneDownload")
    void batchSamplingAtModerateLoadIsNearItsLimit(ReferenceTable.Row row) {
        assertLimit(row, RoutingPolicy.BatchSampling::new, 1000, 1_000_000);
    }

    @ParameterizedTest
    @MethodSource("oneKilling")
    void redundantKillingAtModerateLoadIsNearItsLimit(ReferenceTable.Row row) {
        assertLimit(row, RoutingPolicy.RedundantKilling::new, 1000, 1_000_000);
    }

    /** The transient of ten thousand servers takes the longer the nearer they are to their capacity. */
    private static long enough(ReferenceTable.Row row) {
        return Math.round(4e6 / (1 - row.number("lambda")));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("downloads")
    void batchSamplingOnTenThousandServersIsWithinOnePercentOfItsLimit(ReferenceTable.Row row) {
        assertLimit(row, RoutingPolicy.BatchSampling::new, 10_000, enough(row));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("killings")
    void redundantKillingOnTenThousandServersIsWithinOnePercentOfItsLimit(ReferenceTable.Row row) {
        assertLimit(row, RoutingPolicy.RedundantKilling::new, 10_000, enough(row));
    }

    @Test
    void requestsAllocateNothing() {
        RoutingPolicy[] policies = {
            new RoutingPolicy.PowerOfD(2),
            new RoutingPolicy.BatchSampling(5, 3),
            new RoutingPolicy.JoinShortestQueue(),
            new RoutingPolicy.JoinIdleQueue(),
            new RoutingPolicy.RedundantKilling(5, 3),
            new RoutingPolicy.Centralized(0.1)
        };
        for (RoutingPolicy policy : policies) {
            SamplePath path = RoutedSystem.of(policy, DISTINCT, 100, 0.2, ServiceTimes.exponential(1))
                    .path(new RandomStreams(1), 0);
            DownloadRecorder recorder = new DownloadRecorder(1);
            recorder.startMeasuring();
            path.advance(100_000, recorder);
            long few = Allocations.bytes(() -> path.advance(1_000, recorder));
            long many = Allocations.bytes(() -> path.advance(10_000, recorder));
            assertThat(many).as(policy.spec()).isLessThanOrEqualTo(few + 64);
        }
    }
}
