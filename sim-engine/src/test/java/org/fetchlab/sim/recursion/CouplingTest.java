package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.ScriptedTimes;
import org.fetchlab.sim.observe.TimeKey;
import org.junit.jupiter.api.Test;

/** Orders that hold path by path when service times are attached to (request, server). */
class CouplingTest {
    private static final int REQUESTS = 20_000;
    private static final StorageCode CODE = StorageCode.simplex(3);

    private final RandomStreams streams = new RandomStreams(3);
    private final double[] arrivals = new double[REQUESTS];
    private final int[] objects = new int[REQUESTS];
    private final double[][] services = new double[REQUESTS][CODE.servers()];

    CouplingTest() {
        var gap = ZigguratSampler.Exponential.of(streams.stream(0, RandomPurpose.ARRIVALS), 0.5);
        var service = ZigguratSampler.Exponential.of(streams.stream(0, RandomPurpose.SERVICE));
        var object = streams.stream(0, RandomPurpose.OBJECTS);
        double clock = 0;
        for (int i = 0; i < REQUESTS; i++) {
            clock += gap.sample();
            arrivals[i] = clock;
            objects[i] = object.nextInt(CODE.objects());
            Arrays.setAll(services[i], server -> service.sample());
        }
    }

    private double[] completions(int[] requests, boolean isSplitMerge) {
        ScriptedTimes script = new ScriptedTimes(IntStream.of(requests)
                .mapToObj(i -> services[i])
                .flatMapToDouble(Arrays::stream)
                .toArray());
        Server[] servers = Server.idle(
                IntStream.range(0, CODE.servers()).mapToDouble(i -> 1).toArray());
        Recursion recursion = isSplitMerge
                ? new Recursion.SplitMerge(servers, script)
                : new Recursion.PurgeOnComplete(servers, script);
        RequestKind[] kinds = IntStream.range(0, CODE.objects())
                .mapToObj(object -> new RequestKind(CODE.recovery(object, Decoding.GROUPS), -1, servers))
                .toArray(RequestKind[]::new);
        return IntStream.of(requests)
                .mapToLong(i -> recursion.serve(TimeKey.of(arrivals[i]), kinds[objects[i]], kinds[objects[i]].copies))
                .mapToDouble(TimeKey::time)
                .toArray();
    }

    @Test
    void fixedArrivalsAtTheThinnedRateBeatGeneralArrivalsBeatSplitMerge() {
        int[] all = IntStream.range(0, REQUESTS).toArray();
        double[] general = completions(all, false);
        double[] splitMerge = completions(all, true);
        assertThat(IntStream.of(all)).allMatch(i -> general[i] <= splitMerge[i]);
        assertThat(IntStream.of(all)).anyMatch(i -> general[i] < splitMerge[i]);
        int[] onlyObject0 = IntStream.of(all).filter(i -> objects[i] == 0).toArray();
        double[] fixed = completions(onlyObject0, false);
        assertThat(IntStream.range(0, fixed.length)).allMatch(i -> fixed[i] <= general[onlyObject0[i]]);
        assertThat(IntStream.range(0, fixed.length)).anyMatch(i -> fixed[i] < general[onlyObject0[i]]);
    }
}
