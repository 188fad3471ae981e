package org.fetchlab.model.code;

import java.util.Objects;

/**
 * Recovery from the systematic server, or from any {@code needed} of the other candidates: MDS codes and replication.
 * One object of a systematic (n, k)-MDS code: its own server, or any k of the other n-1. The whole file: no systematic
 * server, any k of n. Replication: no systematic server, any one of the copies.
 */
public final class ThresholdRecovery implements Recovery {
    private final int servers;
    private final int systematic;
    private final int[] candidates;
    private final int needed;
    private final ServerIndex index;

    private ThresholdRecovery(int servers, int systematic, int[] candidates, int needed) {
        this.servers = servers;
        this.systematic = systematic;
        this.candidates = candidates;
        this.needed = needed;
        index = new ServerIndex(candidates);
    }

    /**
     * Recovery from any {@code needed} of the candidates.
     *
     * @param servers n, the number of servers of the code
     * @param candidates indices of servers in increasing order, each in [0, n)
     * @param needed how many of them are enough, in [1, candidates.length]
     * @return the recovery
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static ThresholdRecovery anyOf(int servers, int[] candidates, int needed) {
        return new ThresholdRecovery(servers, -1, checked(servers, -1, candidates, needed), needed);
    }

    /**
     * Recovery from one systematic server alone, or from any {@code needed} of the candidates.
     *
     * @param servers n, the number of servers of the code
     * @param systematic index of the systematic server, in [0, n)
     * @param candidates indices of the other servers in increasing order, the systematic one not among them
     * @param needed how many of them are enough, in [1, candidates.length]
     * @return the recovery
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static ThresholdRecovery systematicOrAnyOf(int servers, int systematic, int[] candidates, int needed) {
        if (systematic < 0 || systematic >= servers) {
            throw new IllegalArgumentException("systematic server " + systematic + " must be in [0, " + servers + ")");
        }
        return new ThresholdRecovery(servers, systematic, checked(servers, systematic, candidates, needed), needed);
    }

    private static int[] checked(int servers, int systematic, int[] candidates, int needed) {
        int previous = -1;
        for (int candidate : candidates) {
            if (candidate <= previous || candidate >= servers || candidate == systematic) {
                throw new IllegalArgumentException("candidate servers must increase within [0, " + servers
                        + ") and leave out the systematic server " + systematic + "; found " + candidate);
            }
            previous = candidate;
        }
        if (needed < 1 || needed > candidates.length) {
            throw new IllegalArgumentException(
                    "needed = " + needed + " must be in [1, " + candidates.length + "], the number of candidates");
        }
        return candidates.clone();
    }

    /**
     * The systematic server.
     *
     * @return its index, or -1 when there is none
     */
    public int systematic() {
        return systematic;
    }

    /**
     * The servers of which {@link #needed()} are enough.
     *
     * @return their indices in increasing order; a fresh array
     */
    public int[] candidates() {
        return candidates.clone();
    }

    /**
     * How many of the candidates are enough.
     *
     * @return a number in [1, candidates().length]
     */
    public int needed() {
        return needed;
    }

    @Override
    public int servers() {
        return servers;
    }

    @Override
    public int[] usefulServers() {
        if (systematic < 0) {
            return candidates.clone();
        }
        int[] useful = new int[candidates.length + 1];
        int position = 0;
        while (position < candidates.length && candidates[position] < systematic) {
            useful[position] = candidates[position];
            position++;
        }
        useful[position] = systematic;
        System.arraycopy(candidates, position, useful, position + 1, candidates.length - position);
        return useful;
    }

    @Override
    public Decoder decoder() {
        return new ThresholdDecoder();
    }

    private final class ThresholdDecoder implements Decoder {
        /** The round in which each candidate was last added. */
        private final long[] addedIn = new long[candidates.length];

        private long round = 1;
        private int count;
        private boolean systematicAdded;

        @Override
        public void reset() {
            round++;
            count = 0;
            systematicAdded = false;
        }

        @Override
        public boolean add(int server) {
            if (Objects.checkIndex(server, servers) == systematic) {
                systematicAdded = true;
                return true;
            }
            int place = index.place(server);
            if (place >= 0 && addedIn[place] != round) {
                addedIn[place] = round;
                count++;
            }
            return systematicAdded || count >= needed;
        }
    }
}
