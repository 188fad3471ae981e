package org.fetchlab.sim.recursion;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.observe.ServerWork;
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
    final ContinuousSampler service;
    final double[] slowness;
    final ServerWork work;

    /**
     * A recursion from idle servers.
     *
     * @param service draws service times on a server of speed 1
     * @param slowness one over the speed of each server
     */
    Recursion(ContinuousSampler service, double[] slowness) {
        this.service = service;
        this.slowness = slowness;
        this.work = new ServerWork(slowness.length);
    }

    /**
     * Serves the next request.
     *
     * @param arrival the key of its arrival, not before its predecessor
     * @param kind what it asks for
     * @param copies the positions of the servers that get a copy, in increasing order
     * @return the key of its completion
     */
    abstract long serve(long arrival, RequestKind kind, int[] copies);

    /** Copies that are not needed any more are removed, in service or not, when their request completes. */
    static final class PurgeOnComplete extends Recursion {
        private final long[] free;

        PurgeOnComplete(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
            free = new long[slowness.length];
        }

        @Override
        long serve(long arrival, RequestKind kind, int[] copies) {
            draw(service, kind.services, copies.length);
            // Local names, without which the loop would read some of these fields for every copy.
            int[] servers = kind.servers;
            long[] starts = kind.starts;
            long[] finishes = kind.finishes;
            double[] services = kind.services;
            double[] factors = slowness;
            for (int i = 0; i < copies.length; i++) {
                int copy = copies[i];
                int server = servers[copy];
                long start = TimeKey.later(arrival, free[server]);
                starts[copy] = start;
                finishes[copy] = after(start, services[i] * factors[server]);
            }
            long completion = kind.completion.earliest(finishes);
            for (int copy : copies) {
                int server = servers[copy];
                long start = starts[copy];
                long end = TimeKey.later(start, TimeKey.earlier(finishes[copy], completion));
                free[server] = end;
                work.add(server, between(start, end), finishes[copy], completion);
            }
            return completion;
        }
    }

    /** Every copy is served in full. */
    static final class NoPurge extends Recursion {
        private final long[] free;

        NoPurge(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
            free = new long[slowness.length];
        }

        @Override
        long serve(long arrival, RequestKind kind, int[] copies) {
            draw(service, kind.services, copies.length);
            long[] finishes = kind.finishes;
            for (int i = 0; i < copies.length; i++) {
                int copy = copies[i];
                int server = kind.servers[copy];
                kind.starts[copy] = TimeKey.later(arrival, free[server]);
                finishes[copy] = after(kind.starts[copy], kind.services[i] * slowness[server]);
                free[server] = finishes[copy];
            }
            long completion = kind.completion.earliest(finishes);
            for (int copy : copies) {
                double time = between(kind.starts[copy], finishes[copy]);
                work.add(kind.servers[copy], time, finishes[copy], completion);
            }
            return completion;
        }
    }

    /**
     * Copies that wait leave as soon as the copies that have started are enough to recover; those are served in full. Copies
     * that could start at the same instant start in random order.
     */
    static final class PurgeOnStart extends Recursion {
        private final long[] free;
        private final UniformRandomProvider ties;

        PurgeOnStart(ContinuousSampler service, double[] slowness, UniformRandomProvider ties) {
            super(service, slowness);
            free = new long[slowness.length];
            this.ties = ties;
        }

        @Override
        long serve(long arrival, RequestKind kind, int[] copies) {
            draw(service, kind.services, copies.length);
            for (int i = 0; i < copies.length; i++) {
                int copy = copies[i];
                int server = kind.servers[copy];
                kind.starts[copy] = TimeKey.later(arrival, free[server]);
                kind.finishes[copy] = after(kind.starts[copy], kind.services[i] * slowness[server]);
                kind.startOrder.setKey(copy, ties.nextInt());
            }
            int started = start(kind, copies.length);
            long completion = kind.completion.earliest(kind.finishes);
            for (int rank = 0; rank < started; rank++) {
                int copy = kind.startOrder.position(rank);
                double time = between(kind.starts[copy], kind.finishes[copy]);
                work.add(kind.servers[copy], time, kind.finishes[copy], completion);
            }
            return completion;
        }

        /** Starts copies in order until those started recover, and withdraws the others. Returns how many start. */
        private int start(RequestKind kind, int copies) {
            kind.startOrder.sort(kind.starts);
            kind.decoder.reset();
            int started = 0;
            boolean enough = false;
            while (!enough && started < copies) {
                int copy = kind.startOrder.position(started++);
                free[kind.servers[copy]] = kind.finishes[copy];
                enough = kind.decoder.add(kind.servers[copy]);
            }
            for (int rank = started; rank < copies; rank++) {
                kind.finishes[kind.startOrder.position(rank)] = TimeKey.NEVER;
            }
            return started;
        }
    }

    /** One request at a time: the copies of the next start together when the last request completes. */
    static final class SplitMerge extends Recursion {
        private long free;

        SplitMerge(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
        }

        @Override
        long serve(long arrival, RequestKind kind, int[] copies) {
            draw(service, kind.services, copies.length);
            long start = TimeKey.later(arrival, free);
            for (int i = 0; i < copies.length; i++) {
                int copy = copies[i];
                kind.finishes[copy] = after(start, kind.services[i] * slowness[kind.servers[copy]]);
            }
            free = kind.completion.earliest(kind.finishes);
            for (int copy : copies) {
                double time = between(start, TimeKey.earlier(kind.finishes[copy], free));
                work.add(kind.servers[copy], time, kind.finishes[copy], free);
            }
            return free;
        }
    }

    /** Draws the service times of a request: in a loop of its own, which leaves the registers to the loops that need them. */
    private static void draw(ContinuousSampler service, double[] services, int copies) {
        for (int i = 0; i < copies; i++) {
            services[i] = service.sample();
        }
    }

    private static long after(long start, double duration) {
        return TimeKey.of(TimeKey.time(start) + duration);
    }

    private static double between(long start, long end) {
        return TimeKey.time(end) - TimeKey.time(start);
    }
}
