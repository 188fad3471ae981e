package org.fetchlab.model.code;

import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/**
 * The locally recoverable code of Azure (Huang et al., USENIX ATC 2012): k data servers in l equal groups, one exclusive
 * or per group, and g global parities over GF(2^8). Servers in the order data, local parities, global parities.
 *
 * <p>Coefficients: lrc(6,2,2) has the maximally recoverable global rows a and a² with a = (35, 146, 217, 206, 196, 17). All
 * others are pyramid codes (Huang, Chen and Li, NCA 2007): a systematic Cauchy Reed-Solomon code with g + 1 parities,
 * scaled so that the first is the exclusive or of the data, which is then split into l local parities. Adding up the
 * local parities of a word gives back a word of the Reed-Solomon code of no larger weight, so the minimum distance is at
 * least g + 2; a single changed object reaches one local and all global parities, so it is exactly g + 2. No code with
 * this locality does better (Gopalan et al., IEEE Trans. Inf. Theory 2012).
 */
record LocallyRecoverable(int data, int localGroups, int globalParities) implements LinearStructure {
    private static final int[] MAXIMALLY_RECOVERABLE_6_2_2 = {35, 146, 217, 206, 196, 17};

    static LinearBlock of(int data, int localGroups, int globalParities) {
        String spec = "lrc(" + data + "," + localGroups + "," + globalParities + ")";
        if (data < 1 || localGroups < 1 || globalParities < 0) {
            throw new IllegalArgumentException(
                    spec + ": k and l must be at least 1, and g, the number of global parities, at least 0");
        }
        if (data % localGroups != 0) {
            throw new IllegalArgumentException(
                    spec + ": l = " + localGroups + " local groups must divide k = " + data + " data objects evenly");
        }
        if ((long) data + globalParities + 1 > GaloisField.GF256.order()) {
            throw new IllegalArgumentException(spec + ": k + g must be at most " + (GaloisField.GF256.order() - 1)
                    + ", the coefficients that GF(2^8) has");
        }
        LocallyRecoverable structure = new LocallyRecoverable(data, localGroups, globalParities);
        return LinearBlock.of(spec, structure.matrix(), structure);
    }

    private int groupSize() {
        return data / localGroups;
    }

    GeneratorMatrix matrix() {
        int[][] rows = new int[data][data + localGroups + globalParities];
        for (int object = 0; object < data; object++) {
            rows[object][object] = 1;
            rows[object][data + object / groupSize()] = 1;
            for (int parity = 0; parity < globalParities; parity++) {
                rows[object][data + localGroups + parity] = globalCoefficient(object, parity);
            }
        }
        return GeneratorMatrix.of(GaloisField.GF256, rows);
    }

    private int globalCoefficient(int object, int parity) {
        if (data == 6 && localGroups == 2 && globalParities == 2) {
            int a = MAXIMALLY_RECOVERABLE_6_2_2[object];
            return parity == 0 ? a : GaloisField.multiply(a, a);
        }
        return cauchyCoefficient(object, parity);
    }

    /** The Cauchy matrix 1 / (x_i + y_j) with x_i = i and y_j = g + 1 + j, its columns scaled to make row 0 all ones. */
    private int cauchyCoefficient(int object, int parity) {
        int y = globalParities + 1 + object;
        return GaloisField.multiply(y, GaloisField.inverse((parity + 1) ^ y));
    }

    /** The local group: its other data servers and its parity. */
    @Override
    public Outcome<int[][]> recoveryGroups(int object) {
        int group = object / groupSize();
        int[] others = IntStream.range(group * groupSize(), (group + 1) * groupSize())
                .filter(server -> server != object)
                .toArray();
        int[] companions = IntStream.concat(IntStream.of(others), IntStream.of(data + group))
                .toArray();
        return new Outcome.Known<>(new int[][] {companions}, "local group");
    }

    @Override
    public Outcome<Integer> minimumDistance() {
        return new Outcome.Known<>(globalParities + 2, "g + 2");
    }
}
