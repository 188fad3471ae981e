package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.event.EventDownloads;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RecoveringSubset;
import org.fetchlab.sim.recursion.RecursionDownloads;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RRK(L, k) on n servers is the file of an MDS(n, k) code that forks to L servers. Given its servers in the order in which
 * that draws their service times, every request has the same download time, to the last bit.
 */
class KillingAgreementTest {
    private static final RandomStreams STREAMS = new RandomStreams(7);
    private static final int REQUESTS = 10_000;

    static Stream<Arguments> systems() {
        return Stream.of(
                Arguments.of(4, 2, 1, ServiceTimes.exponential(1), 1.5),
                Arguments.of(5, 5, 3, ServiceTimes.exponential(1), 1.2),
                Arguments.of(10, 5, 3, ServiceTimes.exponential(1), 2.5),
                Arguments.of(10, 3, 3, ServiceTimes.uniform(0, 2), 2),
                Arguments.of(6, 4, 2, ServiceTimes.deterministic(1), 1),
                Arguments.of(6, 4, 2, ServiceTimes.pareto(1, 3), 0.8));
    }

    @ParameterizedTest
    @MethodSource("systems")
    void everyDownloadTimeIsThatOfForkingToAsManyServersOfACode(
            int servers, int copies, int needed, ServiceTime law, double arrivalRate) {
        RequestMix file = RequestMix.fixed(StorageCode.mds(servers, needed).wholeFile());
        ForkJoinSystem forks = ForkJoinSystem.of(file, law, arrivalRate).with(new AccessPolicy.ForkTo(copies));
        double[] killing = downloads(forks, copies, needed);
        assertThat(killing).isEqualTo(EventDownloads.of(EventDrivenSystem.of(forks), STREAMS, REQUESTS));
        assertThat(killing).isEqualTo(RecursionDownloads.of(forks, STREAMS, REQUESTS));
    }

    private static double[] downloads(ForkJoinSystem forks, int copies, int needed) {
        int servers = forks.mix().servers();
        ContinuousSampler gaps = forks.interarrival(STREAMS, 0);
        ContinuousSampler service = forks.service().sampler(STREAMS.stream(0, RandomPurpose.SERVICE));
        ServerSampler sampler = increasing(forks.mix().recoveries().get(0), copies);
        KillingPath path = new KillingPath(new KillingServers(servers, copies, needed, service), copies, gaps, sampler);
        int[] sample = new int[copies];
        double[] downloads = new double[REQUESTS];
        double arrival = 0;
        for (int i = 0; i < REQUESTS; i++) {
            arrival += gaps.sample();
            downloads[i] = path.serve(arrival, sample, 0, sampler.draw(sample, 0, copies));
        }
        return downloads;
    }

    /** The servers that a fork chooses, from the same stream. */
    private static ServerSampler increasing(Recovery recovery, int copies) {
        int[] servers = recovery.usefulServers();
        int[] positions = IntStream.range(0, servers.length).toArray();
        Recovery.Decoder decoder = recovery.decoder();
        RecoveringSubset subset = new RecoveringSubset(copies, STREAMS.stream(0, RandomPurpose.ROUTING));
        return (target, from, count) -> {
            if (count == servers.length) {
                System.arraycopy(servers, 0, target, from, count);
            } else {
                subset.drawOrFail(servers, positions, servers.length, decoder);
                System.arraycopy(subset.chosen(), 0, target, from, count);
            }
            return count;
        };
    }
}
