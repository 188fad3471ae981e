package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.ScriptedTimes;
import org.fetchlab.sim.WorkedExample;
import org.fetchlab.sim.observe.TimeKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few requests with service times small enough to follow by hand. */
class HandComputedTest {
    /** Per request: systematic server, then the two servers of the recovery group. */
    private static final double[] AVAILABILITY = {5, 1, 2, /**/ 1, 4, 1, /**/ 4, 1, 0.5};

    private static Server[] servers(int count) {
        return Server.idle(DoubleStream.generate(() -> 1).limit(count).toArray());
    }

    private static double serve(Recursion recursion, double arrival, RequestKind kind) {
        return TimeKey.time(recursion.serve(TimeKey.of(arrival), kind, kind.copies));
    }

    private static void count(ServiceTypes types, RequestKind kind, double completion, double... finishes) {
        for (int i = 0; i < finishes.length; i++) {
            kind.copies[i].finish = TimeKey.of(finishes[i]);
        }
        assertThat(TimeKey.time(kind.completion.earliest())).isEqualTo(completion);
        types.count(TimeKey.of(completion));
    }

    private static RequestKind availability(Server[] servers) {
        return new RequestKind(GroupRecovery.of(3, new int[][] {{0}, {1, 2}}), 0, servers);
    }

    private static RequestKind replication(Server[] servers) {
        return new RequestKind(ThresholdRecovery.anyOf(2, new int[] {0, 1}, 1), -1, servers);
    }

    @ParameterizedTest
    @MethodSource({"org.fetchlab.sim.WorkedForkJoin#ofBothEngines", "org.fetchlab.sim.WorkedForkJoin#ofSplitMerge"})
    void requestsCompleteAsComputedByHand(WorkedExample example) {
        assertThat(completions(example)).containsExactly(example.completionTimes());
    }

    private static double[] completions(WorkedExample example) {
        RequestMix mix = example.mix();
        Server[] servers = Server.idle(example.script().slowness(mix.servers()));
        RequestKind[] kinds = RequestKind.of(mix, servers);
        CopyChoice choice = example.access() instanceof AccessPolicy.ForkTo fork
                ? new CopyChoice.Subset(fork.copies(), example.script().chance())
                : new CopyChoice.All();
        ForkJoinPath path = new ForkJoinPath(
                example.script().gaps(), example.script().things(), kinds, choice, recursion(example, servers), null);
        double[] arrivals = example.script().arrivals();
        return DoubleStream.of(arrivals).map(arrival -> arrival + path.next()).toArray();
    }

    private static Recursion recursion(WorkedExample example, Server[] servers) {
        ContinuousSampler services = example.script().services();
        if (example.access() instanceof AccessPolicy.SplitMerge) {
            return new Recursion.SplitMerge(servers, services);
        }
        return switch (example.cancellation()) {
            case ON_COMPLETE -> new Recursion.PurgeOnComplete(servers, services);
            case ON_START ->
                new Recursion.PurgeOnStart(servers, services, example.script().chance());
            case NONE -> new Recursion.NoPurge(servers, services);
        };
    }

    @Test
    void purgeOnCompleteFreesServersAtTheCompletion() {
        Server[] servers = servers(3);
        RequestKind kind = availability(servers);
        Recursion recursion = new Recursion.PurgeOnComplete(servers, new ScriptedTimes(AVAILABILITY));
        assertThat(serve(recursion, 0, kind)).isEqualTo(2); // group done at 2; all free at 2, 1, 2
        assertThat(serve(recursion, 1, kind)).isEqualTo(3); // systematic 2 → 3; group 1 → 5 and 2 → 3
        assertThat(serve(recursion, 1.5, kind)).isEqualTo(4); // all start at 3: 7, 4, 3.5
        // Work: 2+1+2, 1+2+1, 1+1+0.5; lost: 2 of the systematic copy, 2 of server 1, 1 of the systematic copy.
        assertThat(recursion.wastedFraction()).isEqualTo(5 / 11.5);
        assertThat(recursion.utilizations(10)).containsExactly(0.4, 0.4, 0.35);
    }

