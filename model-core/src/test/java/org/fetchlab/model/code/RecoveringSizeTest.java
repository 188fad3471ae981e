package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The least number of copies that can be enough. */
class RecoveringSizeTest {
    private static RecoveringSize exactly(int size) {
        return new RecoveringSize(size, size);
    }

    private static StorageCode code(String spec) {
        return CodeSpec.parse(spec, MatrixSource.none());
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3)",
        "'mds(9,6)'",
        "'mds(4,4)'",
        "'lrc(6,2,2)'",
        "simplex(3)",
        "'availability(2,3)'",
        "2*simplex(2)",
        "simplex(2)+rep(3)"
    })
    void ofSmallCodesItIsThatOfTheLeastSetByEnumeration(String spec) {
        StorageCode code = code(spec);
        for (Decoding decoding : Decoding.values()) {
            for (int object = 0; object < code.objects(); object++) {
                Recovery recovery = code.recovery(object, decoding);
                assertThat(RecoveringSize.of(recovery)).isEqualTo(exactly(LeastSets.recovering(recovery)));
            }
        }
        assertThat(RecoveringSize.of(code.wholeFile())).isEqualTo(exactly(LeastSets.recovering(code.wholeFile())));
    }

    @Test
    void aServerCanServeSeveralPartsOfAJointRecovery() {
        Recovery pair = ThresholdRecovery.anyOf(30, new int[] {0, 1}, 1);
        Recovery other = ThresholdRecovery.anyOf(30, new int[] {1, 2}, 1);
        assertThat(RecoveringSize.of(JointRecovery.of(List.of(pair, other)))).isEqualTo(exactly(1));
        Recovery many = ThresholdRecovery.anyOf(30, IntStream.range(0, 30).toArray(), 5);
        assertThat(RecoveringSize.of(JointRecovery.of(List.of(pair, many)))).isEqualTo(new RecoveringSize(5, 6));
    }

    @Test
    void ofLargeCodesTheFileNeedsAsManyServersAsItHasObjectsAndAnObjectOne() {
        StorageCode code = code("lrc(48,4,4)");
        assertThat(RecoveringSize.of(code.wholeFile())).isEqualTo(exactly(48));
        assertThat(RecoveringSize.of(code.recovery(0, Decoding.LINEAR))).isEqualTo(exactly(1));
    }

    /** Server 0 stores the sum of all objects, each other server one of them: object 0 needs them all. */
    @Test
    void ofAnObjectOfALargeMatrixThatNoServerHasOnlyLimitsAreKnown() {
        int objects = 26;
        int[][] rows = new int[objects][objects];
        for (int object = 0; object < objects; object++) {
            rows[object][0] = 1;
            rows[object][object] = 1;
        }
        Recovery recovery = SpanRecovery.ofObject(GeneratorMatrix.of(GaloisField.GF2, rows), 0);
        assertThat(RecoveringSize.of(recovery)).isEqualTo(new RecoveringSize(2, objects));
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> new RecoveringSize(0, 1)).hasMessageContaining("1 <= atLeast <= atMost");
        assertThatThrownBy(() -> new RecoveringSize(3, 2)).hasMessageContaining("limits 3 and 2");
    }
}
