package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.forkjoin.inorder.Brackets.analysis;
import static org.fetchlab.forkjoin.inorder.Brackets.assertOverlap;
import static org.fetchlab.forkjoin.inorder.Brackets.lower;
import static org.fetchlab.forkjoin.inorder.Brackets.upper;
import static org.fetchlab.model.testing.Tolerances.ITERATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.stream.IntStream;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.LatencyDistribution;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InOrderAnalysisTest {
    private static final Accuracy QUICK = new Accuracy(1e-4, 60, 250);

    @Test
    void unequalRecoveryServersKeepTheTwoWingsApart() {
        InOrderSystem equal = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 2});
        InOrderSystem unequal = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 3});
        assertThat(InOrderAnalysis.of(equal).withLeads(1, 2, 10).phases()).isEqualTo(3);
        assertThat(InOrderAnalysis.of(unequal).withLeads(1, 2, 10).phases()).isEqualTo(5);
        InOrderSystem almost = InOrderSystem.of(availability(2, 1), new double[] {1, 2, 2 + 1e-12});
        double lumped = upper(InOrderAnalysis.of(equal).withLeads(1, 6, 50).mean());
        double apart = upper(InOrderAnalysis.of(almost).withLeads(1, 6, 50).mean());
        assertThat(apart).isCloseTo(lumped, relative(lumped, ITERATION));
    }

    @Test
    void aSlowRecoveryServerIsLikeNone() {
        InOrderSystem system = InOrderSystem.of(availability(2, 1), new double[] {2, 1e-9, 5});
        double mean = lower(InOrderAnalysis.of(system).at(1, Accuracy.DEFAULT).mean());
        assertThat(mean).isCloseTo(1, relative(1, 1e-6));
    }

    @Test
    void replicasAreAQueueWithTheSumOfTheirRates() {
        InOrderResult result = analysis(wholeFile(3, 1)).at(2.7, Accuracy.DEFAULT);
        assertThat(lower(result.mean())).isCloseTo(1 / 0.3, relative(3, ITERATION));
        assertThat(result.capacity().lower()).isEqualTo(3);
        assertThat(analysis(wholeFile(3, 1)).at(3, Accuracy.DEFAULT).verdict()).isEqualTo(Verdict.UNSTABLE);
        Bounds median = result.downloadTime().quantile(0.5);
        assertThat(lower(median)).isCloseTo(Math.log(2) / 0.3, relative(2.3, 1e-9));
    }

    @Test
    void littlesLawAndTheUniformisedLawGiveOneMean() {
        InOrderResult result = analysis(availability(2, 2)).withLeads(1.2, 5, 100);
        LatencyDistribution law = result.downloadTime().upper().value().orElseThrow();
        double mean = law.mean().value().orElseThrow();
        assertThat(mean).isCloseTo(upper(result.mean()), relative(mean, ITERATION));
    }

    @Test
    void atVeryLowLoadTheLawIsTheLowTrafficLaw() {
        Recovery code = oneObject(5, 3);
        LowTrafficTime alone = LowTrafficTime.of(code, ServiceTimes.exponential(1), new RandomStreams(1));
        Bounds p99 = analysis(code).at(1e-9, Accuracy.DEFAULT).downloadTime().quantile(0.99);
        assertThat(lower(p99)).isCloseTo(alone.quantile(0.99), relative(2, 1e-7));
    }

    @Test
    void overlappingGroupsAndLinearDecodingAreGeneratedFromTheCode() {
        Recovery linear = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        Recovery groups = StorageCode.simplex(3).recovery(0, Decoding.GROUPS);
        Accuracy coarse = new Accuracy(1e-2, 4, 250);
        double byGroups = upper(analysis(groups).at(0.5, coarse).mean());
        double byLinear = upper(analysis(linear).at(0.5, coarse).mean());
        assertThat(byLinear).isLessThan(byGroups);
        Recovery path = GroupRecovery.of(3, new int[][] {{0, 1}, {1, 2}});
        InOrderResult result = analysis(path).at(0.3, Accuracy.DEFAULT);
        assertThat(result.relativeWidth()).isLessThan(1e-6);
    }

    @ParameterizedTest
    @CsvSource({"3,35", "4,60"})
    void linearDecodingOfSimplexCodesIsLumpedByAllItsSymmetries(int dimension, int phases) {
        Recovery linear = StorageCode.simplex(dimension).recovery(0, Decoding.LINEAR);
        InOrderResult result = analysis(linear).withLeads(0.5, dimension == 3 ? 4 : 2, 100);
        assertThat(result.phases()).isEqualTo(phases);
        double alone = (dimension == 3 ? 3.0 : 4.0) / linear.servers();
        InOrderResult idle = analysis(linear).withLeads(1e-9, 2, 100);
        assertThat(upper(idle.mean())).isCloseTo(alone, relative(alone, 1e-7));
    }

    @Test
    void lumpingDoesNotChangeTheAnswer() {
        // Rates that differ by a hair break every symmetry.
        Recovery linear = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        double[] rates = IntStream.range(0, 7).mapToDouble(j -> 1 + 1e-10 * j).toArray();
        InOrderResult apart =
                InOrderAnalysis.of(InOrderSystem.of(linear, rates)).withLeads(1, 2, 120);
        InOrderResult lumped = analysis(linear).withLeads(1, 2, 120);
        assertThat(apart.phases()).isGreaterThan(5 * lumped.phases());
        assertThat(upper(apart.mean())).isCloseTo(upper(lumped.mean()), relative(1, 1e-8));
        assertThat(lower(apart.mean())).isCloseTo(lower(lumped.mean()), relative(1, 1e-8));
    }

    @Test
    void theWholeFileOfADirectSumWaitsForItsLastPart() {
        Recovery both = StorageCode.replication(1).times(2).wholeFile();
        InOrderResult result = analysis(both).at(0.5, Accuracy.DEFAULT);
        double exact = (12 - 0.5) / (8 * (1 - 0.5)); // Flatto and Hahn
        assertOverlap(result.mean(), exact * (1 - 1e-9), exact * (1 + 1e-9));
    }

    /** M/M/1: the download time is exponential with rate Σμ_j - λ, also where uniformisation would take 1e17 updates. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.999, 0.9999999})
    void replicasAreOneServerWhosePercentilesAreExactUpToCapacity(double load) {
        double[] rates = {0.5, 1, 2.5};
        double arrivalRate = load * 4;
        DownloadTimeBracket law = InOrderAnalysis.of(InOrderSystem.of(wholeFile(3, 1), rates))
                .at(arrivalRate, QUICK)
                .downloadTime();
        for (double probability : new double[] {0.5, 0.99, 0.999}) {
            double exact = -Math.log1p(-probability) / (4 - arrivalRate);
            assertThat(lower(law.quantile(probability))).isCloseTo(exact, relative(exact, ITERATION));
            assertThat(upper(law.quantile(probability))).isCloseTo(exact, relative(exact, ITERATION));
        }
    }

    @Test
    void badInputIsRefused() {
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), 1, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> InOrderSystem.of(availability(2, 1), 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> InOrderSystem.of(wholeFile(2, 1), new double[] {1}))
                .hasMessageContaining("2 servers");
        InOrderAnalysis analysis = analysis(availability(2, 3));
        assertThatThrownBy(() -> analysis.at(0, QUICK)).hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> analysis.at(Double.NaN, QUICK)).hasMessageContaining("arrival rate");
        assertThatThrownBy(() -> analysis.withLeads(1, 8, 20)).hasMessageContaining("20 phases");
        assertThatThrownBy(() -> analysis.withLeads(1, 0, 20)).hasMessageContaining("lead");
        assertThatThrownBy(() -> analysis.at(1, new Accuracy(1e-4, 10, 3))).hasMessageContaining("3 phases");
        assertThatThrownBy(() -> new Accuracy(0, 1, 1)).hasMessageContaining("tolerance");
        assertThatThrownBy(() -> new Accuracy(Double.NaN, 1, 1)).hasMessageContaining("tolerance");
        assertThatThrownBy(() -> new Accuracy(1, 0, 1)).hasMessageContaining("lead");
        assertThatThrownBy(() -> new Accuracy(1, 1, 0)).hasMessageContaining("phase");
        Recovery large = StorageCode.simplex(5).recovery(0, Decoding.LINEAR);
        assertThatThrownBy(() -> analysis(large)).hasMessageContaining("31 useful servers");
    }
}
