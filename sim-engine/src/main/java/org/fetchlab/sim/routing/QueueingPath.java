package org.fetchlab.sim.routing;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** A path whose servers have queues that policies look at: every piece that joins one is served to the end. */
abstract class QueueingPath extends RoutedPath {
    final QueueStatistics statistics;
    private final ContinuousSampler service;

    /**
     * A path from the empty system.
     *
     * @param servers n
     * @param gaps times between arrivals
     * @param sampler draws the servers that a request asks
     * @param asked how many servers a request asks, 0 if the sampler is not to be used
     * @param service service times
     */
    QueueingPath(int servers, ContinuousSampler gaps, ServerSampler sampler, int asked, ContinuousSampler service) {
        super(gaps, sampler, asked);
        this.statistics = new QueueStatistics(servers);
        this.service = service;
    }

    /**
     * Serves a piece after those before it.
     *
     * @param arrival when it arrives
     * @param lastFinish when those before it are finished
     * @return when it is finished
     */
    final double finish(double arrival, double lastFinish) {
        double time = service.sample();
        double finish = Math.max(arrival, lastFinish) + time;
        statistics.servedPiece(time, finish - arrival);
        return finish;
    }

    @Override
    final void resetStatistics() {
        statistics.reset();
    }

    @Override
    public final double[] statistics() {
        return statistics.values(measuredTime());
    }
}
