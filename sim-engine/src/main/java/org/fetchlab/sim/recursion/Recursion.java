package org.fetchlab.sim.recursion;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.observe.ServerWork;

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
     * @param arrival when it arrives, not before its predecessor
     * @param kind what it asks for
     * @param copies the positions of the servers that get a copy, in increasing order
     * @return when it completes
     */
    abstract double serve(double arrival, RequestKind kind, int[] copies);

    /** Copies that are not needed any more are removed, in service or not, when their request completes. */
    static final class PurgeOnComplete extends Recursion {
        private final double[] free;

        PurgeOnComplete(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
            free = new double[slowness.length];
        }

        @Override
        double serve(double arrival, RequestKind kind, int[] copies) {
            // Local names: a draw may call, and fields would be read again after every call.
            int[] servers = kind.servers;
            double[] starts = kind.starts;
            double[] finishes = kind.finishes;
            double[] freeFrom = free;
            double[] factors = slowness;
            ContinuousSampler times = service;
            for (int copy : copies) {
                int server = servers[copy];
                double start = Math.max(arrival, freeFrom[server]);
                starts[copy] = start;
                finishes[copy] = start + times.sample() * factors[server];
            }
            double completion = kind.completion.earliest(finishes);
            for (int copy : copies) {
                int server = servers[copy];
                double start = starts[copy];
                double end = Math.max(start, Math.min(finishes[copy], completion));
                freeFrom[server] = end;
                work.add(server, end - start, finishes[copy], completion);
            }
            return completion;
        }
    }

    /** Every copy is served in full. */
    static final class NoPurge extends Recursion {
        private final double[] free;

        NoPurge(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
            free = new double[slowness.length];
        }

        @Override
        double serve(double arrival, RequestKind kind, int[] copies) {
            double[] finishes = kind.finishes;
            for (int copy : copies) {
                int server = kind.servers[copy];
                kind.starts[copy] = Math.max(arrival, free[server]);
                finishes[copy] = kind.starts[copy] + service.sample() * slowness[server];
                free[server] = finishes[copy];
            }
            double completion = kind.completion.earliest(finishes);
            for (int copy : copies) {
                double time = finishes[copy] - kind.starts[copy];
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
        private final double[] free;
        private final UniformRandomProvider ties;

        PurgeOnStart(ContinuousSampler service, double[] slowness, UniformRandomProvider ties) {
            super(service, slowness);
            free = new double[slowness.length];
            this.ties = ties;
        }

        @Override
        double serve(double arrival, RequestKind kind, int[] copies) {
            for (int copy : copies) {
                int server = kind.servers[copy];
                kind.starts[copy] = Math.max(arrival, free[server]);
                kind.finishes[copy] = kind.starts[copy] + service.sample() * slowness[server];
                kind.startOrder.setKey(copy, ties.nextInt());
            }
            int started = start(kind, copies.length);
            double completion = kind.completion.earliest(kind.finishes);
            for (int rank = 0; rank < started; rank++) {
                int copy = kind.startOrder.position(rank);
                double time = kind.finishes[copy] - kind.starts[copy];
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
                kind.finishes[kind.startOrder.position(rank)] = Double.POSITIVE_INFINITY;
            }
            return started;
        }
    }

    /** One request at a time: the copies of the next start together when the last request completes. */
    static final class SplitMerge extends Recursion {
        private double free;

        SplitMerge(ContinuousSampler service, double[] slowness) {
            super(service, slowness);
        }

        @Override
        double serve(double arrival, RequestKind kind, int[] copies) {
            double start = Math.max(arrival, free);
            for (int copy : copies) {
                kind.finishes[copy] = start + service.sample() * slowness[kind.servers[copy]];
            }
            free = kind.completion.earliest(kind.finishes);
            for (int copy : copies) {
                double time = Math.min(kind.finishes[copy], free) - start;
                work.add(kind.servers[copy], time, kind.finishes[copy], free);
            }
            return free;
        }
    }
}
