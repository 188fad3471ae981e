package org.fetchlab.sim.recursion;

import org.fetchlab.sim.observe.TimeKey;

/**
 * The copy of a request on one of its useful servers. Every thing that requests ask for has its own, which serve one request
 * after the other. A loop over such objects touches one cache line per copy and checks no bounds.
 */
final class Copy {
    /** Where it is served. */
    final Server server;
    /** Its place among the useful servers, from 0. */
    final int position;
    /** The key of its start; only what the recursion in use fills in. */
    long start = TimeKey.NEVER;
    /** The key of the time at which it finishes if it is not cancelled; {@link TimeKey#NEVER} if the server got no copy. */
    long finish = TimeKey.NEVER;

    Copy(Server server, int position) {
        this.server = server;
        this.position = position;
    }

    /**
     * Joins the line of its server: it starts when it has arrived and the server is free, and finishes if nobody cancels it.
     *
     * @param arrival the key of its arrival
     * @param service its service time on a server of speed 1
     */
    void enter(long arrival, double service) {
        start = TimeKey.later(arrival, server.free);
        finish = TimeKey.of(TimeKey.time(start) + service * server.slowness);
    }

    /** The server gets no copy of the request. */
    void omit() {
        start = TimeKey.NEVER;
        finish = TimeKey.NEVER;
    }
}
