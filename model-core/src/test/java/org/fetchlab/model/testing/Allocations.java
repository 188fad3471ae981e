package org.fetchlab.model.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.IntStream;

/** Counts the bytes that a block of code allocates on the calling thread. */
public final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 5;

    private Allocations() {}

    /**
     * Runs a block several times and counts.
     *
     * <p>Run the block once beforehand: the first run loads classes. The steady way to show that a loop allocates nothing
     * per event is that ten times as many events allocate as many bytes. The count is the least of the runs: a virtual
     * machine that gives up compiled code in the middle of a run allocates a few bytes, now and then; the block itself
     * allocates its bytes every time.
     *
     * @param block the code to measure; it must do its work on the calling thread
     * @return the least number of bytes allocated on the heap while it ran
     */
    public static long bytes(Runnable block) {
        return IntStream.range(0, RUNS)
                .mapToLong(run -> bytesOfOneRun(block))
                .min()
                .orElseThrow();
    }

    private static long bytesOfOneRun(Runnable block) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        block.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
