package org.fetchlab.model.code;

import java.util.stream.IntStream;
import org.fetchlab.model.result.Outcome;

/** What a family of linear codes knows of itself in closed form, beside its generator matrix. */
interface LinearStructure {
    /** The recovery groups of an object, or why they are not enumerated, see {@link StorageCode#recoveryGroups}. */
    Outcome<int[][]> recoveryGroups(int object);

    /** The minimum distance, or why it is not known. */
    Outcome<Integer> minimumDistance();

    /** Whether no set recovers an object but those that contain its systematic server or a recovery group. */
    default boolean groupsAreAll(int object) {
        return false;
    }

    /** Which of k objects are asked for unless a demand says otherwise. */
    default int[] requestedObjects(int objects) {
        return IntStream.range(0, objects).toArray();
    }
}
