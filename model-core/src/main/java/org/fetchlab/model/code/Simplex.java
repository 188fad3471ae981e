package org.fetchlab.model.code;

import org.fetchlab.model.result.Outcome;

/**
 * The binary simplex code: server j stores the exclusive or of the objects whose bits are set in j + 1, for all
 * 2^m - 1 non-empty choices. Two servers that differ in one object recover it.
 */
record Simplex(int dimension) implements LinearStructure {
    private static final int MAX_DIMENSION = 10;

    static LinearBlock of(int dimension) {
        String spec = "simplex(" + dimension + ")";
        if (dimension < 1 || dimension > MAX_DIMENSION) {
            throw new IllegalArgumentException(spec + ": the dimension must be in [1, " + MAX_DIMENSION
                    + "], which makes at most " + ((1 << MAX_DIMENSION) - 1) + " servers");
        }
        Simplex structure = new Simplex(dimension);
        return LinearBlock.of(spec, structure.matrix(), structure);
    }

    GeneratorMatrix matrix() {
        int[][] rows = new int[dimension][(1 << dimension) - 1];
        for (int object = 0; object < dimension; object++) {
            for (int server = 0; server < rows[object].length; server++) {
                rows[object][server] = ((server + 1) >>> object) & 1;
            }
        }
        return GeneratorMatrix.of(GaloisField.GF2, rows);
    }

    @Override
    public Outcome<int[][]> recoveryGroups(int object) {
        return new Outcome.Known<>(pairs(object), "pairs that differ in the object");
    }

    private int[][] pairs(int object) {
        int bit = 1 << object;
        int[][] groups = new int[(1 << (dimension - 1)) - 1][];
        int filled = 0;
        for (int others = 1; others < 1 << dimension; others++) {
            if ((others & bit) == 0) {
                groups[filled++] = new int[] {others - 1, (others | bit) - 1};
            }
        }
        return groups;
    }

    @Override
    public Outcome<Integer> minimumDistance() {
        return new Outcome.Known<>(1 << (dimension - 1), "2^(m-1)");
    }
}
