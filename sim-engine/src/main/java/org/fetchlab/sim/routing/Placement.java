package org.fetchlab.sim.routing;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.fetchlab.model.policy.Sampling;

/** Where files are stored, that is, which servers the request for a file can ask. A description, not a behaviour. */
public sealed interface Placement {
    /**
     * The placement of Budhiraja and Friedlander (Adv. Appl. Prob. 2019): every set of L servers is equally likely.
     *
     * @param sampling whether the L servers are distinct
     * @return the placement
     */
    static Placement symmetric(Sampling sampling) {
        return new Symmetric(sampling);
    }

    /**
     * The layout of a real cluster.
     *
     * @param hosts {@code hosts[f]} lists the distinct servers that store file f, at least one; files may have different
     *     numbers of servers
     * @param popularity {@code popularity[f]} is the probability that a request asks for file f
     * @return the placement
     * @throws IllegalArgumentException if there is no file, a file has no server, a server is negative or repeated, or the popularity is not a probability vector (up to 1e-9) with one entry per file
     */
    static Placement table(int[][] hosts, double[] popularity) {
        return Table.of(hosts, popularity);
    }

    /**
     * Every set of servers of the asked size is equally likely.
     *
     * @param sampling whether the servers are distinct
     */
    record Symmetric(Sampling sampling) implements Placement {}

    /** An explicit table: the servers of each file and its popularity. */
    final class Table implements Placement {
        private static final double ROUNDING = 1e-9;

        private final int[][] hosts;
        private final double[] popularity;

        private Table(int[][] hosts, double[] popularity) {
            this.hosts = hosts;
            this.popularity = popularity;
        }

        private static Table of(int[][] hosts, double[] popularity) {
            if (hosts.length == 0) {
                throw new IllegalArgumentException("a placement table must hold at least one file");
            }
            if (popularity.length != hosts.length) {
                throw new IllegalArgumentException("popularity has " + popularity.length
                        + " entries, but the placement table has " + hosts.length + " files");
            }
            for (int file = 0; file < hosts.length; file++) {
                checkHosts(file, hosts[file]);
            }
            checkPopularity(popularity);
            return new Table(Arrays.stream(hosts).map(int[]::clone).toArray(int[][]::new), popularity.clone());
        }

        private static void checkHosts(int file, int[] servers) {
            if (servers.length == 0) {
                throw new IllegalArgumentException(
                        "file " + file + " is on no server; every file must be on at least one");
            }
            Set<Integer> seen = new HashSet<>();
            for (int server : servers) {
                if (server < 0 || !seen.add(server)) {
                    throw new IllegalArgumentException("file " + file + " lists " + Arrays.toString(servers)
                            + ": servers must be distinct and at least 0");
                }
            }
        }

        private static void checkPopularity(double[] popularity) {
            double sum = 0;
            for (double p : popularity) {
                if (!(p >= 0 && p <= 1)) {
                    throw new IllegalArgumentException("popularity " + p + " must lie in [0, 1]");
                }
                sum += p;
            }
            if (!(Math.abs(sum - 1) <= ROUNDING)) {
                throw new IllegalArgumentException("popularity must sum to 1, not to " + sum);
            }
        }

        /**
         * The number of files.
         *
         * @return at least 1
         */
        public int files() {
            return hosts.length;
        }

        /**
         * The number of servers of the file that has most.
         *
         * @return at least 1
         */
        public int mostHosts() {
            return Arrays.stream(hosts)
                    .mapToInt(servers -> servers.length)
                    .max()
                    .orElseThrow();
        }

        /**
         * The number of servers of the file that has fewest.
         *
         * @return at least 1
         */
        public int fewestHosts() {
            return hosts(fileWithFewestHosts()).length;
        }

        /**
         * The file that has fewest servers, the first of several.
         *
         * @return its index
         */
        public int fileWithFewestHosts() {
            return IntStream.range(0, hosts.length)
                    .boxed()
                    .min(Comparator.comparingInt(file -> hosts[file].length))
                    .orElseThrow();
        }

        /**
         * The servers of one file.
         *
         * @param file the index of the file, in [0, {@link #files()})
         * @return a copy of the list of its servers
         */
        public int[] hosts(int file) {
            return hosts[file].clone();
        }

        /**
         * The largest server that stores a file.
         *
         * @return the index, at least 0
         */
        public int lastServer() {
            return Arrays.stream(hosts).flatMapToInt(Arrays::stream).max().orElseThrow();
        }

        /**
         * How often each file is asked for.
         *
         * @return a copy of the probabilities, one per file
         */
        public double[] popularity() {
            return popularity.clone();
        }
    }
}
