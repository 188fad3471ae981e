package org.fetchlab.model.code;

import java.util.OptionalInt;
import org.fetchlab.model.result.Outcome;

/**
 * A code that is not a direct sum: what a {@link StorageCode} is made of. Servers and objects are counted from 0 within
 * the block.
 */
sealed interface Block permits ThresholdBlock, LinearBlock {
    /** The most servers of one block. */
    int MAX_SERVERS = 1024;

    /** The text form, by which codes are compared. */
    String spec();

    int servers();

    int objects();

    /** The least number of erased servers that lose something; void when it cannot be computed. */
    Outcome<Integer> minimumDistance();

    /** The objects that are asked for unless a demand says otherwise, in increasing order. */
    int[] requestedObjects();

    /** The first server that stores the object alone. */
    OptionalInt systematicServer(int object);

    /** The least recovering sets without the systematic server, see {@link StorageCode#recoveryGroups}. */
    Outcome<int[][]> recoveryGroups(int object);

    /** The (r, t) of an object, see {@link StorageCode#availability(int)}. */
    Outcome<Availability> availability(int object);

    /** How servers of the whole code recover an object of this block; void when its groups are not enumerated. */
    Outcome<Recovery> recovery(int object, Decoding decoding, Placement placement);

    /** How servers of the whole code recover all objects of this block. */
    Recovery wholeFile(Placement placement);

    /** Checks the size of a block before anything is built for it. */
    static void checkServers(String spec, long servers) {
        if (servers > MAX_SERVERS) {
            throw new IllegalArgumentException(
                    spec + " has " + servers + " servers: at most " + MAX_SERVERS + " are supported in one code");
        }
    }
}
