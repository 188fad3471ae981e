package org.fetchlab.sim;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.event.Discipline;
import org.fetchlab.sim.event.EventDrivenSystem;
import org.fetchlab.sim.event.Interruption;
import org.fetchlab.sim.experiment.SimulatedSystem;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fork-join systems, by the recursion and event by event, whose exact means are known lie inside the 99.9 % intervals of their
 * own runs: fixed seeds, false-alarm rate 1/1000 for each.
 */
class ForkJoinClassicsTest {
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);
    private static final RequestMix ONE_SERVER = RequestMix.fixed(ThresholdRecovery.anyOf(1, new int[] {0}, 1));
    private static final RequestMix HOT_OBJECT =
            RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));

    private static RequestMix copies(int count) {
        return RequestMix.fixed(StorageCode.replication(count).wholeFile());
    }

    /** A mean that takes as many requests as that of M/M/1 at this load. */
    private static Classic classic(String name, double load, SimulatedSystem system, double mean) {
        return classic(name, load, UNIT, system, mean);
    }

    private static Classic classic(String name, double load, ServiceTime law, SimulatedSystem system, double mean) {
        double requests = 30_000 / (1 - load) / (1 - load) * Classic.variability(law);
        return new Classic(name, system, mean, Math.round(requests));
    }

    private static ForkJoinSystem singleServer(ServiceTime law, double load) {
        return ForkJoinSystem.of(ONE_SERVER, law, load / law.moment(1).value().orElseThrow());
    }

    static Stream<Classic> singleServers() {
        Stream<Classic> everyLaw = Classic.everyKindOfLaw().map(law -> firstComeFirstServed(law, 0.6));
        return Stream.concat(everyLaw, DoubleStream.of(0.3, 0.8).boxed().flatMap(ForkJoinClassicsTest::singleServers));
    }

    private static Stream<Classic> singleServers(double load) {
        return Stream.of(firstComeFirstServed(UNIT, load), firstComeFirstServed(ServiceTimes.deterministic(1), load));
    }

    private static Classic firstComeFirstServed(ServiceTime law, double load) {
        ForkJoinSystem system = singleServer(law, load);
        double mean = ExactMeans.firstComeFirstServed(system.arrivalRate(), law);
        return classic("M/G/1, " + law.spec() + ", load " + load, load, law, system, mean);
    }

    /** With cancellation on start M/M/c; on completion M/M/1 of all servers together; one copy alone M/M/1 of each. */
    static Stream<Classic> replication() {
        return IntStream.of(2, 3, 5)
                .boxed()
                .flatMap(c -> DoubleStream.of(0.5, 0.8).boxed().flatMap(load -> replication(c, load)));
    }

    private static Stream<Classic> replication(int c, double load) {
        double rate = c * load;
        ForkJoinSystem system = ForkJoinSystem.of(copies(c), UNIT, rate);
        String suffix = " of rep(" + c + "), load " + load;
        return Stream.of(
                classic("on start" + suffix, load, system.with(Cancellation.ON_START), ExactMeans.manyServers(c, rate)),
                classic("on completion" + suffix, load, system, 1 / (c - rate)),
                classic("one copy" + suffix, load, system.with(new AccessPolicy.ForkTo(1)), 1 / (1 - load)));
    }

    static Stream<Classic> twoWayForkJoin() {
        return DoubleStream.of(0.3, 0.5, 0.7).boxed().flatMap(ForkJoinClassicsTest::twoWayForkJoin);
    }

    private static Stream<Classic> twoWayForkJoin(double load) {
        RequestMix file = RequestMix.fixed(StorageCode.mds(2, 2).wholeFile());
        ForkJoinSystem system = ForkJoinSystem.of(file, UNIT, load);
        double mean = ExactMeans.twoWayForkJoin(load);
        return Stream.of(
                classic("two-way fork-join by the recursion, load " + load, load, system, mean),
                classic("two-way fork-join by events, load " + load, load, EventDrivenSystem.of(system), mean));
    }

    /** Delay 0 is forking to all, an infinite delay the first copies alone. */
    static Stream<Classic> hedging() {
        AccessPolicy.Hedge never = new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1);
        AccessPolicy.Hedge atOnce = new AccessPolicy.Hedge(0, 1);
        EventDrivenSystem threeCopies = EventDrivenSystem.of(ForkJoinSystem.of(copies(3), UNIT, 1.8));
        EventDrivenSystem hot = EventDrivenSystem.of(ForkJoinSystem.of(HOT_OBJECT, UNIT, 0.5));
        return Stream.of(
                classic("delay 0: all of three copies", 0.6, threeCopies.with(atOnce), 1 / (3 - 1.8)),
                classic("infinite delay: one of three copies", 0.6, threeCopies.with(never), 1 / (1 - 0.6)),
                // Between the certified bounds 0.915609181096 and 0.915609181326 of the exact chain.
                classic("delay 0: systematic server and recovery group", 0.5, hot.with(atOnce), 0.915609181211),
                classic("infinite delay: systematic server", 0.5, hot.with(never), 1 / (1 - 0.5)));
    }

    static Stream<Classic> sharing() {
        return Classic.everyKindOfLaw().map(law -> {
            ForkJoinSystem system = singleServer(law, 0.5);
            return classic(
                    "M/G/1-PS, " + law.spec(),
                    0.5,
                    law,
                    EventDrivenSystem.of(system).with(Discipline.PROCESSOR_SHARING),
                    ExactMeans.processorSharing(system.arrivalRate(), law));
        });
    }

    /** Up 80 % of the time, in exponential periods: load 0.4 is half of what is left. */
    static Stream<Classic> interruptions() {
        Interruption failures = new Interruption(ServiceTimes.exponential(0.5), ServiceTimes.exponential(2), 0);
        return Classic.everyKindOfLaw().map(law -> {
            ForkJoinSystem system = singleServer(law, 0.4);
            return classic(
                    "interrupted M/G/1, " + law.spec(),
                    0.5,
                    law,
                    EventDrivenSystem.of(system).with(failures),
                    ExactMeans.interrupted(system.arrivalRate(), law, 0.5, 2));
        });
    }

    private static Stream<Classic> heavyLoad() {
        return Stream.concat(singleServers(0.9), twoWayForkJoin(0.9));
    }

    static Stream<Classic> all() {
        return Stream.of(
                        singleServers(),
                        replication(),
                        twoWayForkJoin(),
                        hedging(),
                        sharing(),
                        interruptions(),
                        heavyLoad())
                .flatMap(classics -> classics);
    }

    @ParameterizedTest
    @MethodSource("singleServers")
    void oneServerIsMg1(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("replication")
    void copiesAreMmcOrMm1ByTheirCancellation(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("twoWayForkJoin")
    void twoWayForkJoinHasTheExactMean(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("hedging")
    void hedgingIsForkingToAllOrTheFirstCopiesAlone(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("sharing")
    void processorSharingHasTheMeanOfTheExponentialServerForEveryLaw(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @ParameterizedTest
    @MethodSource("interruptions")
    void aServerWithExponentialUpAndDownTimesIsTheInterruptedMg1(Classic classic) {
        classic.quickRunCoversTheExactMean();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("all")
    void longRunsHaveTheExactMean(Classic classic) {
        classic.longRunCoversTheExactMean();
    }
}
