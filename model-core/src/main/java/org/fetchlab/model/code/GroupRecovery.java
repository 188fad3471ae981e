package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Recovery from all servers of any one group. The systematic server is a group of size one. Groups may overlap.
 */
public final class GroupRecovery implements Recovery {
    private final int servers;
    private final int[][] groups;
    private final ServerIndex index;
    /** The groups that each useful server belongs to. */
    private final int[][] groupsOf;

    private GroupRecovery(int servers, int[][] groups) {
        this.servers = servers;
        this.groups = groups;
        int[] useful = usefulServers();
        index = new ServerIndex(useful);
        groupsOf = Arrays.stream(useful)
                .mapToObj(server -> IntStream.range(0, groups.length)
                        .filter(g -> Arrays.binarySearch(groups[g], server) >= 0)
                        .toArray())
                .toArray(int[][]::new);
    }

    /**
     * Recovery from any one of several groups.
     *
     * @param servers n, the number of servers of the code
     * @param groups at least one group; each lists at least one server, in increasing order within [0, n)
     * @return the recovery
     * @throws IllegalArgumentException if there is no group, or a group is empty, unsorted or out of range
     */
    public static GroupRecovery of(int servers, int[][] groups) {
        if (groups.length == 0) {
            throw new IllegalArgumentException("at least one recovery group is needed");
        }
        int[][] copy = new int[groups.length][];
        for (int g = 0; g < groups.length; g++) {
            copy[g] = groups[g].clone();
            if (copy[g].length == 0) {
                throw new IllegalArgumentException("recovery group " + g + " is empty");
            }
            int previous = -1;
            for (int server : copy[g]) {
                if (server <= previous || server >= servers) {
                    throw new IllegalArgumentException("recovery group " + Arrays.toString(copy[g])
                            + " must list increasing servers within [0, " + servers + ")");
                }
                previous = server;
            }
        }
        return new GroupRecovery(servers, copy);
    }

    /**
     * The groups.
     *
     * @return one array of increasing server indices per group; a deep copy
     */
    public int[][] groups() {
        int[][] copy = groups.clone();
        for (int g = 0; g < copy.length; g++) {
            copy[g] = copy[g].clone();
        }
        return copy;
    }

    /** Whether no two groups share a server. */
    boolean areDisjoint() {
        return areDisjoint(groups);
    }

    /** Whether no server is in two sets. */
    static boolean areDisjoint(int[][] sets) {
        BitSet seen = new BitSet();
        for (int[] set : sets) {
            for (int server : set) {
                if (seen.get(server)) {
                    return false;
                }
                seen.set(server);
            }
        }
        return true;
    }

    @Override
    public int servers() {
        return servers;
    }

    @Override
    public int[] usefulServers() {
        TreeSet<Integer> useful = new TreeSet<>();
        for (int[] group : groups) {
            for (int server : group) {
                useful.add(server);
            }
        }
        return useful.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public Decoder decoder() {
        return new GroupDecoder();
    }

    private final class GroupDecoder implements Decoder {
        private final int[] missing = new int[groups.length];
        /** The round in which each useful server was last added. */
        private final long[] addedIn = new long[groupsOf.length];

        private long round;
        private boolean recovered;

        GroupDecoder() {
            reset();
        }

        @Override
        public void reset() {
            for (int g = 0; g < groups.length; g++) {
                missing[g] = groups[g].length;
            }
            round++;
            recovered = false;
        }

        @Override
        public boolean add(int server) {
            int place = index.place(Objects.checkIndex(server, servers));
            if (place >= 0 && addedIn[place] != round) {
                addedIn[place] = round;
                for (int g : groupsOf[place]) {
                    recovered |= --missing[g] == 0;
                }
            }
            return recovered;
        }
    }
}
