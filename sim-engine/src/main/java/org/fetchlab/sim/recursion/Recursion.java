package org.fetchlab.sim.recursion;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.observe.TimeKey;

/**
 * The arrival-order recursion: servers are first come first served and a completion never depends on later requests, so
 * requests are processed one by one in the order of their arrivals, in time proportional to their copies.
 *
 * <p>For a request that arrives at a, with service times S_j: {@code start_j = max(a, free_j)}, {@code finish_j = start_j +
 * S_j}; it completes at the earliest time C at which the finished copies recover; {@code free_j} becomes the time at which
 * server j is rid of its copy, by the rule of cancellation. The service times of a request are drawn on its arrival, in
 * increasing order of its servers, so that other engines can draw the same. Not thread-safe; no call allocates.
 */
abstract sealed class Recursion {
    private final Server[] servers;
    private final ContinuousSampler service;
    private double wasted;

    /**
     * A recursion.
     *
     * @param servers the servers of the code, idle
     * @param service draws service times on a server of speed 1
     */
    Recursion(Server[] servers, ContinuousSampler service) {
        this.servers = servers;
        this.service = service;
    }

    /**
     * Serves the next request.
     *
     * @param arrival the key of its arrival, not before its predecessor
     * @param kind what it asks for
     * @param copies those it gets, in increasing order of their servers
     * @return the key of its completion
     */
    abstract long serve(long arrival, RequestKind kind, Copy[] copies);

    /** Copies that are not needed any more are removed, in service or not, when their request completes. */
    static final class PurgeOnComplete extends Recursion {
        PurgeOnComplete(Server[] servers, ContinuousSampler service) {
            super(servers, service);
        }

        @Override
        long serve(long arrival, RequestKind kind, Copy[] copies) {
            line(arrival, copies);
            long completion = kind.completion.earliest();
            for (Copy copy : copies) {
                Server server = copy.server;
                long start = copy.start;
                long end = TimeKey.later(start, TimeKey.earlier(completion, copy.finish));
                server.free = end;
                count(between(start, end), copy, completion);
            }
            return completion;
        }
    }

    /** Every copy is served in full. */
    static final class NoPurge extends Recursion {
        NoPurge(Server[] servers, ContinuousSampler service) {
            super(servers, service);
        }

        @Override
        long serve(long arrival, RequestKind kind, Copy[] copies) {
            line(arrival, copies);
            long completion = kind.completion.earliest();
            for (Copy copy : copies) {
                copy.server.free = copy.finish;
                count(between(copy.start, copy.finish), copy, completion);
            }
            return completion;
        }
    }

    /**
     * Copies that wait leave as soon as the copies that have started are enough to recover; those are served in full. Copies
     * that could start at the same instant start in random order.
     */
    static final class PurgeOnStart extends Recursion {
        private final UniformRandomProvider ties;

        PurgeOnStart(Server[] servers, ContinuousSampler service, UniformRandomProvider ties) {
            super(servers, service);
            this.ties = ties;
        }

        @Override
        long serve(long arrival, RequestKind kind, Copy[] copies) {
            line(arrival, copies);
            for (Copy copy : copies) {
                kind.startOrder.setKey(copy.position, ties.nextInt());
            }
            int started = start(kind, copies.length);
            long completion = kind.completion.earliest();
            for (int rank = 0; rank < started; rank++) {
                Copy copy = kind.copies[kind.startOrder.position(rank)];
                count(between(copy.start, copy.finish), copy, completion);
            }
            return completion;
        }

        /** Starts copies in order until those started recover, and withdraws the others. Returns how many start. */
        private static int start(RequestKind kind, int copies) {
            for (Copy copy : kind.copies) {
                kind.starts[copy.position] = copy.start;
            }
            kind.startOrder.sort(kind.starts);
            kind.decoder.reset();
            int started = 0;
            boolean enough = false;
            while (!enough && started < copies) {
                Copy copy = kind.copies[kind.startOrder.position(started++)];
                copy.server.free = copy.finish;
                enough = kind.decoder.add(copy.server.index);
            }
            for (int rank = started; rank < copies; rank++) {
                kind.copies[kind.startOrder.position(rank)].finish = TimeKey.NEVER;
            }
            return started;
        }
    }

    /** One request at a time: the copies of the next start together when the last request completes. */
    static final class SplitMerge extends Recursion {
        private long free;

        SplitMerge(Server[] servers, ContinuousSampler service) {
            super(servers, service);
        }

        @Override
        long serve(long arrival, RequestKind kind, Copy[] copies) {
            long start = TimeKey.later(arrival, free);
            line(start, copies);
            free = kind.completion.earliest();
            for (Copy copy : copies) {
                count(between(start, TimeKey.earlier(free, copy.finish)), copy, free);
            }
            return free;
        }
    }

    /**
     * The copies of a request join the lines of their servers. Service times are drawn four at a time, which gives each a
     * register of its own: the conversion of an integer to a double waits for the register that it overwrites.
     */
    final void line(long arrival, Copy[] copies) {
        ContinuousSampler times = service;
        int drawn = 0;
        for (int last = copies.length - 4; drawn <= last; drawn += 4) {
            double first = times.sample();
            double second = times.sample();
            double third = times.sample();
            double fourth = times.sample();
            copies[drawn].enter(arrival, first);
            copies[drawn + 1].enter(arrival, second);
            copies[drawn + 2].enter(arrival, third);
            copies[drawn + 3].enter(arrival, fourth);
        }
        for (; drawn < copies.length; drawn++) {
            copies[drawn].enter(arrival, times.sample());
        }
    }

    private static double between(long start, long end) {
        return TimeKey.time(end) - TimeKey.time(start);
    }

    /** Work on a copy was wasted if the copy has not finished when its request completes. */
    final void count(double work, Copy copy, long completion) {
        copy.server.busy += work;
        wasted += TimeKey.time(TimeKey.ifBefore(completion, copy.finish, TimeKey.of(work)));
    }

    /** Forgets what the servers have done. */
    final void resetWork() {
        wasted = 0;
        for (Server server : servers) {
            server.busy = 0;
        }
    }

    /** The fraction of the servers' work that was wasted; 0 when there was no work. */
    final double wastedFraction() {
        double total = Arrays.stream(servers).mapToDouble(server -> server.busy).sum();
        return total > 0 ? wasted / total : 0;
    }

    /** The busy fraction of each server, of the time that has passed; zeros when none has. */
    final double[] utilizations(double elapsed) {
        return Arrays.stream(servers)
                .mapToDouble(server -> elapsed > 0 ? server.busy / elapsed : 0)
                .toArray();
    }
}
