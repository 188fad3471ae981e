package org.fetchlab.sim.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;

/** What requests are shown of a placement table: a random set of L of the servers of their file, as files of their own. */
final class ShownServers {
    private static final double MOST_ENTRIES = 5e6;

    private ShownServers() {}

    /**
     * The table of all sets that are shown.
     *
     * @param table where files are
     * @param shown L, at least 1; files with fewer servers are shown as they are
     * @return a table in which every file has at most L servers; empty if it would be too large
     */
    static Optional<Placement.Table> of(Placement.Table table, int shown) {
        if (table.mostHosts() <= shown) {
            return Optional.of(table);
        }
        double[] popularity = table.popularity();
        List<int[]> sets = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        double entries = 0;
        for (int file = 0; file < popularity.length; file++) {
            int[] own = table.hosts(file);
            int size = Math.min(shown, own.length);
            double count = BinomialCoefficientDouble.value(own.length, size);
            entries += count * size;
            if (entries > MOST_ENTRIES) {
                return Optional.empty();
            }
            double share = popularity[file] / count;
            Combinations.of(own.length, size).iterator().forEachRemaining(set -> {
                sets.add(Arrays.stream(set).map(i -> own[i]).toArray());
                shares.add(share);
            });
        }
        return Optional.of((Placement.Table) Placement.table(
                sets.toArray(int[][]::new),
                shares.stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
