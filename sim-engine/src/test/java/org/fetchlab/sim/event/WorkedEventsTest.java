package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.policy.Cancellation.NONE;
import static org.fetchlab.model.policy.Cancellation.ON_COMPLETE;
import static org.fetchlab.model.policy.Cancellation.ON_START;

import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.sim.Script;
import org.fetchlab.sim.WorkedExample;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Worked examples of what only the event-driven engine simulates, under every rule of cancellation. {@code s} are servers,
 * {@code a→b} is a copy in service from a to b.
 */
class WorkedEventsTest {
    private static final AccessPolicy ALL = new AccessPolicy.ForkAll();
    private static final AccessPolicy HEDGE = new AccessPolicy.Hedge(2, 2);
    private static final RequestMix TRIPLE =
            RequestMix.fixed(StorageCode.replication(3).wholeFile());
    private static final RequestMix FOUR =
            RequestMix.fixed(StorageCode.replication(4).wholeFile());
    private static final RequestMix PAIR =
            RequestMix.fixed(StorageCode.replication(2).wholeFile());
    /** Systematic server 0, recovery group of servers 1 and 2. */
    private static final RequestMix HOT =
            RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));

    private static double[] times(double... times) {
        return times;
    }

    static Stream<Arguments> examples() {
        return Stream.of(
                        hedging(),
                        fewRounds(),
                        twoFirst(),
                        hedgedDegradedReads(),
                        forksOfDegradedReads(),
                        lateCancellation(),
                        failure(),
                        slowPeriod(),
                        sharing())
                .flatMap(examples -> examples);
    }

    private static Arguments pair(
            WorkedEvents events, Cancellation cancellation, Script script, double... completions) {
        return Arguments.of(events, WorkedExample.of("two copies", PAIR, ALL, cancellation, script, completions));
    }

    /** The systematic server at once, the group two units later. */
    private static Stream<Arguments> hedging() {
        Script script = Script.of(times(1, 2, 9), times(9, 1, 3), times(2, 1, 0.5), times(1, 4, 4));
        return Stream.of(
                // 1st: s0 from 1, at 3 the group: s1 3→4, s2 3→6. 2nd: s0 from 6, at 4 the group: s1 4→5, s2 6→6.5.
                // 3rd: s0.
                hedged(ON_COMPLETE, script, 6, 6.5, 10),
                // s0 works for the 1st until 10, the 2nd until 12, the 3rd until 13; its group is asked at 11 and busy
                // until 15.
                hedged(NONE, script, 6, 6.5, 13),
                // 1st: s0 has started, no group. 2nd: at 4 the group starts, 4→5 and 4→4.5. 3rd: s0 10→11.
                hedged(ON_START, script, 10, 5, 11));
    }

    private static Arguments hedged(Cancellation cancellation, Script script, double... completions) {
        return hedged(WorkedEvents.nothing(), cancellation, script, completions);
    }

    private static Arguments hedged(
            WorkedEvents events, Cancellation cancellation, Script script, double... completions) {
        return Arguments.of(
                events, WorkedExample.of("systematic server first", HOT, HEDGE, cancellation, script, completions));
    }

    /** One copy, and two more one unit of time after another; server 3, the fastest, is never asked. */
    private static Stream<Arguments> fewRounds() {
        Script script =
                Script.of(times(1, 2.5, 8), times(9, 4, 6, 0.25), times(3, 2, 1, 0.25), times(0.75, 2, 0.5, 0.25));
        AccessPolicy hedge = new AccessPolicy.Hedge(1, 1, 2, 1);
        return Stream.of(
                // 1st: s0 from 1, s1 2→6, s2 from 3. 2nd: at 6 s0, s1 and s2, 6→7. 3rd: s0 8→8.75.
                four(hedge, ON_COMPLETE, script, 6, 7, 8.75),
                // s0 1→10→13→13.75; s1 2→6→8, 9→11; s2 3→9→10→10.5.
                four(hedge, NONE, script, 6, 8, 10.5),
                // 1st: s0 1→10. 2nd: s1 3.5→5.5. 3rd: s1 9→11.
                four(hedge, ON_START, script, 10, 5.5, 11));
    }

    /** Two copies, and a third two units of time later. */
    private static Stream<Arguments> twoFirst() {
        Script script =
                Script.of(times(1, 2, 5.5), times(9, 5, 2, 0.25), times(3, 1, 4, 0.25), times(2, 3, 0.25, 0.125));
        AccessPolicy hedge = new AccessPolicy.Hedge(2, 1, 1, 2);
        return Stream.of(
                // 1st: s0 and s1 from 1, s2 3→5. 2nd: at 5 s0, s2 and s1, 5→6. 3rd: s0 and s1 from 6, s2 7.5→7.75.
                four(hedge, ON_COMPLETE, script, 5, 6, 7.75),
                // s0 1→10→13→15; s1 1→6→7→10; s2 3→5→9→9.25.
                four(hedge, NONE, script, 5, 7, 9.25),
                // 1st: s0 1→10. 2nd: s1 2→3. 3rd: s1 5.5→8.5.
                four(hedge, ON_START, script, 10, 3, 8.5));
    }

    private static Arguments four(
            AccessPolicy access, Cancellation cancellation, Script script, double... completions) {
        return Arguments.of(
                WorkedEvents.nothing(),
                WorkedExample.of("four copies", FOUR, access, cancellation, script, completions));
    }

    /** The systematic server is down from 1 to 7.5: the group is asked first, and the systematic server two units later. */
    private static Stream<Arguments> hedgedDegradedReads() {
        WorkedEvents failure = WorkedEvents.slowPeriod("failure, ", 0, 1, 7.5).degraded();
        Script script = Script.of(times(2, 3.25, 9.25), times(1, 3, 4), times(1, 1, 2), times(1.5, 1, 1));
        return Stream.of(
                // 1st: s1 2→5, s2 2→6. 2nd: s1 5→6, s2 6→8, before s0, 7.5 to 8.5. 3rd: s0 9.25→10.75.
                hedged(failure, ON_COMPLETE, script, 6, 8, 10.75),
                // s0 works for the 1st 7.5→8.5, the 2nd 8.5→9.5, the 3rd 9.5→11.
                hedged(failure, NONE, script, 6, 8, 11),
                // The group of the 1st has started at 2. 2nd: s1 5→6, s2 6→8, while its copy at s0 waits for the
                // repair.
                hedged(failure, ON_START, script, 6, 8, 10.75));
    }

    /** Server 2 is down, and requests fork to the other two. */
    private static Stream<Arguments> forksOfDegradedReads() {
        Script script = Script.of(times(1, 2, 3), times(1, 5), times(4, 0.5), times(1, 1));
        return Stream.of(
                // 1st: s0 1→2. 2nd: s1 2→2.5. 3rd: s0 and s1 3→4.
                fork(ON_COMPLETE, script, 2, 2.5, 4),
                // s0 1→2→6→7, s1 1→6→6.5→7.5.
                fork(NONE, script, 2, 6, 7),
                // 1st: s0 1→2. 2nd: s0 2→6. 3rd: s1 3→4.
                fork(ON_START, script, 2, 6, 4));
    }

    private static Arguments fork(Cancellation cancellation, Script script, double... completions) {
        return Arguments.of(
                WorkedEvents.downFrom(2, 0.5),
                WorkedExample.of(
                        "three copies", TRIPLE, new AccessPolicy.ForkTo(2), cancellation, script, completions));
    }

    /** A cancellation takes three units of time. */
    private static Stream<Arguments> lateCancellation() {
        WorkedEvents late = WorkedEvents.lateCancellations(3, 3, 3);
        Script script = Script.of(times(1, 2, 3), times(1, 5), times(4, 0.5), times(1, 1));
        Script waiting = Script.of(times(1, 2, 3.5), times(3, 9), times(1.5, 4), times(1, 1));
        return Stream.of(
                // 1st: s0 1→2, s1 from 1 to its cancellation at 5. 2nd: s1 5→5.5, s0 2→6. 3rd: s1 5.5→6.5.
                pair(late, ON_COMPLETE, script, 2, 5.5, 6.5),
                // Nothing is cancelled, early or late: s0 1→2→6→7, s1 1→6→6.5→7.5.
                pair(late, NONE, script, 2, 6, 7),
                // 1st: s0 1→4. 2nd: s1 2→6, and its copy at s0, not yet cancelled, starts at 4 and is the first. 3rd:
                // s0 5.5→6.5.
                pair(late, ON_START, waiting, 4, 5.5, 6.5),
                pair(WorkedEvents.nothing(), ON_START, waiting, 4, 6, 5));
    }

    private static Script interrupted() {
        return Script.of(times(1, 3, 4), times(3, 5), times(1, 2), times(1, 0.5));
    }

    /** Server 0 is down from 2 to 5. */
    private static Stream<Arguments> failure() {
        WorkedEvents failure = WorkedEvents.slowPeriod("failure, ", 0, 2, 5);
        return Stream.of(
                // 1st: s1 1→6, before s0 at 7. 2nd: s0 6→7. 3rd: s1 7→7.5.
                pair(failure, ON_COMPLETE, interrupted(), 6, 7, 7.5),
                // s0 works for the 1st until 7, then 7→8, 8→9; s1 1→6, 6→8, 8→8.5.
                pair(failure, NONE, interrupted(), 6, 8, 8.5),
                // 1st: s0 1→2 and 5→7. 2nd: s1 3→5. 3rd: s1 5→5.5.
                pair(failure, ON_START, interrupted(), 7, 5, 5.5),
                // Server 0 is down from 0.5 on. 1st: s1 1→6. 2nd: s1 6→8. 3rd: s1 8→8.5.
                pair(WorkedEvents.slowPeriod("long failure, ", 0, 0.5, 100), ON_START, interrupted(), 6, 8, 8.5));
    }

    /** Server 0 has half its speed from 2 to 5. */
    private static Stream<Arguments> slowPeriod() {
        WorkedEvents slow = WorkedEvents.slowPeriod("slow period, ", 0.5, 2, 5);
        return Stream.of(
                // 1st: s0 does 1 by 2, 1.5 more by 5, the rest by 5.5. 2nd: s0 5.5→6.5. 3rd: s1 6.5→7.
                pair(slow, ON_COMPLETE, interrupted(), 5.5, 6.5, 7),
                // s0 1→5.5→6.5→7.5; s1 1→6→8→8.5.
                pair(slow, NONE, interrupted(), 5.5, 6.5, 7.5),
                // 1st: s0 1→5.5. 2nd: s1 3→5. 3rd: s1 5→5.5.
                pair(slow, ON_START, interrupted(), 5.5, 5, 5.5));
    }

    /** At 3, when the third request joins, 2.5, 0.25 and 2 are left at server 0, and 0.5, 2.5 and 1 at server 1. */
    private static Stream<Arguments> sharing() {
        Script script = Script.of(times(1, 2, 3), times(4, 2), times(0.75, 3), times(2, 1));
        return Stream.of(
                // By thirds the 2nd is done at s0 at 3.75; by halves the 1st at s1 at 4.25; alone the 3rd there at
                // 4.75.
                pair(WorkedEvents.sharing(), ON_COMPLETE, script, 4.25, 3.75, 4.75),
                // The 2nd stays at s1: by thirds the 1st is done there at 4.5, by halves the 3rd at 5.5.
                pair(WorkedEvents.sharing(), NONE, script, 4.5, 3.75, 5.5),
                // Every copy starts at once, so there is one: s0 is shared by all three until 3.75, then 1.75 and 2.25
                // are left.
                pair(WorkedEvents.sharing(), ON_START, script, 7.75, 3.75, 7.25));
    }

    @ParameterizedTest(name = "{0}{1}")
    @MethodSource("examples")
    void requestsCompleteAsComputedByHand(WorkedEvents events, WorkedExample example) {
        // Thirds are rounded.
        assertThat(events.completions(example)).containsExactly(example.completionTimes(), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("org.fetchlab.sim.WorkedForkJoin#ofBothEngines")
    void withoutFurtherEventsTheyCompleteAsInTheRecursion(WorkedExample example) {
        assertThat(WorkedEvents.nothing().completions(example)).containsExactly(example.completionTimes());
    }
}
