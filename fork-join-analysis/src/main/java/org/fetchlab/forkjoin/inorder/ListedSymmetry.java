package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every symmetry of a family of overlapping recovering sets, found by backtracking. Linear decoding of a simplex code has
 * the invertible matrices that fix the object, which no exchange of single servers or blocks captures.
 */
final class ListedSymmetry implements Symmetry {
    private final int[] useful;
    private final List<int[]> permutations;

    private ListedSymmetry(int[] useful, List<int[]> permutations) {
        this.useful = useful;
        this.permutations = permutations;
    }

    /** The symmetries, empty if there are no sets or the search takes too long. */
    static Optional<ListedSymmetry> of(int[] useful, List<BitSet> sets, double[] rates) {
        if (sets.isEmpty()) {
            return Optional.empty();
        }
        Search search = new Search(useful, sets, rates);
        return search.complete() ? Optional.of(new ListedSymmetry(useful, search.found)) : Optional.empty();
    }

    /** The lexicographically largest image. */
    @Override
    public int[] canonical(int[] leads) {
        int[] best = new int[0];
        int[] image = new int[useful.length];
        for (int[] permutation : permutations) {
            for (int i = 0; i < image.length; i++) {
                image[i] = leads[useful[permutation[i]]];
            }
            if (best.length == 0 || Arrays.compare(image, best) > 0) {
                best = image.clone();
            }
        }
        int[] result = leads.clone();
        for (int i = 0; i < best.length; i++) {
            result[useful[i]] = best[i];
        }
        return result;
    }

    /** Assigns images to positions in order; every recovering set whose members have images must have an image in the family. */
    private static final class Search {
        private static final int MOST_STEPS = 200_000;
        private static final int MOST_FOUND = 4_000;

        private final List<int[]> found = new ArrayList<>();
        private final double[] rates;
        private final List<List<int[]>> completedAt = new ArrayList<>();
        private final Set<BitSet> family = new HashSet<>();
        private final int[] image;
        private final BitSet used = new BitSet();
        private int steps;

        Search(int[] useful, List<BitSet> sets, double[] serverRates) {
            this.image = new int[useful.length];
            this.rates = Arrays.stream(useful).mapToDouble(j -> serverRates[j]).toArray();
            for (int i = 0; i < useful.length; i++) {
                completedAt.add(new ArrayList<>());
            }
            for (BitSet set : sets) {
                int[] positions = set.stream()
                        .map(server -> Arrays.binarySearch(useful, server))
                        .toArray();
                family.add(bits(positions));
                completedAt.get(positions[positions.length - 1]).add(positions);
            }
        }

        /** Whether all symmetries were found within the limits. */
        boolean complete() {
            extend(0);
            return steps < MOST_STEPS && found.size() <= MOST_FOUND;
        }

        private void extend(int position) {
            if (position == image.length) {
                found.add(image.clone());
                return;
            }
            for (int next = used.nextClearBit(0); next < image.length; next = used.nextClearBit(next + 1)) {
                if (steps++ >= MOST_STEPS || found.size() > MOST_FOUND) {
                    return;
                }
                image[position] = next;
                if (rates[position] == rates[next] && keepsSets(position)) {
                    used.set(next);
                    extend(position + 1);
                    used.clear(next);
                }
            }
        }

        private boolean keepsSets(int position) {
            return completedAt.get(position).stream()
                    .allMatch(set -> family.contains(
                            bits(Arrays.stream(set).map(member -> image[member]).toArray())));
        }

        private static BitSet bits(int[] members) {
            BitSet bits = new BitSet();
            for (int member : members) {
                bits.set(member);
            }
            return bits;
        }
    }
}
