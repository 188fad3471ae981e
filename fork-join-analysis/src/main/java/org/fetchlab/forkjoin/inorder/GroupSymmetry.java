package org.fetchlab.forkjoin.inorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fetchlab.forkjoin.structure.DisjointGroups;

/**
 * The symmetry of disjoint recovery groups: servers of one group and one rate are exchangeable, and so are groups with the
 * same rates. Servers that recover alone never lead.
 */
final class GroupSymmetry implements Symmetry {
    /** For each kind of group, its groups, servers in order of their rates. */
    private final List<int[][]> kinds;

    private final double[] rates;

    private GroupSymmetry(List<int[][]> kinds, double[] rates) {
        this.kinds = kinds;
        this.rates = rates;
    }

    static GroupSymmetry of(DisjointGroups shape, double[] rates) {
        Map<List<Double>, List<int[]>> byRates = new LinkedHashMap<>();
        for (int g = 0; g < shape.groups(); g++) {
            int[] servers = IntStream.of(shape.group(g))
                    .boxed()
                    .sorted(Comparator.comparingDouble(server -> rates[server]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            List<Double> kind =
                    IntStream.of(servers).mapToObj(server -> rates[server]).toList();
            byRates.computeIfAbsent(kind, unused -> new ArrayList<>()).add(servers);
        }
        return new GroupSymmetry(
                byRates.values().stream()
                        .map(groups -> groups.toArray(int[][]::new))
                        .toList(),
                rates);
    }

    /** Larger leads first among the servers of one rate in a group, groups with larger leads first. */
    @Override
    public int[] canonical(int[] leads) {
        int[] result = leads.clone();
        for (int[][] groups : kinds) {
            int[][] values = new int[groups.length][];
            for (int g = 0; g < groups.length; g++) {
                values[g] = ordered(groups[g], leads);
            }
            Arrays.sort(values, (one, other) -> Arrays.compare(other, one));
            for (int g = 0; g < groups.length; g++) {
                for (int i = 0; i < groups[g].length; i++) {
                    result[groups[g][i]] = values[g][i];
                }
            }
        }
        return result;
    }

    /** Servers of one rate and lead in a group, and servers at one place of neighbouring groups with equal leads. */
    @Override
    public int[] alike(int[] leads) {
        int[] alike = IntStream.range(0, leads.length).toArray();
        for (int[][] groups : kinds) {
            for (int g = 0; g < groups.length; g++) {
                int[] servers = groups[g];
                boolean isRepeated = g > 0 && Arrays.equals(leads(servers, leads), leads(groups[g - 1], leads));
                for (int i = 0; i < servers.length; i++) {
                    if (isRepeated) {
                        alike[servers[i]] = alike[groups[g - 1][i]];
                    } else if (i > 0
                            && leads[servers[i]] == leads[servers[i - 1]]
                            && rates[servers[i]] == rates[servers[i - 1]]) {
                        alike[servers[i]] = alike[servers[i - 1]];
                    }
                }
            }
        }
        return alike;
    }

    private static int[] leads(int[] servers, int[] leads) {
        return IntStream.of(servers).map(server -> leads[server]).toArray();
    }

    /** The leads of a group by insertion: groups are short, and leads change by one at a time. */
    private int[] ordered(int[] servers, int[] leads) {
        int[] values = new int[servers.length];
        for (int i = 0; i < values.length; i++) {
            int lead = leads[servers[i]];
            int at = i;
            while (at > 0 && values[at - 1] < lead && rates[servers[at - 1]] == rates[servers[i]]) {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = lead;
        }
        return values;
    }
}
