package org.fetchlab.model.code;

/**
 * Where the servers of one block stand among all servers of a direct sum.
 *
 * @param servers n, the number of servers of the whole code
 * @param first the index of the block's first server
 */
record Placement(int servers, int first) {
    /** The indices, among all servers, of some servers of the block; a fresh array. */
    int[] shift(int[] blockServers) {
        int[] shifted = blockServers.clone();
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] += first;
        }
        return shifted;
    }

    /** The same for several groups of servers. */
    int[][] shift(int[][] groups) {
        int[][] shifted = new int[groups.length][];
        for (int g = 0; g < groups.length; g++) {
            shifted[g] = shift(groups[g]);
        }
        return shifted;
    }
}
