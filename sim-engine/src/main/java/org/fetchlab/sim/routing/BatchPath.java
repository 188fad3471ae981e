package org.fetchlab.sim.routing;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.sim.experiment.CountingPath;

/** Batch sampling BS(L, k) with download times: a request joins the k shortest of L queues; ties go to the earlier sample. */
final class BatchPath extends QueueingPath implements CountingPath {
    private final PendingTimes pending;
    private final BatchChoice choice;
    private final int[] lengths;
    private final int[] ranks;

    BatchPath(
            int servers, BatchChoice choice, ContinuousSampler gaps, ServerSampler sampler, ContinuousSampler service) {
        super(servers, gaps, sampler, choice.sampled(), service);
        this.pending = new PendingTimes(servers);
        this.choice = choice;
        this.lengths = new int[choice.sampled()];
        this.ranks = new int[choice.sampled()];
    }

    @Override
    long touch(int server) {
        return pending.touch(server);
    }

    @Override
    double serve(double arrival, int[] sample, int from, int count) {
        return choice.joined() == 1
                ? serveAtShortest(arrival, sample, from, count)
                : serveAtShorter(arrival, sample, from, count);
    }

    private double serveAtShortest(double arrival, int[] sample, int from, int count) {
        int shortest = sample[from];
        int least = length(shortest, arrival);
        for (int i = 1; i < count; i++) {
            int server = sample[from + i];
            int length = length(server, arrival);
            if (length < least) {
                least = length;
                shortest = server;
            }
        }
        return join(shortest, arrival);
    }

    private double serveAtShorter(double arrival, int[] sample, int from, int count) {
        rank(arrival, sample, from, count);
        double download = 0;
        for (int i = 0; i < count; i++) {
            if (ranks[i] < choice.joined()) {
                download = Math.max(download, join(sample[from + i], arrival));
            }
        }
        return download;
    }

    /** Counts for every sample how many samples are shorter, or equal and earlier. */
    private void rank(double arrival, int[] sample, int from, int count) {
        for (int i = 0; i < count; i++) {
            int length = length(sample[from + i], arrival);
            int rank = i;
            for (int j = 0; j < i; j++) {
                int laterIsShorter = (length - lengths[j]) >>> 31;
                rank -= laterIsShorter;
                ranks[j] += laterIsShorter;
            }
            lengths[i] = length;
            ranks[i] = rank;
        }
    }

    /** The length of a queue as far as it matters. */
    private int length(int server, double arrival) {
        int length = pending.length(server, arrival);
        statistics.sawLength(length);
        return Math.min(length, choice.told());
    }

    /** Adds a piece to a queue and returns the time until it is finished. */
    private double join(int server, double arrival) {
        double finish = finish(arrival, pending.lastFinish(server));
        pending.add(server, arrival, finish);
        return finish - arrival;
    }

    @Override
    public long backlog() {
        return pending.total(now());
    }
}
