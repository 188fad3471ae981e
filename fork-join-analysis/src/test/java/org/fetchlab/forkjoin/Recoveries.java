package org.fetchlab.forkjoin;

import java.util.stream.IntStream;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.testing.ReferenceTable;

/** The recoveries that the tests of this module ask about. */
public final class Recoveries {
    private Recoveries() {}

    /**
     * A systematic server 0 and t disjoint groups of r servers.
     *
     * @param groupSize r
     * @param groups t
     * @return the recovery of the hot object
     */
    public static Recovery availability(int groupSize, int groups) {
        int[][] all = new int[groups + 1][];
        all[0] = new int[] {0};
        for (int g = 0; g < groups; g++) {
            int first = 1 + g * groupSize;
            all[g + 1] = IntStream.range(first, first + groupSize).toArray();
        }
        return GroupRecovery.of(1 + groupSize * groups, all);
    }

    /**
     * Any k of n servers.
     *
     * @param servers n
     * @param needed k
     * @return the recovery of the whole file
     */
    public static Recovery wholeFile(int servers, int needed) {
        return ThresholdRecovery.anyOf(servers, IntStream.range(0, servers).toArray(), needed);
    }

    /**
     * Server 0, or any k of the other n-1.
     *
     * @param servers n
     * @param needed k
     * @return the recovery of object 0
     */
    public static Recovery oneObject(int servers, int needed) {
        return ThresholdRecovery.systematicOrAnyOf(
                servers, 0, IntStream.range(1, servers).toArray(), needed);
    }

    /**
     * The recovery that a row of a reference table describes in its columns r, t, n, k.
     *
     * @param system the text of its column system (or request)
     * @param row the row
     * @return the recovery
     */
    public static Recovery of(String system, ReferenceTable.Row row) {
        return switch (system) {
            case "availability" -> availability(row.integer("r"), row.integer("t"));
            case "one-object", "mds-one-object" -> oneObject(row.integer("n"), row.integer("k"));
            case "whole-file", "mds-whole-file" -> wholeFile(row.integer("n"), row.integer("k"));
            default -> throw new IllegalArgumentException("system '" + system + "' is not known");
        };
    }
}
