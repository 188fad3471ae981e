package org.fetchlab.model.code;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/** The structure of an arbitrary generator matrix, by enumeration of its server sets where they are few enough. */
record ComputedStructure(String spec, SpanRecoveries recoveries) implements LinearStructure {
    /** More groups than this are not listed. */
    private static final int MAX_GROUPS = 100_000;

    private static final String ENUMERATION = "enumeration of all server sets";

    @Override
    public Outcome<Integer> minimumDistance() {
        int servers = recoveries.matrix().servers();
        if (servers > RecoveryTable.MAX_SERVERS) {
            return new Outcome.None<>(
                    ENUMERATION,
                    spec + " has " + servers + " servers: sets of more than " + RecoveryTable.MAX_SERVERS
                            + " servers are not enumerated");
        }
        return new Outcome.Known<>(recoveries.file().table().leastBlockingSize(), ENUMERATION);
    }

    @Override
    public Outcome<int[][]> recoveryGroups(int object) {
        SpanRecovery recovery = recoveries.object(object);
        int[] useful = recovery.tableServers();
        if (useful.length > RecoveryTable.MAX_SERVERS) {
            return new Outcome.None<>(
                    ENUMERATION,
                    spec + ": the recovery groups of object " + object + " lie among " + useful.length
                            + " servers; they are enumerated up to " + RecoveryTable.MAX_SERVERS);
        }
        int excluded = 0;
        for (int position = 0; position < useful.length; position++) {
            if (recoveries.matrix().systematicServer(object).orElse(-1) == useful[position]) {
                excluded = 1 << position;
            }
        }
        List<Integer> sets = leastSets(recovery.table(), excluded);
        if (sets.size() > MAX_GROUPS) {
            return new Outcome.None<>(
                    ENUMERATION,
                    spec + ": object " + object + " has " + sets.size() + " recovery groups, more than the "
                            + MAX_GROUPS + " supported");
        }
        int[][] groups = sets.stream()
                .map(mask -> IntStream.range(0, useful.length)
                        .filter(position -> (mask >>> position & 1) != 0)
                        .map(position -> useful[position])
                        .toArray())
                .toArray(int[][]::new);
        return new Outcome.Known<>(groups, ENUMERATION);
    }

    /** The recovering sets of least size that leave out some servers. */
    private List<Integer> leastSets(RecoveryTable table, int excluded) {
        int size = Integer.MAX_VALUE;
        List<Integer> sets = new ArrayList<>();
        for (int mask = 1; mask < 1 << table.servers(); mask++) {
            if ((mask & excluded) == 0 && Integer.bitCount(mask) <= size && table.contains(mask)) {
                if (Integer.bitCount(mask) < size) {
                    size = Integer.bitCount(mask);
                    sets.clear();
                }
                sets.add(mask);
            }
        }
        return sets;
    }
}
