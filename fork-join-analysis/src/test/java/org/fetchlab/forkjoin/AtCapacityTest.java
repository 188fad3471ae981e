package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Verdict;
import org.fetchlab.model.service.ServiceTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtCapacityTest {
    private static final Accuracy COARSE = new Accuracy(1e-3, 4, 50);

    /** Many such products are a little more than the decimal number: 3 × 0.1 = 0.30000000000000004. */
    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.2", "0.3", "0.7", "1.1", "1.3", "3.3", "7.1", "9.9"})
    void aRateOfAllReplicasWrittenInDecimalsIsUnstable(String rate) {
        for (int copies = 1; copies <= 7; copies++) {
            double capacity =
                    new BigDecimal(rate).multiply(BigDecimal.valueOf(copies)).doubleValue();
            ForkJoinAnalysis analysis = analysis(copies, Double.parseDouble(rate), capacity);
            assertThat(analysis.verdict()).isEqualTo(Verdict.UNSTABLE);
            assertThat(analysis.mean().lower().value()).isEmpty();
            assertThat(analysis.literature())
                    .allSatisfy(result -> assertThat(result.mean().value()).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6})
    void boundsNeverContradictEachOtherHoweverCloseToCapacity(int parts) {
        UniformRandomProvider random = new RandomStreams(11).stream(0, RandomPurpose.EVENTS);
        StorageCode code = StorageCode.replication(3).times(parts);
        double[] shares = Popularity.zipf(1).probabilities(parts);
        GeneralArrivals system = GeneralArrivals.of(
                code, Decoding.LINEAR, Popularity.zipf(1), ServiceTimes.exponential(1), new RandomStreams(1));
        for (int i = 0; i < 200; i++) {
            double arrivalRate = 3 / shares[0] * (1 - Math.pow(10, -6 - 10 * random.nextDouble()));
            ForkJoinAnalysis analysis = ForkJoinAnalysis.generalArrivals(system, arrivalRate, COARSE);
            double lower = analysis.mean().lower().value().orElse(0.0);
            double upper = analysis.mean().upper().value().orElse(Double.POSITIVE_INFINITY);
            assertThat(lower).isBetween(0.0, upper);
        }
    }

    private static ForkJoinAnalysis analysis(int copies, double rate, double arrivalRate) {
        return ForkJoinAnalysis.fixedArrivals(
                StorageCode.replication(copies).wholeFile(),
                ServiceTimes.exponential(rate),
                arrivalRate,
                COARSE,
                new RandomStreams(1));
    }
}
