package org.fetchlab.sim.event;

import org.jspecify.annotations.Nullable;

/**
 * The copy of a request on one of its useful servers, and a link of that server's line while it is there. It serves one request
 * after the other, as does its {@link Request}.
 */
final class Copy {
    /** The copy is not sent, or its server is rid of it. */
    static final byte ABSENT = 0;
    /** The copy is in the line of its server, and has had no service. */
    static final byte WAITING = 1;
    /** The copy is in service. */
    static final byte STARTED = 2;

    final Request request;
    final Server server;
    /** Its place among the copies of the request, in increasing order of their servers. */
    final int position;

    byte state = ABSENT;
    /** Service time at full speed of the server. */
    double requirement;
    /** Virtual time at which a shared server is done with it. */
    double tag;

    @Nullable
    Copy next;

    @Nullable
    Copy previous;

    Copy(Request request, Server server, int position) {
        this.request = request;
        this.server = server;
        this.position = position;
    }
}
