package org.fetchlab.sim.experiment;

import java.util.Locale;

/** Refuses a simulation whose state does not fit in memory, before it starts. */
public final class HeapBudget {
    private static final double USABLE = 0.8;
    private static final double MEBIBYTE = 1 << 20;

    private HeapBudget() {}

    /**
     * Checks an estimate against the largest heap of this virtual machine.
     *
     * @param bytes an estimate of the memory of all paths that exist at once
     * @throws IllegalArgumentException if the estimate exceeds 80 % of the largest heap
     */
    public static void check(double bytes) {
        check(bytes, Runtime.getRuntime().maxMemory());
    }

    static void check(double bytes, long heap) {
        if (bytes > USABLE * heap) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the simulation needs about %.0f MiB, but the heap is limited to %.0f MiB; use fewer servers or a"
                            + " larger heap (java -Xmx)",
                    bytes / MEBIBYTE,
                    heap / MEBIBYTE));
        }
    }
}
