package org.fetchlab.model.code;

import java.util.Arrays;

/** Numbers some servers of a code 0, 1, …, in increasing order, so that what is kept about them needs little memory. */
final class ServerIndex {
    private static final int ABSENT = -1;

    private final int first;
    private final int[] places;

    /**
     * Numbers servers.
     *
     * @param servers at least one, in increasing order
     */
    ServerIndex(int... servers) {
        first = servers[0];
        places = new int[servers[servers.length - 1] - first + 1];
        Arrays.fill(places, ABSENT);
        for (int place = 0; place < servers.length; place++) {
            places[servers[place] - first] = place;
        }
    }

    /** The number of a server; negative if it is none of those numbered. */
    int place(int server) {
        int offset = server - first;
        return offset >= 0 && offset < places.length ? places[offset] : ABSENT;
    }
}
