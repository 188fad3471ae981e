package org.fetchlab.model.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that a block of code allocates on the calling thread. */
public final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /**
     * Runs a block and counts.
     *
     * <p>Run the block once beforehand: the first run loads classes. The steady way to show that a loop allocates nothing
     * per event is that ten times as many events allocate as many bytes.
     *
     * @param block the code to measure; it must do its work on the calling thread
     * @return the bytes allocated on the heap while it ran
     */
    public static long bytes(Runnable block) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        block.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
