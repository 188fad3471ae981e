package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.ScriptedTimes;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.recursion.RequestMix;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A few requests with scripted times, small enough to follow by hand. */
class HandComputedEventsTest {
    private static final AccessPolicy ALL = new AccessPolicy.ForkAll();
    private static final RequestMix ONE_SERVER = RequestMix.fixed(ThresholdRecovery.anyOf(1, new int[] {0}, 1));
    private static final RequestMix TWO_COPIES =
            RequestMix.fixed(StorageCode.replication(2).wholeFile());

    private final RandomStreams streams = new RandomStreams(1);

    private static ContinuousSampler script(double... values) {
        return new ScriptedTimes(values);
    }

    private EventPath path(
            RequestMix mix,
            EventPath.Rules rules,
            ContinuousSampler gaps,
            ContinuousSampler service,
            @Nullable ContinuousSampler purgeDelay,
            @Nullable ContinuousSampler up,
            @Nullable ContinuousSampler down) {
        EventPath.Variates variates = new EventPath.Variates(
                gaps,
                () -> 0,
                service,
                streams.stream(0, RandomPurpose.DELAYS),
                streams.stream(0, RandomPurpose.ROUTING),
                purgeDelay,
                up,
                down);
        double[] ones = new double[mix.servers()];
        Arrays.fill(ones, 1);
        return new EventPath(rules, variates, mix, ones);
    }

    private static EventPath.Rules rules(AccessPolicy access, Cancellation cancellation) {
        return new EventPath.Rules(access, cancellation, 0, false, Discipline.FIRST_COME_FIRST_SERVED);
    }

    private static EventPath.Rules degraded(AccessPolicy access, Cancellation cancellation) {
        return new EventPath.Rules(access, cancellation, 0, true, Discipline.FIRST_COME_FIRST_SERVED);
    }

    @Test
    void aSharedServerHalvesItsSpeedForTwo() {
        EventPath.Rules sharing =
                new EventPath.Rules(ALL, Cancellation.ON_COMPLETE, 1, false, Discipline.PROCESSOR_SHARING);
        // Arrivals 1, 2, 3; work 3, 1, 2. Alone to 2 (2 left, 1), then by halves to 3 (1.5, 0.5, 2), then by thirds:
        // the
        // second is done at 4.5 (1, 0, 1.5), then by halves: the first at 6.5 (0, 0.5), the third at 7.
        assertThat(WorkedEvents.completions(
                        path(ONE_SERVER, sharing, script(1, 1, 1), script(3, 1, 2), null, null, null), 3))
                .containsExactly(6.5, 4.5, 7);
    }

    @Test
    void hedgedCopiesLeaveAfterTheDelayUnlessTheRequestIsComplete() {
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        AccessPolicy.Hedge hedge = new AccessPolicy.Hedge(2, 2);
        // Arrivals 1 and 10; systematic server 9 and then 1.5; the group's copies leave at 3 and finish at 4 and 6.
        assertThat(WorkedEvents.completions(
                        path(
                                mix,
                                rules(hedge, Cancellation.ON_COMPLETE),
                                script(1, 9),
                                script(9, 1, 3, 1.5, 0.1, 0.1),
                                null,
                                null,
                                null),
                        2))
                .containsExactly(6, 11.5);
    }

    @Test
    void hedgingInRoundsAddsOneCopyAtATime() {
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        AccessPolicy.Hedge hedge = new AccessPolicy.Hedge(2, 1);
        // The copies of the group leave at 3 and 5, in either order: done at max(4, 6) or max(6, 6) with times 1 and 1.
        assertThat(WorkedEvents.completions(
                        path(mix, rules(hedge, Cancellation.ON_COMPLETE), script(1), script(9, 1, 1), null, null, null),
                        1))
                .containsExactly(6);
    }

    @Test
    void untilACancellationArrivesItsCopyIsServed() {
        // Arrivals 1 and 2; copies 1 and 5, then 4 and 4. First done at 2; its other copy blocks server 1 until 2 + 3.
        assertThat(WorkedEvents.completions(
                        path(
                                TWO_COPIES,
                                rules(ALL, Cancellation.ON_COMPLETE),
                                script(1, 1),
                                script(1, 5, 4, 0.5),
                                script(3, 3),
                                null,
                                null),
                        2))
                .containsExactly(2, 5.5);
    }

    @Test
    void aCopyThatWaitsLeavesWhenAnotherStarts() {
        // One of two idle servers takes the first request (1 → 4), the other the second (2 → 3) and the third (3 → 5).
        assertThat(WorkedEvents.completions(
                        path(
                                TWO_COPIES,
                                rules(ALL, Cancellation.ON_START),
                                script(1, 1, 0.5),
                                script(3, 3, 1, 1, 2, 2),
                                null,
                                null,
                                null),
                        3))
                .containsExactly(4, 3, 5);
    }

