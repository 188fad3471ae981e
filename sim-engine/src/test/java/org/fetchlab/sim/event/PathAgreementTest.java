package org.fetchlab.sim.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.sim.experiment.SamplePath;
import org.fetchlab.sim.observe.DownloadRecorder;
import org.fetchlab.sim.recursion.ForkJoinSystem;
import org.fetchlab.sim.recursion.RecursionDownloads;
import org.fetchlab.sim.recursion.RequestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The event-driven engine and the recursion give every request the same download time, to the last bit. */
class PathAgreementTest {
    private static final int REQUESTS = 10_000;
    private static final RandomStreams STREAMS = new RandomStreams(11);
    private static final ServiceTime UNIT = ServiceTimes.exponential(1);

    static Stream<ForkJoinSystem> systems() {
        ServiceTime fixed = ServiceTimes.deterministic(1);
        ServiceTime variable = ServiceTimes.hyperexponential(new double[] {0.9, 0.1}, new double[] {2, 0.2});
        RequestMix file = RequestMix.fixed(StorageCode.mds(5, 3).wholeFile());
        RequestMix hot = RequestMix.fixed(StorageCode.availability(2, 3).recovery(0, Decoding.GROUPS));
        return Stream.of(
                        ForkJoinSystem.of(objects(StorageCode.mds(9, 6), Decoding.LINEAR), UNIT, 1.3),
                        ForkJoinSystem.of(objects(StorageCode.mds(9, 6), Decoding.LINEAR), UNIT, 1)
                                .with(new AccessPolicy.ForkTo(7)),
                        ForkJoinSystem.of(objects(StorageCode.lrc(6, 2, 2), Decoding.GROUPS), variable, 0.8)
                                .with(new AccessPolicy.ForkTo(3)),
                        ForkJoinSystem.of(file, UNIT, 1).with(new AccessPolicy.ForkTo(9)),
                        ForkJoinSystem.of(hot, UNIT, 1)
                                .withSpeeds(2, 1, 1, 0.5, 1, 1.5, 3)
                                .with(new AccessPolicy.ForkTo(4)),
                        ForkJoinSystem.of(objects(StorageCode.lrc(6, 2, 2), Decoding.LINEAR), variable, 1),
                        ForkJoinSystem.of(objects(StorageCode.lrc(6, 2, 2), Decoding.GROUPS), UNIT, 1.3),
                        ForkJoinSystem.of(objects(StorageCode.simplex(3), Decoding.GROUPS), fixed, 0.7),
                        ForkJoinSystem.of(objects(StorageCode.replication(3).times(2), Decoding.LINEAR), UNIT, 4),
                        ForkJoinSystem.of(hot, UNIT, 2).withSpeeds(2, 1, 1, 0.5, 1, 1.5, 3),
                        ForkJoinSystem.of(hot, fixed, 0.9),
                        ForkJoinSystem.of(file, UNIT, 1.4))
                .flatMap(system -> Stream.of(system, slower(system, 0.4).with(Cancellation.NONE)))
                .flatMap(system -> Stream.concat(Stream.of(system), onStart(system)));
    }

    /** Cancellation on start: with fixed service times servers often become free at the same instant. */
    private static Stream<ForkJoinSystem> onStart(ForkJoinSystem system) {
        return system.cancellation() == Cancellation.NONE
                ? Stream.of(system.with(Cancellation.ON_START))
                : Stream.empty();
    }

    private static ForkJoinSystem slower(ForkJoinSystem system, double factor) {
        return ForkJoinSystem.of(system.mix(), system.service(), factor * system.arrivalRate())
                .withSpeeds(system.speeds())
                .with(system.access());
    }

    private static RequestMix objects(StorageCode code, Decoding decoding) {
        double[] popularity = new double[code.requestedObjects().length];
        Arrays.fill(popularity, 1.0 / popularity.length);
        return RequestMix.ofObjects(code, decoding, popularity);
    }

