package org.fetchlab.sim.observe;

import java.util.Arrays;

/**
 * How busy the servers of a system were, and for nothing: work is wasted on a copy that has not finished when its request
 * completes. Not thread-safe.
 */
public final class ServerWork {
    private final double[] busy;
    private double wasted;

    /**
     * No work yet.
     *
     * @param servers the number of servers
     */
    public ServerWork(int servers) {
        busy = new double[servers];
    }

    /**
     * One copy held its server for some time.
     *
     * @param server index of the server
     * @param time how long
     * @param finish when the copy finishes, or would finish if it were not cancelled
     * @param completion when its request completes; the work is wasted if that is before {@code finish}
     */
    public void add(int server, double time, long finish, long completion) {
        busy[server] += time;
        wasted += TimeKey.time(TimeKey.ifBefore(completion, finish, TimeKey.of(time)));
    }

    /** Forgets all work. */
    public void reset() {
        Arrays.fill(busy, 0);
        wasted = 0;
    }

    /**
     * The wasted fraction of all work.
     *
     * @return a number in [0, 1]; 0 when there was no work
     */
    public double wastedFraction() {
        double total = Arrays.stream(busy).sum();
        return total > 0 ? wasted / total : 0;
    }

    /**
     * The busy fraction of each server.
     *
     * @param elapsed the time that has passed
     * @return one number per server; zeros when no time has passed
     */
    public double[] utilizations(double elapsed) {
        return Arrays.stream(busy).map(time -> elapsed > 0 ? time / elapsed : 0).toArray();
    }
}
