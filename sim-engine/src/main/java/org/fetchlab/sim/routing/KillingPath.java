package org.fetchlab.sim.routing;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** Redundant requests with killing, with download times. */
final class KillingPath extends RoutedPath {
    private final KillingServers servers;

    KillingPath(KillingServers servers, int copies, ContinuousSampler gaps, ServerSampler sampler) {
        super(gaps, sampler, copies);
        this.servers = servers;
    }

    @Override
    long touch(int server) {
        return (long) servers.free(server);
    }

    @Override
    double serve(double arrival, int[] sample, int from, int count) {
        return servers.serve(arrival, sample, from, count) - arrival;
    }

    @Override
    void resetStatistics() {
        servers.resetStatistics();
    }

    @Override
    public double[] statistics() {
        return servers.statistics(measuredTime());
    }
}
