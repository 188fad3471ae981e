package org.fetchlab.sim.recursion;

import java.util.stream.IntStream;
import org.fetchlab.sim.observe.TimeKey;

/** One server of the recursion. Idle at first. */
final class Server {
    /** Its index in the code. */
    final int index;
    /** One over its speed. */
    final double slowness;
    /** How long copies have held it. */
    double busy;
    /** The key of the time at which it is rid of all copies so far. */
    long free = TimeKey.of(0);

    private Server(int index, double slowness) {
        this.index = index;
        this.slowness = slowness;
    }

    /** Idle servers, by one over the speed of each. */
    static Server[] idle(double... slowness) {
        return IntStream.range(0, slowness.length)
                .mapToObj(index -> new Server(index, slowness[index]))
                .toArray(Server[]::new);
    }
}
