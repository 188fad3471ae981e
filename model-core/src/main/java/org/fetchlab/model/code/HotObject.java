package org.fetchlab.model.code;

import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/**
 * The code that gives one hot object, object 0, (r, t)-availability and nothing else: server 0 stores it; each of t groups
 * of r servers stores r - 1 further objects, and the exclusive or of these and the hot object.
 */
record HotObject(int groupSize, int groups) implements LinearStructure {
    static LinearBlock of(int groupSize, int groups) {
        String spec = "availability(" + groupSize + "," + groups + ")";
        if (groupSize < 1) {
            throw new IllegalArgumentException(spec + ": r = " + groupSize + ", the group size, must be at least 1");
        }
        if (groups < 1) {
            throw new IllegalArgumentException(spec + ": t = " + groups + ", the number of groups, must be at least 1");
        }
        Block.checkServers(spec, 1 + (long) groupSize * groups);
        HotObject structure = new HotObject(groupSize, groups);
        return LinearBlock.of(spec, structure.matrix(), structure);
    }

    GeneratorMatrix matrix() {
        int[][] rows = new int[1 + groups * (groupSize - 1)][1 + groups * groupSize];
        rows[0][0] = 1;
        for (int group = 0; group < groups; group++) {
            int parity = firstServer(group) + groupSize - 1;
            rows[0][parity] = 1;
            for (int i = 0; i < groupSize - 1; i++) {
                int object = 1 + group * (groupSize - 1) + i;
                rows[object][firstServer(group) + i] = 1;
                rows[object][parity] = 1;
            }
        }
        return GeneratorMatrix.of(GaloisField.GF2, rows);
    }

    private int firstServer(int group) {
        return 1 + group * groupSize;
    }

    private int[] serversOf(int group) {
        return IntStream.range(firstServer(group), firstServer(group + 1)).toArray();
    }

    /** The groups of the hot object; another object has one, its own group without its server and with server 0. */
    @Override
    public Outcome<int[][]> recoveryGroups(int object) {
        return new Outcome.Known<>(groups(object), "groups of the construction");
    }

    private int[][] groups(int object) {
        if (object == 0) {
            return IntStream.range(0, groups).mapToObj(this::serversOf).toArray(int[][]::new);
        }
        int group = (object - 1) / (groupSize - 1);
        int own = firstServer(group) + (object - 1) % (groupSize - 1);
        int[] companions = IntStream.concat(IntStream.of(0), IntStream.of(serversOf(group)))
                .filter(server -> server != own)
                .toArray();
        return new int[][] {companions};
    }

    /** The hot object is in 1 + t columns, any other one in two. */
    @Override
    public Outcome<Integer> minimumDistance() {
        return new Outcome.Known<>(groupSize == 1 ? 1 + groups : 2, "least column count of an object");
    }

    @Override
    public boolean groupsAreAll(int object) {
        return object == 0;
    }

    @Override
    public int[] requestedObjects(int objects) {
        return new int[] {0};
    }
}
