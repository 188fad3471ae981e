package org.fetchlab.model.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Linear algebra over GF(2^8) written the slow and obvious way, sharing nothing with the product. */
final class BruteForce {
    private BruteForce() {}

    /** A uniformly random matrix, redrawn until it is a generator matrix. */
    static GeneratorMatrix randomMatrix(GaloisField field, int objects, int servers, UniformRandomProvider random) {
        while (true) {
            int[][] rows = new int[objects][servers];
            for (int[] row : rows) {
                for (int column = 0; column < servers; column++) {
                    row[column] = random.nextInt(field.order());
                }
            }
            boolean noZeroColumn = IntStream.range(0, servers)
                    .allMatch(column -> IntStream.range(0, objects).anyMatch(row -> rows[row][column] != 0));
            if (noZeroColumn && rank(columns(rows)) == objects) {
                return GeneratorMatrix.of(field, rows);
            }
        }
    }

    private static List<int[]> columns(int[][] rows) {
        return IntStream.range(0, rows[0].length)
                .mapToObj(column -> IntStream.range(0, rows.length)
                        .map(row -> rows[row][column])
                        .toArray())
                .toList();
    }

    static int[][] rows(GeneratorMatrix matrix) {
        return IntStream.range(0, matrix.objects())
                .mapToObj(row -> IntStream.range(0, matrix.servers())
                        .map(column -> matrix.entry(row, column))
                        .toArray())
                .toArray(int[][]::new);
    }

    /** Whether the unit vector of the object does not raise the rank of the columns. */
    static boolean recovers(GeneratorMatrix matrix, int object, BitSet servers) {
        List<int[]> columns = columns(rows(matrix));
        List<int[]> vectors =
                new ArrayList<>(servers.stream().mapToObj(columns::get).toList());
        int rank = rank(vectors);
        int[] unit = new int[matrix.objects()];
        unit[object] = 1;
        vectors.add(unit);
        return rank(vectors) == rank;
    }

    /** The servers that turn some set that does not recover into one that does. */
    static int[] usefulServers(GeneratorMatrix matrix, int object) {
        int all = 1 << matrix.servers();
        boolean[] recovers = new boolean[all];
        for (int set = 0; set < all; set++) {
            recovers[set] = recovers(matrix, object, BitSet.valueOf(new long[] {set}));
        }
        TreeSet<Integer> useful = new TreeSet<>();
        for (int set = 0; set < all; set++) {
            for (int server = 0; server < matrix.servers(); server++) {
                if (recovers[set] && !recovers[set & ~(1 << server)]) {
                    useful.add(server);
                }
            }
        }
        return useful.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The matrix whose objects are recombined such that its first one is what a server stores. */
    static GeneratorMatrix withFirstObjectOn(int server, GeneratorMatrix matrix) {
        int[][] rows = rows(matrix);
        int pivot = IntStream.range(0, rows.length)
                .filter(row -> rows[row][server] != 0)
                .findFirst()
                .orElseThrow();
        int[] first = rows[pivot];
        rows[pivot] = rows[0];
        rows[0] = first;
        for (int row = 1; row < rows.length; row++) {
            int factor = product(rows[row][server], inverse(first[server]));
            for (int column = 0; column < first.length; column++) {
                rows[row][column] ^= product(factor, first[column]);
            }
        }
        return GeneratorMatrix.of(matrix.field(), rows);
    }

    static int rank(List<int[]> vectors) {
        List<int[]> left = new ArrayList<>(vectors.stream().map(int[]::clone).toList());
        int rank = 0;
        int length = vectors.isEmpty() ? 0 : vectors.get(0).length;
        for (int i = 0; i < length; i++) {
            int position = i;
            int[] pivot =
                    left.stream().filter(v -> v[position] != 0).findFirst().orElse(null);
            if (pivot != null) {
                left.remove(pivot);
                rank++;
                int inverse = inverse(pivot[i]);
                for (int[] vector : left) {
                    int factor = product(vector[i], inverse);
                    for (int p = 0; p < length; p++) {
                        vector[p] ^= product(factor, pivot[p]);
                    }
                }
            }
        }
        return rank;
    }

    /** The polynomial product modulo x^8 + x^4 + x^3 + x^2 + 1, by long division. */
    static int product(int a, int b) {
        int product = 0;
        for (int bit = 0; bit < 8; bit++) {
            product ^= (b >> bit & 1) * (a << bit);
        }
        for (int degree = 14; degree >= 8; degree--) {
            product ^= (product >> degree & 1) * (0x11d << (degree - 8));
        }
        return product;
    }

    /** The power a^254. */
    static int inverse(int a) {
        int power = 1;
        for (int i = 0; i < 254 && a != 1; i++) {
            power = product(power, a);
        }
        return power;
    }
}
