package org.fetchlab.sim;

import static org.fetchlab.model.policy.Cancellation.NONE;
import static org.fetchlab.model.policy.Cancellation.ON_COMPLETE;
import static org.fetchlab.model.policy.Cancellation.ON_START;

import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;

/**
 * Worked examples of every fork-join system under every rule of cancellation. {@code s} are servers, {@code a→b} is a copy in
 * service from a to b.
 */
public final class WorkedForkJoin {
    private static final AccessPolicy ALL = new AccessPolicy.ForkAll();
    private static final AccessPolicy SPLIT_MERGE = new AccessPolicy.SplitMerge();
    private static final AccessPolicy TWO = new AccessPolicy.ForkTo(2);
    private static final RequestMix FILE =
            RequestMix.fixed(StorageCode.mds(3, 2).wholeFile());
    private static final RequestMix PAIR =
            RequestMix.fixed(StorageCode.replication(2).wholeFile());
    private static final RequestMix TRIPLE =
            RequestMix.fixed(StorageCode.replication(3).wholeFile());
    /** Systematic server 0, recovery group of servers 1 and 2. */
    private static final RequestMix HOT =
            RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
    /** Object 0 on servers 0 and 1, object 1 on servers 1 and 2. */
    private static final RequestMix TWO_OBJECTS = RequestMix.of(
            List.of(ThresholdRecovery.anyOf(3, new int[] {0, 1}, 1), ThresholdRecovery.anyOf(3, new int[] {1, 2}, 1)),
            new double[] {0.5, 0.5});

    private WorkedForkJoin() {}

    private static double[] times(double... times) {
        return times;
    }

    /**
     * Those that both engines simulate.
     *
     * @return the examples
     */
    public static Stream<WorkedExample> ofBothEngines() {
        return Stream.of(fixedArrivals(), forksOfTheHotObject(), generalArrivals(), file(), forks(), speeds())
                .flatMap(examples -> examples)
                .filter(example -> example.access() != SPLIT_MERGE);
    }

    /**
     * Those that only the recursion simulates: one request at a time.
     *
     * @return the examples
     */
    public static Stream<WorkedExample> ofSplitMerge() {
        return Stream.of(fixedArrivals(), generalArrivals(), file(), speeds(), fastSplitMerge())
                .flatMap(examples -> examples)
                .filter(example -> example.access() == SPLIT_MERGE);
    }

    /** FJ-FA: all ask for the hot object. */
    private static Stream<WorkedExample> fixedArrivals() {
        Script script = Script.of(times(1, 2, 2.5), times(5, 1, 2), times(9, 2, 0.5), times(0.5, 3, 1));
        return Stream.of(
                // 1st: s1 1→2, s2 1→3. 2nd: s1 2→4, s2 3→3.5. 3rd: s0, free of both at 4, 4→4.5.
                hot(ALL, ON_COMPLETE, script, 3, 4, 4.5),
                // s0 is busy with the 1st until 6 and with the 2nd until 15, so the group serves the 3rd: s1 4→7.
                hot(ALL, NONE, script, 3, 4, 7),
                // 1st: s0 alone, 1→6. 2nd: s1 2→4, s2 2→2.5. 3rd: s2 2.5→3.5, and s1 before s0, 4→7.
                hot(ALL, ON_START, script, 6, 4, 7),
                // 1st 1→3, 2nd 3→5 by the group, 3rd 5→5.5 by s0.
                hot(SPLIT_MERGE, ON_COMPLETE, script, 3, 5, 5.5));
    }

    private static WorkedExample hot(
            AccessPolicy access, Cancellation cancellation, Script script, double... completions) {
        return WorkedExample.of("fixed arrivals", HOT, access, cancellation, script, completions);
    }

    /** Two of three servers: 0 and 1, then 1 and 2, then 0 and 2. */
    private static Stream<WorkedExample> forksOfTheHotObject() {
        Script script = Script.of(times(1, 2, 2.5), times(5, 1), times(2, 0.5), times(1, 3))
                .withDraws(0, 0, /**/ 2, 0, 0, /**/ 0, 1, 0);
        return Stream.of(
                // 1st: s0 1→6. 2nd: s1 2→4, s2 2→2.5. 3rd: s0 6→7; s2 alone does not recover.
                hot(TWO, ON_COMPLETE, script, 6, 4, 7),
                hot(TWO, NONE, script, 6, 4, 7),
                hot(TWO, ON_START, script, 6, 4, 7));
    }

