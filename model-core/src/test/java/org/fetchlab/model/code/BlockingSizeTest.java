package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockingSizeTest {
    private static final UniformRandomProvider RANDOM = new RandomStreams(1).stream(0, RandomPurpose.SUBSETS);

    private static BlockingSize ofObject(StorageCode code, Decoding decoding) {
        return BlockingSize.of(code.recovery(0, decoding));
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3)",
        "'mds(9,6)'",
        "'mds(4,4)'",
        "'lrc(6,2,2)'",
        "simplex(3)",
        "'availability(2,3)'",
        "'availability(1,3)'",
        "2*simplex(3)",
        "'lrc(4,2,0)'"
    })
    void ofSmallCodesItIsThatOfTheLeastSetByEnumeration(String spec) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        for (Decoding decoding : Decoding.values()) {
            for (int object = 0; object < code.objects(); object++) {
                Recovery recovery = code.recovery(object, decoding);
                int least = LeastSets.blocking(recovery);
                assertThat(BlockingSize.of(recovery)).isEqualTo(new BlockingSize(least, least));
            }
        }
        int least = LeastSets.blocking(code.wholeFile());
        assertThat(BlockingSize.of(code.wholeFile())).isEqualTo(new BlockingSize(least, least));
        assertThat(least).isEqualTo(code.minimumDistance().value().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"'lrc(24,2,2)', 4", "'lrc(48,4,4)', 6", "'lrc(200,4,10)', 12", "simplex(9), 256", "'mds(500,300)', 201"
    })
    void ofLargeCodesItIsTheMinimumDistanceOfTheirFamily(String spec, int distance) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        BlockingSize size = ofObject(code, Decoding.LINEAR);
        assertThat(size).isEqualTo(new BlockingSize(distance, distance));
        assertThat(size.isExact()).isTrue();
        assertThat(BlockingSize.of(code.times(2).wholeFile()).atLeast()).isEqualTo(distance);
    }

    @Test
    void ofALargeMatrixOnlyABlockingSetIsKnown() {
        GeneratorMatrix matrix = new LocallyRecoverable(24, 2, 2).matrix();
        BlockingSize size = ofObject(StorageCode.linear(matrix, "matrix(test)"), Decoding.LINEAR);
        assertThat(size).isEqualTo(new BlockingSize(1, 4));
        assertThat(size.isExact()).isFalse();
    }

    @Test
    void groupsThatOverlapAreEnumeratedAndManyOfThemBounded() {
        GroupRecovery few = GroupRecovery.of(4, new int[][] {{0, 1}, {1, 2}, {2, 3}});
        assertThat(BlockingSize.of(few)).isEqualTo(new BlockingSize(2, 2));
        int[][] chain =
                IntStream.range(0, 30).mapToObj(i -> new int[] {i, i + 1}).toArray(int[][]::new);
        BlockingSize many = BlockingSize.of(GroupRecovery.of(31, chain));
        assertThat(many.atLeast()).isEqualTo(1);
        assertThat(many.atMost()).isGreaterThanOrEqualTo(15);
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> new BlockingSize(0, 1)).hasMessageContaining("1 <= atLeast <= atMost");
        assertThatThrownBy(() -> new BlockingSize(3, 2)).hasMessageContaining("limits 3 and 2");
    }

    /** What is stored is lost when the servers that are left do not recover it, the file when the first thing is lost. */
    @Test
    void erasuresLoseWhatTheServersThatAreLeftDoNotRecover() {
        for (int trial = 0; trial < 100; trial++) {
            GaloisField field = trial % 2 == 0 ? GaloisField.GF2 : GaloisField.GF256;
            int objects = 1 + RANDOM.nextInt(5);
            int servers = objects + RANDOM.nextInt(10 - objects);
            GeneratorMatrix matrix = BruteForce.randomMatrix(field, objects, servers, RANDOM);
            List<SpanRecovery> stored = IntStream.range(0, servers)
                    .mapToObj(server -> SpanRecovery.ofObject(BruteForce.withFirstObjectOn(server, matrix), 0))
                    .toList();
            SpanRecovery file = SpanRecovery.ofFile(matrix);
            Erasures erasures = new Erasures(matrix);
            erasures.clear();
            BitSet left = new BitSet();
            left.set(0, servers);
            for (int erased = 1; erased <= servers; erased++) {
                int server = left.stream()
                        .skip(RANDOM.nextInt(left.cardinality()))
                        .findFirst()
                        .orElseThrow();
                erasures.erase(server);
                left.clear(server);
                for (int s = 0; s < servers; s++) {
                    assertThat(erasures.lostAt(s) > 0).isEqualTo(!stored.get(s).recovers(left));
                }
                assertThat(erasures.firstLoss() > 0).isEqualTo(!file.recovers(left));
            }
        }
    }
}
