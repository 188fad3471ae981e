package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which sets of servers recover one thing (an object, or the whole file): a monotone family of subsets of
 * {@code {0, …, servers() - 1}}. It is the one form in which every engine asks the recovery question.
 *
 * <p>The family is closed upwards: when a set recovers, so does every larger one. The empty set never recovers, and the
 * set of all {@linkplain #usefulServers() useful servers} always does. The permitted forms tell an engine what structure
 * it may exploit; an engine that needs none uses {@link #decoder()}.
 */
public sealed interface Recovery permits ThresholdRecovery, GroupRecovery, SpanRecovery, JointRecovery {
    /**
     * The number of servers of the code.
     *
     * @return n, at least 1
     */
    int servers();

    /**
     * The servers that belong to at least one minimal recovering set: a request sends its copies to these.
     *
     * @return their indices in increasing order; a fresh array
     */
    int[] usefulServers();

    /**
     * A mutable decoder to which servers are added one at a time.
     *
     * @return a new decoder with no server added
     */
    Decoder decoder();

    /**
     * Whether a set of servers recovers.
     *
     * @param set indices of servers, each below n; indices that are not useful are ignored
     * @return true if the set contains a minimal recovering set
     * @throws IllegalArgumentException if the set holds an index of n or more
     */
    default boolean recovers(BitSet set) {
        if (set.length() > servers()) {
            throw new IllegalArgumentException("server " + (set.length() - 1) + " must be in [0, " + servers() + ")");
        }
        Decoder decoder = decoder();
        for (int server = set.nextSetBit(0); server >= 0; server = set.nextSetBit(server + 1)) {
            if (decoder.add(server)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether nothing is recovered without a certain server.
     *
     * @param server index of a useful server
     * @return true if all other servers together do not recover
     */
    default boolean needs(int server) {
        Decoder decoder = decoder();
        return Arrays.stream(usefulServers()).filter(other -> other != server).noneMatch(decoder::add);
    }

    /**
     * Whether every useful server is needed.
     *
     * @return true if no server can be missed
     */
    default boolean needsAll() {
        return Arrays.stream(usefulServers()).allMatch(this::needs);
    }

    /** The mutable run of a {@link Recovery}: copies finish one after the other, until they recover. Not thread-safe. */
    interface Decoder {
        /** Forgets every server that was added. Allocates nothing. */
        void reset();

        /**
         * Adds the finished copy of one server; adding a server twice has no further effect. Allocates nothing.
         *
         * @param server index of a server, in [0, n)
         * @return true if the servers added since the last reset recover
         * @throws IndexOutOfBoundsException if there is no such server
         */
        boolean add(int server);
    }
}