    /** FJ-GA: objects 0, 1, 0. */
    private static Stream<WorkedExample> generalArrivals() {
        Script script =
                Script.of(times(1, 2, 3), times(4, 2), times(1, 5), times(1, 2)).withThings(0, 1, 0);
        return Stream.of(
                // 1st: s1 1→3. 2nd: s1 3→4. 3rd: s0, free at 3, 3→4.
                general(ALL, ON_COMPLETE, script, 3, 4, 4),
                // 3rd: s0 works for the 1st until 5: 5→6; s1 4→6.
                general(ALL, NONE, script, 3, 4, 6),
                // 1st: s0 1→5. 2nd: s1 2→3. 3rd: s1, free before s0, 3→5.
                general(ALL, ON_START, script, 5, 3, 5),
                // 1st 1→3, 2nd 3→4, 3rd 4→5.
                general(SPLIT_MERGE, ON_COMPLETE, script, 3, 4, 5));
    }

    private static WorkedExample general(
            AccessPolicy access, Cancellation cancellation, Script script, double... completions) {
        return WorkedExample.of("general arrivals", TWO_OBJECTS, access, cancellation, script, completions);
    }

    /** Any two of three servers. */
    private static Stream<WorkedExample> file() {
        Script script = Script.of(times(1, 2, 3), times(1, 2, 4), times(2, 1, 3), times(3, 4, 1));
        return Stream.of(
                // 1st: s0 1→2, s1 1→3. 2nd: s0 2→4, s1 3→4. 3rd: all start at 4: s2 5, s0 7.
                whole(ALL, ON_COMPLETE, script, 3, 4, 7),
                // 3rd: s0 4→7, s1 4→8; s2 works for the 1st until 5 and for the 2nd until 8.
                whole(ALL, NONE, script, 3, 4, 8),
                // 1st: s0 1→2, s1 1→3. 2nd: s0 2→4, s2 2→5. 3rd: s1 3→7, s0 4→7.
                whole(ALL, ON_START, script, 3, 5, 7),
                // 1st 1→3, 2nd 3→5, 3rd 5→8.
                whole(SPLIT_MERGE, ON_COMPLETE, script, 3, 5, 8));
    }

    private static WorkedExample whole(
            AccessPolicy access, Cancellation cancellation, Script script, double... completions) {
        return WorkedExample.of("any two of three", FILE, access, cancellation, script, completions);
    }

    /** Two of three copies: 0 and 1, again 0 and 1, then 1 and 2. */
    private static Stream<WorkedExample> forks() {
        Script script = Script.of(times(1, 2, 3), times(1, 5), times(4, 0.5), times(1, 3))
                .withDraws(0, 0, /**/ 0, 0, /**/ 2, 0, 0);
        return Stream.of(
                // 1st: s0 1→2. 2nd: s1 2→2.5. 3rd: s1 3→4.
                triple(ON_COMPLETE, script, 2, 2.5, 4),
                // 2nd: s0 2→6, as s1 works for the 1st until 6. 3rd: s2 3→6.
                triple(NONE, script, 2, 6, 6),
                // One copy each: s0 1→2, s0 2→6, s1 3→4.
                triple(ON_START, script, 2, 6, 4));
    }

    private static WorkedExample triple(Cancellation cancellation, Script script, double... completions) {
        return WorkedExample.of("three copies", TRIPLE, TWO, cancellation, script, completions);
    }

    /** Two copies, server 0 twice and server 1 half as fast. */
    private static Stream<WorkedExample> speeds() {
        Script script = Script.of(times(1, 2, 3), times(4, 0.5), times(2, 4), times(3, 0.5))
                .withSpeeds(2, 0.5);
        return Stream.of(
                // 1st: s1 1→2. 2nd: s0 2→3. 3rd: s1, free at 3, 3→4.
                pair(ALL, ON_COMPLETE, script, 2, 3, 4),
                // s0 works 1→3, 3→4, 4→5.5; s1 1→2, 2→10, 10→11.
                pair(ALL, NONE, script, 2, 4, 5.5),
                // 1st: s0 1→3. 2nd: s1 2→10. 3rd: s0 3→4.5.
                pair(ALL, ON_START, script, 3, 10, 4.5),
                pair(SPLIT_MERGE, ON_COMPLETE, script, 2, 3, 4));
    }

    private static WorkedExample pair(
            AccessPolicy access, Cancellation cancellation, Script script, double... completions) {
        return WorkedExample.of("servers of two speeds", PAIR, access, cancellation, script, completions);
    }

    /** FJ-FSM: the first of two last copies, one request at a time, under every rule. */
    private static Stream<WorkedExample> fastSplitMerge() {
        ForkJoinSystem system = ForkJoinSystem.fastSplitMerge(2, ServiceTimes.exponential(1), 1);
        Script script = Script.of(times(1, 2, 2.5), times(5, 1), times(9, 2), times(0.5, 3));
        // 1st 1→2, 2nd 2→4, 3rd 4→4.5.
        return Stream.of(ON_COMPLETE, NONE, ON_START)
                .map(rule -> WorkedExample.of("fast split-merge", system.mix(), SPLIT_MERGE, rule, script, 2, 4, 4.5));
    }
}
