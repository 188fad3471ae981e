package org.fetchlab.forkjoin.literature;

import java.util.ArrayList;
import java.util.List;

/**
 * A state of the MDS queue under a bounding policy: what decides its future.
 *
 * <p>A server turns to a batch only when it has served all earlier batches of the head, so the servers that the first batch
 * has used include those that the second has used, and so on: sizes describe the sets. Idle servers have served the whole
 * head.
 *
 * @param waiting the batches with a job in the buffer
 * @param head the earliest of them, in order of arrival; those behind have no job in service
 * @param idle the idle servers
 */
record MdsState(int waiting, List<Batch> head, int idle) {
    /**
     * A batch with a job in the buffer.
     *
     * @param waiting its jobs in the buffer, at least 1
     * @param used the servers that have served or are serving one of its jobs
     * @param inService its jobs in service
     */
    record Batch(int waiting, int used, int inService) {
        Batch afterCompletion() {
            return new Batch(waiting, used, inService - 1);
        }

        Batch afterStart(boolean onNewServer) {
            return new Batch(waiting - 1, onNewServer ? used + 1 : used, inService + 1);
        }
    }

    MdsState {
        head = List.copyOf(head);
    }

    /** The state without its level: all that matters when more batches wait than the head holds. */
    MdsState atLevel(int level) {
        return new MdsState(level, head, idle);
    }

    /** The servers that have served the first batches of the head. */
    int used(int batches, int servers) {
        if (batches == 0) {
            return servers;
        }
        return batches > head.size() ? 0 : head.get(batches - 1).used();
    }

    /** The busy servers that have served the first batches of the head, and none after them. */
    int busy(int batches, int servers) {
        int all = used(batches, servers) - used(batches + 1, servers);
        return batches == head.size() ? all - idle : all;
    }

    /** The same with one batch of the head changed. */
    MdsState with(int position, Batch batch) {
        List<Batch> changed = new ArrayList<>(head);
        changed.set(position, batch);
        return new MdsState(waiting, changed, idle);
    }

    /** The same without one batch of the head. */
    MdsState without(int position) {
        List<Batch> rest = new ArrayList<>(head);
        rest.remove(position);
        return new MdsState(waiting - 1, rest, idle);
    }

    /** The same with a batch of so many jobs moved to the end of the head, where it takes all idle servers. */
    MdsState extended(int jobs) {
        List<Batch> longer = new ArrayList<>(head);
        longer.add(new Batch(jobs - idle, idle, idle));
        return new MdsState(waiting, longer, 0);
    }
}
