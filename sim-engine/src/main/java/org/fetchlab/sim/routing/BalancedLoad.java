package org.fetchlab.sim.routing;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * How evenly the pieces of the files of a placement table can be spread over their servers: the least possible load of the
 * busiest server, when requests arrive at rate 1 and every piece is one unit of work.
 *
 * <p>A fractional split sends the share {@code x_fs ≤ 1} of a request for file f to its server s, {@code Σ_s x_fs = k}. Its
 * largest load is an upper limit. A set B of servers is a lower limit: of the k pieces of a file at most so many can avoid B as
 * the file has servers outside, so that B gets at least {@code Σ_f p_f (k - |servers of f outside B|)^+}, which some server of B
 * gets at least on average. By max-flow min-cut the best split and the worst set agree.
 *
 * <p>The split is improved file by file: the pieces of a file are poured onto its servers, least loaded first, as water into
 * vessels. That minimises the sum of squares of the loads, and so their maximum too. The sets tried are those of the most
 * loaded servers, among which is the worst one once the split is best.
 */
final class BalancedLoad {
    private static final double ROUNDING = 1e-13;
    private static final long MOST_STEPS = 200_000_000;
    private static final int MOST_SWEEPS = 20_000;

    private final int[][] hosts;
    private final double[] popularity;
    private final int pieces;
    private final double[] load;
    /** What each server of each file gets of it, per unit time. */
    private final double[][] parts;

    private BalancedLoad(Placement.Table table, int servers, int pieces) {
        this.hosts = IntStream.range(0, table.files()).mapToObj(table::hosts).toArray(int[][]::new);
        this.popularity = table.popularity();
        this.pieces = pieces;
        this.load = new double[servers];
        this.parts = Arrays.stream(hosts).map(own -> new double[own.length]).toArray(double[][]::new);
    }

    /**
     * Limits of the least possible load of the busiest server.
     *
     * @param lower from a set of servers
     * @param upper from a split; equal to the lower limit when they agree to rounding
     */
    record Limits(double lower, double upper) {
        private boolean isTight() {
            return upper - lower <= ROUNDING * upper;
        }
    }

    /**
     * Spreads the pieces of a table.
     *
     * @param table where files are
     * @param servers n, more than the largest server of the table
     * @param pieces k, how many of the servers of its file a request joins
     * @return limits of the largest load per request and unit time, positive
     */
    static Limits of(Placement.Table table, int servers, int pieces) {
        BalancedLoad balance = new BalancedLoad(table, servers, pieces);
        long steps = Arrays.stream(balance.hosts).mapToLong(own -> own.length).sum();
        long sweeps = Math.max(1, Math.min(MOST_SWEEPS, MOST_STEPS / steps));
        Limits best = balance.sweep();
        for (long i = 1; i < sweeps && !best.isTight(); i++) {
            Limits next = balance.sweep();
            best = new Limits(Math.max(best.lower, next.lower), Math.min(best.upper, next.upper));
        }
        return best.isTight() ? new Limits(best.lower, best.lower) : best;
    }

    /**
     * The load of the busiest server when the pieces of a file are spread evenly over all its servers.
     *
     * @param table where files are
     * @param servers n, more than the largest server of the table
     * @param pieces k, how many of the servers of its file a request joins
     * @return the largest load per request and unit time
     */
    static double even(Placement.Table table, int servers, int pieces) {
        double[] load = new double[servers];
        double[] popularity = table.popularity();
        for (int file = 0; file < popularity.length; file++) {
            int[] own = table.hosts(file);
            for (int server : own) {
                load[server] += popularity[file] * pieces / own.length;
            }
        }
        return Arrays.stream(load).max().orElseThrow();
    }

    private Limits sweep() {
        for (int file = 0; file < hosts.length; file++) {
            pour(file);
        }
        return new Limits(mostLoadedSet(), Arrays.stream(load).max().orElseThrow());
    }

    /** Takes a file's pieces from its servers and pours them again. */
    private void pour(int file) {
        int[] servers = hosts[file];
        double[] part = parts[file];
        double whole = popularity[file];
        for (int i = 0; i < servers.length; i++) {
            load[servers[i]] -= part[i];
        }
        double level = level(servers, whole);
        for (int i = 0; i < servers.length; i++) {
            part[i] = Math.min(whole, Math.max(0, level - load[servers[i]]));
            load[servers[i]] += part[i];
        }
    }

    /** The level up to which vessels of height {@code whole} on the present loads hold all pieces. */
    private double level(int[] servers, double whole) {
        double[] edges = new double[2 * servers.length];
        for (int i = 0; i < servers.length; i++) {
            edges[2 * i] = load[servers[i]];
            edges[2 * i + 1] = load[servers[i]] + whole;
        }
        Arrays.sort(edges);
        double left = pieces * whole;
        for (int e = 1; e < edges.length; e++) {
            double middle = (edges[e - 1] + edges[e]) / 2;
            long open = Arrays.stream(servers)
                    .filter(server -> load[server] <= middle && middle <= load[server] + whole)
                    .count();
            double room = open * (edges[e] - edges[e - 1]);
            if (open > 0 && room >= left) {
                return edges[e - 1] + left / open;
            }
            left -= room;
        }
        return edges[edges.length - 1];
    }

    /** The largest average over a set of the most loaded servers of the work that no split keeps away from it. */
    private double mostLoadedSet() {
        int[] rank = ranks();
        double[] forced = new double[load.length];
        for (int file = 0; file < hosts.length; file++) {
            int[] ranks = Arrays.stream(hosts[file])
                    .map(server -> rank[server])
                    .sorted()
                    .toArray();
            for (int i = ranks.length - pieces; i < ranks.length; i++) {
                forced[ranks[i]] += popularity[file];
            }
        }
        double largest = 0;
        double sum = 0;
        for (int size = 1; size <= forced.length; size++) {
            sum += forced[size - 1];
            largest = Math.max(largest, sum / size);
        }
        return largest;
    }

    /** The place of each server among the most loaded. */
    private int[] ranks() {
        int[] order = IntStream.range(0, load.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer server) -> -load[server]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] rank = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            rank[order[place]] = place;
        }
        return rank;
    }
}
