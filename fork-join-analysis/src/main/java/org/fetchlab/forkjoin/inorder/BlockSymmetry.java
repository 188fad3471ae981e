package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.fetchlab.model.code.Recovery;

/**
 * Exchangeable servers and exchangeable blocks of them, found from the recovery and the service rates.
 *
 * <p>Two servers of equal rate are exchangeable when swapping them leaves the recovery unchanged, an equivalence relation;
 * two of its classes are exchangeable as blocks when swapping them, member by member, does. For an availability code the
 * blocks are its recovery groups, for an MDS code one block holds all servers but the systematic one.
 */
final class BlockSymmetry implements Symmetry {
    private final List<int[][]> orbits;

    private BlockSymmetry(List<int[][]> orbits) {
        this.orbits = orbits;
    }

    /** The symmetry of a recovery whose useful server j has rate rates[j]. */
    static BlockSymmetry of(Recovery recovery, RecoveryShape shape, double[] rates) {
        List<int[]> blocks = new ArrayList<>();
        for (int server : recovery.usefulServers()) {
            int found = IntStream.range(0, blocks.size())
                    .filter(b -> exchangeable(new int[] {server}, Arrays.copyOf(blocks.get(b), 1), rates, shape))
                    .findFirst()
                    .orElse(-1);
            if (found < 0) {
                blocks.add(new int[] {server});
            } else {
                int[] longer = Arrays.copyOf(blocks.get(found), blocks.get(found).length + 1);
                longer[longer.length - 1] = server;
                blocks.set(found, longer);
            }
        }
        return new BlockSymmetry(orbits(blocks, rates, shape));
    }

    private static List<int[][]> orbits(List<int[]> blocks, double[] rates, RecoveryShape shape) {
        List<List<int[]>> orbits = new ArrayList<>();
        for (int[] block : blocks) {
            List<int[]> home = orbits.stream()
                    .filter(orbit -> exchangeable(block, orbit.get(0), rates, shape))
                    .findFirst()
                    .orElse(null);
            if (home == null) {
                orbits.add(new ArrayList<>(List.of(block)));
            } else {
                home.add(block);
            }
        }
        return orbits.stream().map(orbit -> orbit.toArray(int[][]::new)).toList();
    }

    private static boolean exchangeable(int[] one, int[] other, double[] rates, RecoveryShape shape) {
        if (one.length != other.length || rates[one[0]] != rates[other[0]]) {
            return false;
        }
        int[] permutation = IntStream.range(0, rates.length).toArray();
        for (int i = 0; i < one.length; i++) {
            permutation[one[i]] = other[i];
            permutation[other[i]] = one[i];
        }
        return shape.isKeptBy(permutation);
    }

    /** Whether no two servers and no two blocks are exchangeable. */
    boolean isTrivial() {
        return orbits.stream().allMatch(orbit -> orbit.length == 1 && orbit[0].length == 1);
    }

    /** Larger leads first in every block, larger blocks first. */
    @Override
    public int[] canonical(int[] leads) {
        int[] result = leads.clone();
        for (int[][] orbit : orbits) {
            int[][] values = new int[orbit.length][];
            for (int b = 0; b < orbit.length; b++) {
                values[b] = descending(orbit[b], leads);
            }
            if (values.length > 1) {
                Arrays.sort(
                        values,
                        Comparator.comparing((int[] value) -> value, Arrays::compare)
                                .reversed());
            }
            for (int b = 0; b < orbit.length; b++) {
                for (int i = 0; i < orbit[b].length; i++) {
                    result[orbit[b][i]] = values[b][i];
                }
            }
        }
        return result;
    }

    private static int[] descending(int[] block, int[] leads) {
        int[] values = new int[block.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = -leads[block[i]];
        }
        Arrays.sort(values);
        for (int i = 0; i < values.length; i++) {
            values[i] = -values[i];
        }
        return values;
    }
}
