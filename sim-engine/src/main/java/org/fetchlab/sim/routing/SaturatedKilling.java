package org.fetchlab.sim.routing;

import org.fetchlab.sim.experiment.SaturatedPath;

/** Redundant requests with killing when all requests wait from time 0. */
final class SaturatedKilling implements SaturatedPath {
    private final KillingServers servers;
    private final ServerSampler sampler;
    private final int[] sample;
    private double lastCompletion;

    SaturatedKilling(KillingServers servers, int copies, ServerSampler sampler) {
        this.servers = servers;
        this.sampler = sampler;
        this.sample = new int[copies];
    }

    @Override
    public double advance(long requests) {
        for (long i = 0; i < requests; i++) {
            sampler.draw(sample, 0, sample.length);
            lastCompletion = Math.max(lastCompletion, servers.serve(0, sample, 0));
        }
        return lastCompletion;
    }
}