    private static double[] downloads(EventDrivenSystem system) {
        return EventDownloads.of(system, STREAMS, REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("systems")
    void everyDownloadTimeIsThatOfTheRecursion(ForkJoinSystem system) {
        assertThat(downloads(EventDrivenSystem.of(system))).isEqualTo(RecursionDownloads.of(system, STREAMS, REQUESTS));
    }

    /**
     * Copies that finish when their request completes are not wasted, and that of the systematic server wins: with fixed
     * service times this happens to most requests.
     */
    @ParameterizedTest
    @EnumSource(Cancellation.class)
    void bothEnginesCountTiesAlike(Cancellation cancellation) {
        RequestMix hot = RequestMix.fixed(StorageCode.availability(2, 3).recovery(0, Decoding.GROUPS));
        ForkJoinSystem system =
                ForkJoinSystem.of(hot, ServiceTimes.deterministic(1), 0.3).with(cancellation);
        double[] recursion = statistics(system.path(STREAMS, 0));
        double[] events = statistics(EventDrivenSystem.of(system).path(STREAMS, 0));
        // The two engines stop at different instants: the recursion with its last request in the system.
        assertThat(events).containsExactly(Arrays.copyOf(recursion, events.length), within(1e-3));
    }

    private static double[] statistics(SamplePath path) {
        path.advance(REQUESTS, new DownloadRecorder(1));
        return path.statistics();
    }

    /** With every cancellation, and where copies take no time at all. */
    @ParameterizedTest
    @EnumSource
    void hedgingWithoutDelayIsForkingToAll(Cancellation cancellation) {
        RequestMix mix = objects(StorageCode.lrc(6, 2, 2), Decoding.LINEAR);
        ServiceTime oftenNothing = ServiceTimes.percentiles(new double[] {0, 50, 90}, new double[] {0, 0, 1});
        for (ServiceTime law : List.of(UNIT, oftenNothing)) {
            ForkJoinSystem system = ForkJoinSystem.of(mix, law, 0.7).with(cancellation);
            double[] forkAll = RecursionDownloads.of(system, STREAMS, REQUESTS);
            EventDrivenSystem events = EventDrivenSystem.of(system);
            for (AccessPolicy.Hedge atOnce : List.of(
                    new AccessPolicy.Hedge(0, Integer.MAX_VALUE),
                    new AccessPolicy.Hedge(0, 1),
                    new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1, 1, 10))) {
                assertThat(downloads(events.with(atOnce))).isEqualTo(forkAll);
            }
            assertThat(downloads(events.with(new AccessPolicy.Hedge(0.1, 1)))).isNotEqualTo(forkAll);
            assertThat(downloads(events.with(new AccessPolicy.Hedge(0, 1, 2, 1))))
                    .isNotEqualTo(forkAll);
        }
    }

    @Test
    void hedgingWithInfiniteDelayIsTheSystematicServerAlone() {
        // The systematic server is server 0; its service times are those that the mix draws for it, so only the law
        // agrees.
        RequestMix mix = RequestMix.fixed(StorageCode.availability(2, 1).recovery(0, Decoding.GROUPS));
        ForkJoinSystem system = ForkJoinSystem.of(mix, UNIT, 0.5);
        double[] hedged =
                downloads(EventDrivenSystem.of(system).with(new AccessPolicy.Hedge(Double.POSITIVE_INFINITY, 1)));
        double[] slowOthers = RecursionDownloads.of(system.withSpeeds(1, 1e-12, 1e-12), STREAMS, REQUESTS);
        assertThat(hedged).isEqualTo(slowOthers);
    }

    @Test
    void aCancellationThatTakesNoTimeIsImmediate() {
        ForkJoinSystem system = ForkJoinSystem.of(objects(StorageCode.mds(9, 6), Decoding.LINEAR), UNIT, 1);
        EventDrivenSystem events = EventDrivenSystem.of(system);
        double[] immediate = RecursionDownloads.of(system, STREAMS, REQUESTS);
        // So small a delay is lost when it is added to the time.
        assertThat(downloads(events.withCancellationDelay(ServiceTimes.deterministic(1e-100))))
                .isEqualTo(immediate);
        assertThat(downloads(events.withCancellationDelay(ServiceTimes.deterministic(0.01))))
                .isNotEqualTo(immediate);
    }

    @Test
    void aCancellationThatNeverArrivesIsNone() {
        ForkJoinSystem system = ForkJoinSystem.of(objects(StorageCode.mds(9, 6), Decoding.LINEAR), UNIT, 0.5);
        double[] none = RecursionDownloads.of(system.with(Cancellation.NONE), STREAMS, REQUESTS);
        EventDrivenSystem never = EventDrivenSystem.of(system).withCancellationDelay(ServiceTimes.deterministic(1e9));
        assertThat(downloads(never)).isEqualTo(none);
    }

    /** Server 1 fails before the first request and is never repaired: degraded reads see a code without it. */
    @ParameterizedTest
    @EnumSource(Cancellation.class)
    void aDegradedReadIsAReadOfTheCodeWithoutTheServersThatAreDown(Cancellation cancellation) {
        AccessPolicy fork = new AccessPolicy.ForkTo(4);
        ForkJoinSystem whole = ForkJoinSystem.of(
                RequestMix.fixed(ThresholdRecovery.anyOf(6, new int[] {0, 1, 2, 3, 4, 5}, 3)), UNIT, 0.5);
        ForkJoinSystem without = ForkJoinSystem.of(
                        RequestMix.fixed(ThresholdRecovery.anyOf(6, new int[] {0, 2, 3, 4, 5}, 3)), UNIT, 0.5)
                .with(fork)
                .with(cancellation);
        EventPath.Rules rules = new EventPath.Rules(fork, cancellation, 0, true, Discipline.FIRST_COME_FIRST_SERVED);
        EventPath path = new EventPath(rules, failureOfServer1(whole), whole.mix(), new double[] {1, 1, 1, 1, 1, 1});
        assertThat(EventDownloads.of(path, REQUESTS)).isEqualTo(RecursionDownloads.of(without, STREAMS, REQUESTS));
    }

    private static EventPath.Variates failureOfServer1(ForkJoinSystem system) {
        int[] server = {0};
        return new EventPath.Variates(
                system.interarrival(STREAMS, 0),
                system.things(STREAMS, 0),
                system.service().sampler(STREAMS.stream(0, RandomPurpose.SERVICE)),
                STREAMS.stream(0, RandomPurpose.DELAYS),
                STREAMS.stream(0, RandomPurpose.ROUTING),
                null,
                () -> server[0]++ == 1 ? 1e-9 : 1e9,
                () -> 1e9);
    }
}
