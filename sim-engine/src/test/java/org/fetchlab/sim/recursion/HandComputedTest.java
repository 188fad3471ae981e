package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
    private static final int[] BOTH = {0, 1};
    private static final int[] THREE = {0, 1, 2};
    /** Per request: systematic server, then the two servers of the recovery group. */
    private static final double[] AVAILABILITY = {5, 1, 2, /**/ 1, 4, 1, /**/ 4, 1, 0.5};

    private static double[] speeds(int servers) {
        double[] ones = new double[servers];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double serve(Recursion recursion, double arrival, RequestKind kind, int[] copies) {
        return TimeKey.time(recursion.serve(TimeKey.of(arrival), kind, copies));
    }

    private static void count(ServiceTypes types, double arrival, double completion, double... finishes) {
        long[] keys = Arrays.stream(finishes).mapToLong(TimeKey::of).toArray();
        types.count(TimeKey.of(arrival), TimeKey.of(completion), keys);
    }

    private static RequestKind availability() {
        return new RequestKind(GroupRecovery.of(3, new int[][] {{0}, {1, 2}}), 0);
    }

    private static RequestKind replication() {
        return new RequestKind(ThresholdRecovery.anyOf(2, BOTH, 1), -1);
    }

    @ParameterizedTest
    @MethodSource({"org.fetchlab.sim.WorkedForkJoin#ofBothEngines", "org.fetchlab.sim.WorkedForkJoin#ofSplitMerge"})
    void requestsCompleteAsComputedByHand(WorkedExample example) {
        assertThat(completions(example)).containsExactly(example.completionTimes());
    }

    private static double[] completions(WorkedExample example) {
        RequestMix mix = example.mix();
        int[] systematic = mix.systematicServers();
        RequestKind[] kinds = IntStream.range(0, systematic.length)
                .mapToObj(i -> new RequestKind(mix.recoveries().get(i), systematic[i]))
                .toArray(RequestKind[]::new);
        CopyChoice choice = example.access() instanceof AccessPolicy.ForkTo fork
                ? new CopyChoice.Subset(fork.copies(), example.script().chance())
                : new CopyChoice.All();
        ForkJoinPath path = new ForkJoinPath(
                example.script().gaps(), example.script().things(), kinds, choice, recursion(example), null);
        double[] arrivals = example.script().arrivals();
        return DoubleStream.of(arrivals).map(arrival -> arrival + path.next()).toArray();
    }

    private static Recursion recursion(WorkedExample example) {
        ContinuousSampler services = example.script().services();
        double[] slowness = example.script().slowness(example.mix().servers());
        if (example.access() instanceof AccessPolicy.SplitMerge) {
            return new Recursion.SplitMerge(services, slowness);
        }
        return switch (example.cancellation()) {
            case ON_COMPLETE -> new Recursion.PurgeOnComplete(services, slowness);
            case ON_START ->
                new Recursion.PurgeOnStart(services, slowness, example.script().chance());
            case NONE -> new Recursion.NoPurge(services, slowness);
        };
    }

    @Test
    void purgeOnCompleteFreesServersAtTheCompletion() {
        RequestKind kind = availability();
        Recursion recursion = new Recursion.PurgeOnComplete(new ScriptedTimes(AVAILABILITY), speeds(3));
        assertThat(serve(recursion, 0, kind, THREE)).isEqualTo(2); // group done at 2; all free at 2, 1, 2
        assertThat(serve(recursion, 1, kind, THREE)).isEqualTo(3); // systematic 2 → 3; group 1 → 5 and 2 → 3
        assertThat(serve(recursion, 1.5, kind, THREE)).isEqualTo(4); // all start at 3: 7, 4, 3.5
        // Work: 2+1+2, 1+2+1, 1+1+0.5; lost: 2 of the systematic copy, 2 of server 1, 1 of the systematic copy.
        assertThat(recursion.work.wastedFraction()).isEqualTo(5 / 11.5);
        assertThat(recursion.work.utilizations(10)).containsExactly(0.4, 0.4, 0.35);
    }

    @Test
    void splitMergeServesOneRequestAtATime() {
        RequestKind kind = availability();
        Recursion recursion = new Recursion.SplitMerge(new ScriptedTimes(AVAILABILITY), speeds(3));
        assertThat(serve(recursion, 0, kind, THREE)).isEqualTo(2);
        assertThat(serve(recursion, 1, kind, THREE)).isEqualTo(3);
        assertThat(serve(recursion, 1.5, kind, THREE)).isEqualTo(4);
        assertThat(recursion.work.utilizations(1)).containsExactly(4, 3, 3.5);
    }

    @Test
    void withoutPurgeEveryCopyIsServedInFull() {
        RequestKind kind = replication();
        Recursion recursion = new Recursion.NoPurge(new ScriptedTimes(3, 1, 1, 5, 2, 1), speeds(2));
        assertThat(serve(recursion, 0, kind, BOTH)).isEqualTo(1); // servers free at 3 and 1
        assertThat(serve(recursion, 1, kind, BOTH)).isEqualTo(4); // 3 → 4 and 1 → 6
        assertThat(serve(recursion, 2, kind, BOTH)).isEqualTo(6); // 4 → 6 and 6 → 7
        assertThat(recursion.work.wastedFraction()).isEqualTo((3 + 5 + 1) / 13.0);
    }

    @Test
    void purgeOnStartRunsOneCopyOnTheServerThatIsFreeFirst() {
        RequestKind kind = replication();
        Recursion recursion = new Recursion.PurgeOnStart(
                new ScriptedTimes(3, 3, 2, 2, 1, 1), speeds(2), new RandomStreams(1).stream(0, RandomPurpose.ROUTING));
        assertThat(serve(recursion, 0, kind, BOTH)).isEqualTo(3); // on one server, at random
        assertThat(serve(recursion, 1, kind, BOTH)).isEqualTo(3); // on the other
        assertThat(serve(recursion, 2, kind, BOTH)).isEqualTo(4);
        assertThat(recursion.work.wastedFraction()).isZero();
        assertThat(Arrays.stream(recursion.work.utilizations(1)).sum()).isEqualTo(6);
    }

    @Test
    void purgeOnStartNeedsEnoughStartedCopiesToRecover() {
        RequestKind kind = new RequestKind(ThresholdRecovery.anyOf(3, THREE, 2), -1);
        Recursion recursion = new Recursion.PurgeOnStart(
                new ScriptedTimes(4, 4, 4, 1, 2, 3), speeds(3), new RandomStreams(1).stream(0, RandomPurpose.ROUTING));
        assertThat(serve(recursion, 0, kind, THREE)).isEqualTo(4); // two servers busy until 4, the third idle
        // One copy starts at 1 on the idle server, the second at 4 on one of the others: which one is a tie.
        double completion = serve(recursion, 1, kind, THREE);
        assertThat(completion).isIn(4 + 1.0, 4 + 2.0, 4 + 3.0);
        assertThat(recursion.work.wastedFraction()).isZero();
    }

    @Test
    void serviceTypesCountGroupsThatAreAheadAtTheHeadOfTheLine() {
        Recovery recovery = StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS);
        ServiceTypes types = ServiceTypes.of((GroupRecovery) recovery);
        count(types, 0, 2, 2, 1, 9); // arrives at an empty system: nothing is ahead
        count(types, 1, 5, 5, 2, 9); // head of the line at 2, when server 1 has finished its copy
        count(types, 6, 7, 9, 6.5, 7); // arrives after the completion at 5
        assertThat(types.fractions()).containsExactly(2 / 3.0, 1 / 3.0);
        types.reset();
        assertThat(types.fractions()).containsExactly(0, 0);
    }
}
