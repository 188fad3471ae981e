package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;

/**
 * The least that a simulation of (r=2, t=3) availability must do, as a measure of the machine: the recursion for one systematic
 * server and three pairs, exponential service, unrolled, with no statistics but the sum of the download times.
 */
final class TightKernel {
    private static final double ARRIVAL_RATE = 0.8;

    private final ContinuousSampler interarrival;
    private final ContinuousSampler service;
    private final double[] free = new double[7];
    private double clock;

    TightKernel(RandomStreams streams) {
        interarrival = ServiceTimes.exponential(ARRIVAL_RATE).sampler(streams.stream(1, RandomPurpose.ARRIVALS));
        service = ServiceTimes.exponential(1).sampler(streams.stream(1, RandomPurpose.SERVICE));
    }

    double advance(int requests) {
        double sum = 0;
        for (int i = 0; i < requests; i++) {
            clock += interarrival.sample();
            sum += serve(clock) - clock;
        }
        return sum;
    }

    private double serve(double arrival) {
        double start1 = Math.max(arrival, free[1]);
        double start2 = Math.max(arrival, free[2]);
        double start3 = Math.max(arrival, free[3]);
        double start4 = Math.max(arrival, free[4]);
        double start5 = Math.max(arrival, free[5]);
        double start6 = Math.max(arrival, free[6]);
        double finish0 = Math.max(arrival, free[0]) + service.sample();
        double finish1 = start1 + service.sample();
        double finish2 = start2 + service.sample();
        double finish3 = start3 + service.sample();
        double finish4 = start4 + service.sample();
        double finish5 = start5 + service.sample();
        double finish6 = start6 + service.sample();
        double completion = Math.min(
                Math.min(finish0, Math.max(finish1, finish2)),
                Math.min(Math.max(finish3, finish4), Math.max(finish5, finish6)));
        free[0] = Math.min(finish0, completion);
        free[1] = Math.max(start1, Math.min(finish1, completion));
        free[2] = Math.max(start2, Math.min(finish2, completion));
        free[3] = Math.max(start3, Math.min(finish3, completion));
        free[4] = Math.max(start4, Math.min(finish4, completion));
        free[5] = Math.max(start5, Math.min(finish5, completion));
        free[6] = Math.max(start6, Math.min(finish6, completion));
        return completion;
    }
}
