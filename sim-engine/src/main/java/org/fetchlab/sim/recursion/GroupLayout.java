package org.fetchlab.sim.recursion;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Groups of servers in one array, by position among the useful ones: group g ends before {@code ends[g]}. */
final class GroupLayout {
    final int[] members;
    final int[] ends;

    GroupLayout(int[] useful, int[][] groups) {
        members = Arrays.stream(groups)
                .flatMapToInt(group -> IntStream.of(CompletionTime.positions(useful, group)))
                .toArray();
        ends = new int[groups.length];
        int end = 0;
        for (int g = 0; g < groups.length; g++) {
            end += groups[g].length;
            ends[g] = end;
        }
    }
}
