package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpanRecoveryTest {
    private static final RandomStreams STREAMS = new RandomStreams(11);

    private final UniformRandomProvider random = STREAMS.stream(0, RandomPurpose.SUBSETS);

    @ParameterizedTest
    @EnumSource
    void setsRecoverWhenTheUnitVectorDoesNotRaiseTheirRank(GaloisField field) {
        for (int trial = 0; trial < 15; trial++) {
            int objects = 1 + random.nextInt(4);
            GeneratorMatrix matrix =
                    BruteForce.randomMatrix(field, objects, objects + random.nextInt(9 - objects), random);
            for (int object = 0; object < objects; object++) {
                Recovery recovery = SpanRecovery.ofObject(matrix, object);
                for (int mask = 0; mask < 1 << matrix.servers(); mask++) {
                    BitSet set = BitSet.valueOf(new long[] {mask});
                    assertThat(recovery.recovers(set)).isEqualTo(BruteForce.recovers(matrix, object, set));
                }
                assertThat(recovery.usefulServers()).isEqualTo(BruteForce.usefulServers(matrix, object));
            }
        }
    }

    @Test
    void beyondTheTableDecodersEliminateAndAgreeWithTheRank() {
        GeneratorMatrix matrix = BruteForce.randomMatrix(GaloisField.GF256, 12, 30, random);
        Recovery object = SpanRecovery.ofObject(matrix, 3);
        Recovery file = SpanRecovery.ofFile(matrix);
        assertThat(object.usefulServers()).hasSizeGreaterThan(RecoveryTable.MAX_SERVERS);
        for (int trial = 0; trial < 300; trial++) {
            BitSet set = new BitSet();
            IntStream.range(0, 30).filter(s -> random.nextInt(5) < 2).forEach(set::set);
            assertThat(object.recovers(set)).isEqualTo(BruteForce.recovers(matrix, 3, set));
            assertThat(file.recovers(set)).isEqualTo(matrix.rank(set) == 12);
        }
    }

    /** With linear decoding the low-traffic mean, averaged over what the n servers store, is k / n: any linear code. */
    @ParameterizedTest
    @EnumSource
    void areaTheoremHoldsForRandomGeneratorMatrices(GaloisField field) {
        for (int trial = 0; trial < 200; trial++) {
            int objects = 1 + random.nextInt(6);
            int servers = objects + random.nextInt(13 - objects);
            GeneratorMatrix matrix = BruteForce.randomMatrix(field, objects, servers, random);
            double sum = 0;
            for (int server = 0; server < servers; server++) {
                Recovery coordinate = SpanRecovery.ofObject(BruteForce.withFirstObjectOn(server, matrix), 0);
                sum += RecoveryProfileTest.lowTrafficMean(
                        RecoveryProfile.of(coordinate, STREAMS).among(servers));
            }
            assertThat(sum / servers).isCloseTo((double) objects / servers, within(1e-13));
        }
    }

    @Test
    void objectsOutOfRangeAreRefused() {
        GeneratorMatrix matrix = GeneratorMatrix.of(GaloisField.GF2, new int[][] {{1, 1}});
        assertThatThrownBy(() -> SpanRecovery.ofObject(matrix, 1)).hasMessage("object 1 must be in [0, 1)");
        assertThatThrownBy(() -> SpanRecovery.ofObject(matrix, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