    @Test
    void aFailedServerResumesItsWorkAfterTheRepairAndIsNotUtilisedBefore() {
        // Up until 2, down until 5, up from then on. Work 3 from 1: one unit by 2, the rest from 5 to 7; the next to 8.
        EventPath path = path(
                ONE_SERVER,
                rules(ALL, Cancellation.ON_COMPLETE),
                script(1, 2),
                script(3, 1),
                null,
                script(2),
                script(3));
        List<Double> completions = new ArrayList<>();
        path.listen((index, arrival, completion) -> completions.add(completion));
        path.advance(1, new DownloadRecorder(1));
        assertThat(path.statistics()[1]).isEqualTo(3 / 7.0);
        assertThat(path.load()).isEqualTo(6 / 7.0);
        path.advance(1, new DownloadRecorder(1));
        assertThat(path.statistics()[1]).isEqualTo(4 / 8.0);
        assertThat(path.load()).isEqualTo(7 / 8.0);
        assertThat(completions).containsExactly(7.0, 8.0);
    }

    @Test
    void aRequestThatMeetsAFailedServerWaitsForTheRepair() {
        assertThat(WorkedEvents.completions(
                        path(
                                ONE_SERVER,
                                rules(ALL, Cancellation.ON_COMPLETE),
                                script(3),
                                script(1),
                                null,
                                script(2),
                                script(3)),
                        1))
                .containsExactly(6);
    }

    /** Server 0 is down from 1 to 4; requests arrive at 2, 3 and 5. */
    @Test
    void aDegradedReadAsksOnlyServersThatAreUp() {
        // All copies: server 0 begins at 4, first done at 4.5 and 5; the third is done there at 7, elsewhere at 10.
        assertThat(failureOfServer0(TWO_COPIES, rules(ALL, Cancellation.ON_COMPLETE), 0.5, 4, 0.5, 1, 2, 5))
                .containsExactly(4.5, 5, 7);
        // Degraded: the first two go to server 1 alone, from 2 to 6 and to 7; the third to both.
        assertThat(failureOfServer0(TWO_COPIES, degraded(ALL, Cancellation.ON_COMPLETE), 0.5, 4, 0.5, 1, 2, 5))
                .containsExactly(6, 7, 7);
    }

    @Test
    void aDegradedReadOfOneCopyTakesTheServerThatIsUp() {
        RequestMix copies = RequestMix.fixed(StorageCode.replication(2).wholeFile());
        AccessPolicy one = new AccessPolicy.ForkTo(1);
        assertThat(WorkedEvents.completions(
                        path(
                                copies,
                                degraded(one, Cancellation.ON_COMPLETE),
                                script(2, 1, 1),
                                script(2, 1, 3),
                                null,
                                script(1),
                                script(ScriptedTimes.NEVER)),
                        3))
                .containsExactly(4, 5, 8);
    }

    @Test
    void withoutEnoughServersUpADegradedReadAsksAll() {
        assertThat(WorkedEvents.completions(
                        path(
                                ONE_SERVER,
                                degraded(ALL, Cancellation.ON_COMPLETE),
                                script(3),
                                script(1),
                                null,
                                script(2),
                                script(3)),
                        1))
                .containsExactly(6);
        // Two of three servers are down and one does not recover: server 2 is done at 4, servers 0 and 1 at 6 and 7.
        RequestMix twoOfThree = RequestMix.fixed(StorageCode.mds(3, 2).wholeFile());
        assertThat(WorkedEvents.completions(
                        path(
                                twoOfThree,
                                degraded(new AccessPolicy.ForkTo(3), Cancellation.ON_COMPLETE),
                                script(3),
                                script(1, 2, 1),
                                null,
                                script(2, 2),
                                script(3, 3)),
                        1))
                .containsExactly(6);
    }

    @Test
    void aHedgedDegradedReadBeginsWithTheServersThatAreUp() {
        // The systematic server 0 is down when the request arrives at 2: its group, with times 1 and 3, is asked at
        // once or
        // after the delay.
        AccessPolicy hedge = new AccessPolicy.Hedge(2, 2);
        assertThat(failureOfTheSystematicServer(degraded(hedge, Cancellation.ON_COMPLETE)))
                .containsExactly(5);
        assertThat(failureOfTheSystematicServer(rules(hedge, Cancellation.ON_COMPLETE)))
                .containsExactly(7);
    }

    private double[] failureOfTheSystematicServer(EventPath.Rules rules) {
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        return WorkedEvents.completions(
                path(mix, rules, script(2), script(9, 1, 3), null, script(1), script(ScriptedTimes.NEVER)), 1);
    }

    private double[] failureOfServer0(RequestMix mix, EventPath.Rules rules, double... service) {
        return WorkedEvents.completions(
                path(mix, rules, script(2, 1, 2), script(service), null, script(1), script(3)), 3);
    }
}
