package org.fetchlab.model.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.testing.StatisticalAssertions;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {
    // The values come from a separate implementation of SplitMix64 and xoshiro256++ in Python integers.
    @Test
    void theSameNameGivesTheSameBitsOnEveryMachine() {
        UniformRandomProvider stream = new RandomStreams(1).stream(0, RandomPurpose.SERVICE);
        assertThat(new long[] {stream.nextLong(), stream.nextLong(), stream.nextLong()})
                .containsExactly(-5243043697758826750L, -7813631206900874012L, -2618181084403956777L);
    }

    @Test
    void aStreamStartsAnewEachTimeItIsAskedFor() {
        RandomStreams streams = new RandomStreams(7);
        long first = streams.stream(3, RandomPurpose.ARRIVALS).nextLong();
        assertThat(streams.stream(3, RandomPurpose.ARRIVALS).nextLong()).isEqualTo(first);
    }

    @Test
    void distinctNamesGiveDistinctStreams() {
        Set<Long> firsts = new HashSet<>();
        int names = 0;
        for (long seed = -20; seed < 20; seed++) {
            for (int replication = 0; replication < 50; replication++) {
                for (RandomPurpose purpose : RandomPurpose.values()) {
                    firsts.add(
                            new RandomStreams(seed).stream(replication, purpose).nextLong());
                    names++;
                }
            }
        }
        assertThat(firsts).hasSize(names);
    }

    // Two chi-square tests with false-alarm probability 1e-6 each; a correlation of 0.02 between neighbouring
    // replications, or between two purposes, is caught.
    @Test
    void neighbouringStreamsAreIndependentToTheEye() {
        RandomStreams streams = new RandomStreams(22);
        assertIndependent(streams.stream(0, RandomPurpose.SERVICE), streams.stream(1, RandomPurpose.SERVICE));
        assertIndependent(streams.stream(0, RandomPurpose.SERVICE), streams.stream(0, RandomPurpose.ARRIVALS));
    }

    // The same test across streams: the first numbers of successive replications fill the unit square.
    @Test
    void theFirstNumbersOfSuccessiveReplicationsAreIndependentToTheEye() {
        long[] counts = new long[64];
        for (int replication = 0; replication < 100_000; replication += 2) {
            double x = new RandomStreams(23)
                    .stream(replication, RandomPurpose.EVENTS).nextDouble();
            double y = new RandomStreams(23)
                    .stream(replication + 1, RandomPurpose.EVENTS).nextDouble();
            counts[cell(x, y)]++;
        }
        StatisticalAssertions.assertCounts(counts, uniform(64), StatisticalAssertions.RARE);
    }

    @Test
    void aReplicationIsNotNegative() {
        assertThatThrownBy(() -> new RandomStreams(1).stream(-1, RandomPurpose.SERVICE))
                .hasMessageContaining("-1");
    }

    private static void assertIndependent(UniformRandomProvider one, UniformRandomProvider other) {
        long[] counts = new long[64];
        for (int i = 0; i < 200_000; i++) {
            counts[cell(one.nextDouble(), other.nextDouble())]++;
        }
        StatisticalAssertions.assertCounts(counts, uniform(64), StatisticalAssertions.RARE);
    }

    private static int cell(double x, double y) {
        return 8 * (int) (8 * x) + (int) (8 * y);
    }

    private static double[] uniform(int cells) {
        double[] probabilities = new double[cells];
        Arrays.fill(probabilities, 1.0 / cells);
        return probabilities;
    }
}
