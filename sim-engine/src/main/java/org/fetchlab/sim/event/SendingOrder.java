package org.fetchlab.sim.event;

import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.Recovery;

/**
 * In which order a request sends its copies: first a set that recovers with no copy to spare (the systematic server alone
 * where there is one, otherwise found by dropping from a random order what is not needed), then the other useful servers, in
 * random order. Not thread-safe; no call allocates.
 */
final class SendingOrder {
    private final int[] servers;
    private final int systematic;
    private final Recovery.Decoder decoder;
    private final UniformRandomProvider random;

    /**
     * Orders for one kind of request.
     *
     * @param recovery what is asked for
     * @param systematic the position of its systematic server, or -1
     * @param random shuffles
     */
    SendingOrder(Recovery recovery, int systematic, UniformRandomProvider random) {
        servers = recovery.usefulServers();
        this.systematic = systematic;
        decoder = recovery.decoder();
        this.random = random;
    }

    /**
     * Writes the order of the positions of a new request.
     *
     * @param order where to write it
     * @param offset where it starts
     * @return how many positions make up the first set
     */
    int write(int[] order, int offset) {
        for (int i = 0; i < servers.length; i++) {
            int j = random.nextInt(i + 1);
            order[offset + i] = order[offset + j];
            order[offset + j] = i;
        }
        if (systematic >= 0) {
            moveToFront(order, offset, systematic);
            return 1;
        }
        return keepNeeded(order, offset, recoveringPrefix(order, offset));
    }

    private void moveToFront(int[] order, int offset, int position) {
        int place = offset;
        while (order[place] != position) {
            place++;
        }
        order[place] = order[offset];
        order[offset] = position;
    }

    private int recoveringPrefix(int[] order, int offset) {
        decoder.reset();
        int length = 0;
        boolean recovers = false;
        while (!recovers) {
            recovers = decoder.add(servers[order[offset + length++]]);
        }
        return length;
    }

    /** Moves to the back of the prefix every position without which the rest of it still recovers. */
    private int keepNeeded(int[] order, int offset, int prefix) {
        int kept = prefix;
        for (int i = prefix - 1; i >= 0; i--) {
            if (recoversWithout(order, offset, kept, i)) {
                kept--;
                int spare = order[offset + i];
                order[offset + i] = order[offset + kept];
                order[offset + kept] = spare;
            }
        }
        return kept;
    }

    private boolean recoversWithout(int[] order, int offset, int length, int left) {
        decoder.reset();
        boolean recovers = false;
        for (int i = 0; i < length; i++) {
            if (i != left) {
                recovers = decoder.add(servers[order[offset + i]]);
            }
        }
        return recovers;
    }
}
