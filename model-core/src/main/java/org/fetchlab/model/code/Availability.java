package org.fetchlab.model.code;

import java.util.HashMap;
import java.util.Map;
import org.fetchlab.model.result.Outcome;

/**
 * The (r, t)-availability of an object: besides its systematic server there are t pairwise disjoint recovery groups of r
 * servers each. The locality of the object is r.
 *
 * @param groupSize r, the number of servers of a recovery group, at least 1
 * @param groups t, the number of disjoint groups, at least 1
 */
public record Availability(int groupSize, int groups) {
    private static final String METHOD = "disjoint recovery groups";

    /**
     * Checks both numbers.
     *
     * @param groupSize r
     * @param groups t
     * @throws IllegalArgumentException if one is below 1
     */
    public Availability {
        if (groupSize < 1 || groups < 1) {
            throw new IllegalArgumentException(
                    "availability (" + groupSize + ", " + groups + "): r and t must be at least 1");
        }
    }

    /**
     * The most pairwise disjoint groups among some of equal size, void when there is no group. Groups that overlap must
     * lie among the first 32 servers.
     */
    static Outcome<Availability> ofGroups(int[][] groups, Block block, int object) {
        if (groups.length == 0) {
            return none(block, object, "no recovery group: nothing without its own server recovers it");
        }
        int most = GroupRecovery.areDisjoint(groups) ? groups.length : new Packing(groups).most();
        return known(groups[0].length, most);
    }

    static Outcome<Availability> known(int groupSize, int groups) {
        return new Outcome.Known<>(new Availability(groupSize, groups), METHOD);
    }

    /** An object that lacks what (r, t)-availability needs. */
    static Outcome<Availability> none(Block block, int object, String what) {
        return new Outcome.None<>(METHOD, "object " + object + " of " + block.spec() + " has " + what);
    }

    /** Exact set packing: the lowest free server is left out, or one of the groups in which it is lowest is taken. */
    private static final class Packing {
        private final int[] masks;
        private final int groupSize;
        private final Map<Integer, Integer> known = new HashMap<>();

        Packing(int[][] groups) {
            masks = new int[groups.length];
            groupSize = groups[0].length;
            for (int g = 0; g < groups.length; g++) {
                for (int server : groups[g]) {
                    masks[g] |= 1 << server;
                }
            }
        }

        int most() {
            int all = 0;
            for (int mask : masks) {
                all |= mask;
            }
            return most(all);
        }

        private int most(int free) {
            if (Integer.bitCount(free) < groupSize) {
                return 0;
            }
            Integer cached = known.get(free);
            if (cached != null) {
                return cached;
            }
            int limit = Integer.bitCount(free) / groupSize;
            int lowest = Integer.lowestOneBit(free);
            int best = 0;
            for (int g = 0; g < masks.length && best < limit; g++) {
                if (Integer.lowestOneBit(masks[g]) == lowest && (masks[g] & ~free) == 0) {
                    best = Math.max(best, 1 + most(free & ~masks[g]));
                }
            }
            if (best < limit) {
                best = Math.max(best, most(free & ~lowest));
            }
            known.put(free, best);
            return best;
        }
    }
}
