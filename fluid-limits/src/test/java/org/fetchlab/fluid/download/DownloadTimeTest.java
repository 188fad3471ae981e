package org.fetchlab.fluid.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.fluid.FluidAnalysis;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.trajectory.FixedPoints;
import org.fetchlab.model.policy.RoutingPolicy;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DownloadTimeTest {
    private static final double PRINTED = 1e-8;

    static Stream<ReferenceTable.Row> batchSampling() {
        return ReferenceTable.read("batch_sampling_download.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("batchSampling")
    void downloadTimeOfBatchSamplingIsTheReference(ReferenceTable.Row row) {
        assertReference(
                row,
                download(new RoutingPolicy.BatchSampling(row.integer("L"), row.integer("k")), row.number("lambda")));
    }

    static Stream<ReferenceTable.Row> redundantKilling() {
        return ReferenceTable.read("redundant_request_killing.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("redundantKilling")
    void downloadTimeOfRedundantKillingIsTheReference(ReferenceTable.Row row) {
        assertReference(
                row,
                download(new RoutingPolicy.RedundantKilling(row.integer("L"), row.integer("k")), row.number("lambda")));
    }

    private static void assertReference(ReferenceTable.Row row, LatencyDistribution law) {
        assertThat(mean(law)).isCloseTo(row.number("mean"), within(PRINTED));
        assertThat(law.quantile(0.5)).isCloseTo(row.number("p50"), within(PRINTED));
        assertThat(law.quantile(0.99)).isCloseTo(row.number("p99"), within(PRINTED));
        assertThat(law.survival(law.quantile(0.99))).isCloseTo(0.01, within(1e-11));
        assertThat(law.survival(-1)).isEqualTo(1);
    }

    /** The M/M/1 queue, by the recursion over levels instead of its closed form. */
    @Test
    void oneSampledQueueHasAnExponentialDownloadTime() {
        BatchChoice one = BatchChoice.of(1, 1);
        LatencyDistribution law = BatchDownload.of(
                one, FixedPoints.batchSampling(one, 0.8).value().orElseThrow());
        LatencyDistribution exact = new ExponentialLatency(0.2);
        assertThat(mean(law)).isCloseTo(5, within(1e-10));
        for (double x : new double[] {0.1, 1, 10, 100}) {
            assertThat(law.survival(x)).isCloseTo(exact.survival(x), relative(exact.survival(x), 1e-8));
        }
        LatencyDistribution random = download(new RoutingPolicy.Random(), 0.8);
        assertThat(mean(random)).isCloseTo(5, within(1e-12));
        assertThat(random.quantile(0.99)).isCloseTo(exact.quantile(0.99), within(1e-11));
    }

    /** Gardner et al. 2017: E[T] = Σ_i 1/(i μ C(n,d)/C(i,d) − nλ), here with d = 2, μ = 1 and many servers. */
    @Test
    void redundancyWithOneNeededCopyIsTheLimitOfTheExactFormula() {
        double load = 0.7;
        double series = 0;
        int servers = 200_000;
        for (int i = 2; i <= servers; i++) {
            double all = servers * (servers - 1.0) / (i * (i - 1.0));
            series += 1 / (i * all - servers * load);
        }
        assertThat(mean(download(new RoutingPolicy.RedundantKilling(2, 1), load)))
                .isCloseTo(series, within(5e-5));
    }

    /** All copies are needed: L = k parallel M/M/1 queues that share nothing in the limit. */
    @Test
    void killingNothingIsTheMaximumOfIndependentQueues() {
        LatencyDistribution law = download(new RoutingPolicy.RedundantKilling(3, 3), 0.5);
        double rate = 3 * (1 - 0.5);
        assertThat(mean(law)).isCloseTo((1 + 1 / 2.0 + 1 / 3.0) / rate, within(ITERATION));
    }

    @Test
    void joiningEverySampledQueueIsRedundancyThatKillsNothing() {
        BatchChoice all = BatchChoice.of(3, 3);
        LatencyDistribution levels = BatchDownload.of(
                all, FixedPoints.batchSampling(all, 0.6).value().orElseThrow());
        LatencyDistribution law = download(new RoutingPolicy.BatchSampling(3, 3), 0.6);
        assertThat(mean(levels)).isCloseTo(mean(law), within(1e-10));
        assertThat(levels.quantile(0.999)).isCloseTo(law.quantile(0.999), within(1e-9));
    }

    /** Loads and shares with 1 to 62 queue lengths in use, some of them rarely. */
    @ParameterizedTest
    @CsvSource({
        "0.9,0.05",
        "0.99,0.05",
        "0.7,0.3",
        "0.5,0.2",
        "0.95,0.01",
        "0.9,0.08232958",
        "0.5,0.4999",
        "0.5,0.49999999",
        "0.3,0.01",
        "0.1,0.0999",
        "0.05,0.0001",
        "0.999,0.5",
        "0.99,0.9",
        "0.999,0.1"
    })
    void centralizedDownloadTimeObeysLittlesLaw(double load, double share) {
        assertLittlesLaw(load, share);
    }

    /**
     * Around the shares at which the third level comes into use, λ s_2 = p, found by
     * bisection.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e-1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-11, -1e-11, -1e-6, -1e-2})
    void littlesLawHoldsOnBothSidesOfASwitch(double distance) {
        double load = 0.9;
        double below = 0.1;
        double above = 0.9;
        while (above - below > 1e-15) {
            double share = (below + above) / 2;
            boolean isInUse = FixedPoints.centralization(load, share)
                            .value()
                            .orElseThrow()
                            .tail(3)
                    > 0;
            below = isInUse ? share : below;
            above = isInUse ? above : share;
        }
        assertLittlesLaw(load, below * (1 - distance));
    }

    /** Both forms of the law where either holds; at so moderate a rate the recursion loses a digit or two. */
    @Test
    void countingStaysApartIsUniformisation() {
        double load = 0.9;
        double share = 0.2;
        QueueTails tails = FixedPoints.centralization(load, share).value().orElseThrow();
        double spare = share / tails.tail(tails.levels() - 1) - load;
        LatencyDistribution law = download(new RoutingPolicy.Centralized(share), load);
        RareLevelLatency apart = new RareLevelLatency(load, 1 - share, spare, tails);
        for (double time : new double[] {0, 0.1, 1, 3, 10, 30}) {
            assertThat(apart.survival(time)).isCloseTo(law.survival(time), within(1e-11));
        }
    }

    private static void assertLittlesLaw(double load, double share) {
        LatencyDistribution law = download(new RoutingPolicy.Centralized(share), load);
        double mean = mean(law);
        double integral = new GradedQuadrature().toInfinity(law::survival, Math.min(0.5, mean));
        assertThat(integral).isCloseTo(mean, relative(mean, 1e-9));
        assertThat(law.survival(law.quantile(0.5))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aCentralServerForAllLeavesNoDelay() {
        LatencyDistribution law = download(new RoutingPolicy.Centralized(0.6), 0.4);
        assertThat(mean(law)).isZero();
        assertThat(law.quantile(0.99)).isZero();
        assertThat(law.survival(0)).isZero();
    }

    @Test
    void jobsThatFindAnIdleServerTakeTheirServiceTime() {
        assertThat(download(new RoutingPolicy.JoinShortestQueue(), 0.9)).isEqualTo(new ExponentialLatency(1));
        assertThat(download(new RoutingPolicy.JoinIdleQueue(), 0.9)).isEqualTo(new ExponentialLatency(1));
    }

    /** Killing wins at every load here, and its advantage changes with the load. */
    @Test
    void comparisonOfBatchSamplingAndKillingFollowsTheLoad() {
        List<RedundancyComparison> rows = RedundancyComparison.over(BatchChoice.of(5, 3), 0.7, 0.9);
        assertThat(rows.get(0).meanRatio()).isCloseTo(0.938491886675 / 0.521580790087, within(1e-9));
        assertThat(rows.get(1).meanRatio()).isCloseTo(1.47276388135 / 0.86574627959, within(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedundancyComparison.over(BatchChoice.of(5, 3), 1.0))
                .withMessageContaining("load");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.5})
    void overloadedSystemsHaveNoDownloadTime(double load) {
        for (RoutingPolicy policy : List.of(
                new RoutingPolicy.BatchSampling(5, 3),
                new RoutingPolicy.RedundantKilling(5, 3),
                new RoutingPolicy.Centralized(0.1),
                new RoutingPolicy.JoinIdleQueue())) {
            assertThat(FluidAnalysis.of(policy, load).download()).isInstanceOf(Outcome.None.class);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1, Double.NaN})
    void quantilesOfImpossibleProbabilitiesAreRefused(double probability) {
        for (LatencyDistribution law : List.of(
                download(new RoutingPolicy.BatchSampling(5, 3), 0.5),
                download(new RoutingPolicy.RedundantKilling(5, 3), 0.5),
                new ExponentialLatency(1),
                new NoDelay())) {
            assertThatIllegalArgumentException().isThrownBy(() -> law.quantile(probability));
        }
    }

    @Test
    void farTailsKeepTheirRelativeAccuracy() {
        QueueTails tails =
                FixedPoints.batchSampling(BatchChoice.of(5, 3), 0.7).value().orElseThrow();
        LatencyDistribution law = BatchDownload.of(BatchChoice.of(5, 3), tails);
        // far out, a file is late because one piece on the longest queue in use is
        double slope = Math.log(law.survival(60) / law.survival(61));
        assertThat(law.survival(60)).isBetween(1e-80, 1e-60);
        assertThat(slope).isBetween(2.5, 3.0);
    }

    private static LatencyDistribution download(RoutingPolicy policy, double load) {
        return FluidAnalysis.of(policy, load).download().value().orElseThrow();
    }

    private static double mean(LatencyDistribution law) {
        return law.mean().value().orElseThrow();
    }
}
