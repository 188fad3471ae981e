package org.fetchlab.sim.routing;

import org.fetchlab.sim.experiment.SaturatedPath;
import org.fetchlab.sim.observe.MeasuredSampler;

/** Redundant requests with killing when all requests wait from time 0. */
final class SaturatedKilling implements SaturatedPath {
    private final KillingServers servers;
    private final ServerSampler sampler;
    private final int[] sample;
    private final MeasuredSampler service;
    private double lastCompletion;

    /**
     * A path that has served no request.
     *
     * @param servers serve the copies
     * @param copies of a request, at most
     * @param sampler draws the servers that a request asks
     * @param service the service times of the servers
     */
    SaturatedKilling(KillingServers servers, int copies, ServerSampler sampler, MeasuredSampler service) {
        this.service = service;
        this.servers = servers;
        this.sampler = sampler;
        this.sample = new int[copies];
    }

    @Override
    public double advance(long requests) {
        for (long i = 0; i < requests; i++) {
            int count = sampler.draw(sample, 0, sample.length);
            lastCompletion = Math.max(lastCompletion, servers.serve(0, sample, 0, count));
        }
        return lastCompletion;
    }

    @Override
    public double sampledMean() {
        return service.relativeMean();
    }
}