    @Test
    void splitMergeServesOneRequestAtATime() {
        Server[] servers = servers(3);
        RequestKind kind = availability(servers);
        Recursion recursion = new Recursion.SplitMerge(servers, new ScriptedTimes(AVAILABILITY));
        assertThat(serve(recursion, 0, kind)).isEqualTo(2);
        assertThat(serve(recursion, 1, kind)).isEqualTo(3);
        assertThat(serve(recursion, 1.5, kind)).isEqualTo(4);
        assertThat(recursion.utilizations(1)).containsExactly(4, 3, 3.5);
    }

    @Test
    void withoutPurgeEveryCopyIsServedInFull() {
        Server[] servers = servers(2);
        RequestKind kind = replication(servers);
        Recursion recursion = new Recursion.NoPurge(servers, new ScriptedTimes(3, 1, 1, 5, 2, 1));
        assertThat(serve(recursion, 0, kind)).isEqualTo(1); // servers free at 3 and 1
        assertThat(serve(recursion, 1, kind)).isEqualTo(4); // 3 → 4 and 1 → 6
        assertThat(serve(recursion, 2, kind)).isEqualTo(6); // 4 → 6 and 6 → 7
        assertThat(recursion.wastedFraction()).isEqualTo((3 + 5 + 1) / 13.0);
    }

    @Test
    void purgeOnStartRunsOneCopyOnTheServerThatIsFreeFirst() {
        Server[] servers = servers(2);
        RequestKind kind = replication(servers);
        Recursion recursion = new Recursion.PurgeOnStart(
                servers, new ScriptedTimes(3, 3, 2, 2, 1, 1), new RandomStreams(1).stream(0, RandomPurpose.ROUTING));
        assertThat(serve(recursion, 0, kind)).isEqualTo(3); // on one server, at random
        assertThat(serve(recursion, 1, kind)).isEqualTo(3); // on the other
        assertThat(serve(recursion, 2, kind)).isEqualTo(4);
        assertThat(recursion.wastedFraction()).isZero();
        assertThat(Arrays.stream(recursion.utilizations(1)).sum()).isEqualTo(6);
    }

    @Test
    void purgeOnStartNeedsEnoughStartedCopiesToRecover() {
        Server[] servers = servers(3);
        RequestKind kind = new RequestKind(ThresholdRecovery.anyOf(3, new int[] {0, 1, 2}, 2), -1, servers);
        Recursion recursion = new Recursion.PurgeOnStart(
                servers, new ScriptedTimes(4, 4, 4, 1, 2, 3), new RandomStreams(1).stream(0, RandomPurpose.ROUTING));
        assertThat(serve(recursion, 0, kind)).isEqualTo(4); // two servers busy until 4, the third idle
        // One copy starts at 1 on the idle server, the second at 4 on one of the others: which one is a tie.
        double completion = serve(recursion, 1, kind);
        assertThat(completion).isIn(4 + 1.0, 4 + 2.0, 4 + 3.0);
        assertThat(recursion.wastedFraction()).isZero();
    }

    @Test
    void serviceTypesCountGroupsThatAreAheadAtTheHeadOfTheLine() {
        Recovery recovery = StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS);
        RequestKind kind = new RequestKind(recovery, 0, servers(3));
        ServiceTypes types = ServiceTypes.of(kind).orElseThrow();
        count(types, kind, 2, 2, 1, 9); // arrives at an empty system: nothing is ahead
        count(types, kind, 5, 5, 2, 9); // head of the line at 2, when server 1 has finished its copy
        count(types, kind, 7, 9, 6.5, 7); // arrives after the completion at 5
        assertThat(types.fractions()).containsExactly(2 / 3.0, 1 / 3.0);
        types.reset();
        assertThat(types.fractions()).containsExactly(0, 0);
    }
}
