package org.fetchlab.sim.event;

/** Hears of completions. */
@FunctionalInterface
interface Completions {
    /**
     * A request completes.
     *
     * @param index its index in the order of arrivals, from 0
     * @param arrival when it arrived
     * @param completion when it completes
     */
    void completed(long index, double arrival, double completion);
}
