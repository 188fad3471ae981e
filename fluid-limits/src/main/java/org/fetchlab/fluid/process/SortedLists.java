package org.fetchlab.fluid.process;

import java.util.ArrayList;
import java.util.List;

/** Sorted lists of queue lengths, which stand for sets of queues that are alike. */
final class SortedLists {
    private static final int LIMIT = 200_000;

    private SortedLists() {}

    /** All lists of a length with entries 0 <= l_1 <= l_2 <= … <= highest. */
    static List<int[]> of(int length, int highest) {
        List<int[]> lists = new ArrayList<>();
        extend(lists, new int[length], 0, 0, highest);
        return lists;
    }

    private static void extend(List<int[]> lists, int[] list, int position, int least, int highest) {
        if (lists.size() > LIMIT) {
            throw new IllegalArgumentException("more than " + LIMIT + " sorted lists of " + list.length
                    + " queue lengths up to " + highest + ": take fewer levels");
        }
        if (position == list.length) {
            lists.add(list.clone());
            return;
        }
        for (int level = least; level <= highest; level++) {
            list[position] = level;
            extend(lists, list, position + 1, level, highest);
        }
    }
}
