package org.fetchlab.sim.recursion;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.observe.TimeKey;

/**
 * The least that a simulation of (r=2, t=3) availability must do, as a measure of the machine: the recursion for one systematic
 * server and three pairs, exponential service, unrolled, with no statistics but the sum of the download times.
 */
final class TightKernel {
    private static final double ARRIVAL_RATE = 0.8;

    private final ContinuousSampler interarrival;
    private final ContinuousSampler service;
    private final long[] free = new long[7];
    private double clock;

    TightKernel(RandomStreams streams) {
        interarrival = ServiceTimes.exponential(ARRIVAL_RATE).sampler(streams.stream(1, RandomPurpose.ARRIVALS));
        service = ServiceTimes.exponential(1).sampler(streams.stream(1, RandomPurpose.SERVICE));
    }

    double advance(int requests) {
        double sum = 0;
        for (int i = 0; i < requests; i++) {
            clock += interarrival.sample();
            sum += TimeKey.time(serve(TimeKey.of(clock))) - clock;
        }
        return sum;
    }

    private long serve(long arrival) {
        double service0 = service.sample();
        double service1 = service.sample();
        double service2 = service.sample();
        double service3 = service.sample();
        double service4 = service.sample();
        double service5 = service.sample();
        double service6 = service.sample();
        long start1 = TimeKey.later(arrival, free[1]);
        long start2 = TimeKey.later(arrival, free[2]);
        long start3 = TimeKey.later(arrival, free[3]);
        long start4 = TimeKey.later(arrival, free[4]);
        long start5 = TimeKey.later(arrival, free[5]);
        long start6 = TimeKey.later(arrival, free[6]);
        long finish0 = after(TimeKey.later(arrival, free[0]), service0);
        long finish1 = after(start1, service1);
        long finish2 = after(start2, service2);
        long finish3 = after(start3, service3);
        long finish4 = after(start4, service4);
        long finish5 = after(start5, service5);
        long finish6 = after(start6, service6);
        long completion = TimeKey.earlier(
                TimeKey.earlier(finish0, TimeKey.later(finish1, finish2)),
                TimeKey.earlier(TimeKey.later(finish3, finish4), TimeKey.later(finish5, finish6)));
        free[0] = TimeKey.earlier(finish0, completion);
        free[1] = TimeKey.later(start1, TimeKey.earlier(finish1, completion));
        free[2] = TimeKey.later(start2, TimeKey.earlier(finish2, completion));
        free[3] = TimeKey.later(start3, TimeKey.earlier(finish3, completion));
        free[4] = TimeKey.later(start4, TimeKey.earlier(finish4, completion));
        free[5] = TimeKey.later(start5, TimeKey.earlier(finish5, completion));
        free[6] = TimeKey.later(start6, TimeKey.earlier(finish6, completion));
        return completion;
    }

    private static long after(long start, double duration) {
        return TimeKey.of(TimeKey.time(start) + duration);
    }
}
