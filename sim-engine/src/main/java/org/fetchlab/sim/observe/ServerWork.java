package org.fetchlab.sim.observe;

import java.util.Arrays;

/**
 * How busy a server was, and for nothing: work is wasted on a copy that has not finished when its request completes. Not
 * thread-safe.
 */
public final class ServerWork {
    private double busy;
    private double wasted;

    /** No work yet. */
    public ServerWork() {}

    /**
     * One copy held the server for some time.
     *
     * @param time how long
     * @param finish when the copy finishes, or would finish if it were not cancelled
     * @param completion when its request completes; the work is wasted if that is before {@code finish}
     */
    public void add(double time, long finish, long completion) {
        busy += time;
        wasted += TimeKey.time(TimeKey.ifBefore(completion, finish, TimeKey.of(time)));
    }

    /** Forgets all work. */
    public void reset() {
        busy = 0;
        wasted = 0;
    }

    /**
     * The wasted fraction of all work.
     *
     * @param servers the work of each server
     * @return a number in [0, 1]; 0 when there was no work
     */
    public static double wastedFraction(ServerWork... servers) {
        double total = Arrays.stream(servers).mapToDouble(work -> work.busy).sum();
        double wasted = Arrays.stream(servers).mapToDouble(work -> work.wasted).sum();
        return total > 0 ? wasted / total : 0;
    }

    /**
     * The busy fraction of each server.
     *
     * @param elapsed the time that has passed
     * @param servers the work of each server
     * @return one number per server; zeros when no time has passed
     */
    public static double[] utilizations(double elapsed, ServerWork... servers) {
        return Arrays.stream(servers)
                .mapToDouble(work -> elapsed > 0 ? work.busy / elapsed : 0)
                .toArray();
    }
}
