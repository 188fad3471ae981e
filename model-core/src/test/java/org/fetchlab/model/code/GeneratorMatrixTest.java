package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class GeneratorMatrixTest {
    private static void assertRefused(GaloisField field, int[][] rows, String message) {
        assertThatThrownBy(() -> GeneratorMatrix.of(field, rows))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void malformedMatricesAreRefusedByRowAndColumn() {
        assertRefused(GaloisField.GF2, new int[0][], "at least one row and one column");
        assertRefused(GaloisField.GF2, new int[][] {{}}, "at least one row and one column");
        assertRefused(GaloisField.GF2, new int[][] {{1, 0}, {1}}, "row 2 of the generator matrix has 1 entries");
        assertRefused(GaloisField.GF2, new int[][] {{1, 0}, {0, 2}}, "row 2, column 2");
        assertRefused(GaloisField.GF256, new int[][] {{1, 256}}, "256 must be in [0, 256)");
        assertRefused(GaloisField.GF256, new int[][] {{1, -1}}, "-1 must be in [0, 256)");
        assertRefused(GaloisField.GF2, new int[][] {{1, 0, 1}, {1, 0, 0}}, "column 2 of the generator matrix is zero");
        assertRefused(
                GaloisField.GF2,
                new int[][] {{1, 1, 0}, {0, 1, 1}, {1, 0, 1}},
                "row 3 of the generator matrix is a combination");
        assertRefused(GaloisField.GF2, new int[][] {{1}, {1}}, "row 2 of the generator matrix is a combination");
    }

    @Test
    void ranksAreThoseOfTheColumns() {
        GeneratorMatrix matrix = GeneratorMatrix.of(GaloisField.GF2, new int[][] {{1, 0, 1, 1}, {0, 1, 1, 0}});
        assertThat(matrix.field()).isEqualTo(GaloisField.GF2);
        assertThat(matrix.servers()).isEqualTo(4);
        assertThat(matrix.objects()).isEqualTo(2);
        assertThat(matrix.entry(1, 2)).isEqualTo(1);
        assertThat(matrix.rank(new BitSet())).isZero();
        assertThat(matrix.rank(BitSet.valueOf(new long[] {0b1001}))).isEqualTo(1);
        assertThat(matrix.rank(BitSet.valueOf(new long[] {0b1110}))).isEqualTo(2);
    }

    @Test
    void theMatrixKeepsItsOwnCopyOfTheRows() {
        int[][] rows = {{1, 0}, {0, 1}};
        GeneratorMatrix matrix = GeneratorMatrix.of(GaloisField.GF2, rows);
        rows[0][0] = 0;
        assertThat(matrix.entry(0, 0)).isEqualTo(1);
    }
}
