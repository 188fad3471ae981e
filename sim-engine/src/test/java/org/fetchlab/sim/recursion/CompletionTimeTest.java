package org.fetchlab.sim.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.sim.observe.TimeKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompletionTimeTest {
    private final UniformRandomProvider random = new RandomStreams(5).stream(0, RandomPurpose.SERVICE);

    static Stream<Recovery> recoveries() {
        return Stream.of(
                ThresholdRecovery.anyOf(5, new int[] {1, 2, 4}, 1),
                ThresholdRecovery.anyOf(60, IntStream.range(0, 60).toArray(), 41),
                ThresholdRecovery.anyOf(3, new int[] {0, 1, 2}, 3),
                StorageCode.mds(9, 6).recovery(2, Decoding.LINEAR),
                StorageCode.availability(3, 4).recovery(0, Decoding.GROUPS),
                GroupRecovery.of(4, new int[][] {{0, 1}, {1, 2}, {2, 3}}),
                manyOverlappingGroups(),
                StorageCode.simplex(3).recovery(1, Decoding.LINEAR),
                StorageCode.simplex(6).recovery(1, Decoding.LINEAR),
                StorageCode.lrc(6, 2, 2).recovery(1, Decoding.LINEAR),
                StorageCode.mds(4, 2).plus(StorageCode.replication(2)).wholeFile(),
                JointRecovery.of(List.of(
                        ThresholdRecovery.anyOf(6, new int[] {0, 1, 2}, 2), GroupRecovery.of(6, new int[][] {
                            {2, 3}, {4, 5}
                        }))));
    }

    private static Recovery manyOverlappingGroups() {
        int[][] pairs = IntStream.range(0, 8)
                .boxed()
                .flatMap(i -> IntStream.range(i + 1, 8).mapToObj(j -> new int[] {i, j}))
                .toArray(int[][]::new);
        return GroupRecovery.of(8, pairs);
    }

    @ParameterizedTest
    @MethodSource("recoveries")
    void everyFormAgreesWithAddingFinishedServersToADecoder(Recovery recovery) {
        Copies laidOut = copies(recovery);
        Copy[] copies = laidOut.all;
        CompletionTime completion = CompletionTime.of(recovery, laidOut);
        for (int trial = 0; trial < 200; trial++) {
            // A few discrete values, so that ties occur.
            for (Copy copy : copies) {
                copy.finish = trialTime();
            }
            assertThat(completion.earliest()).isEqualTo(byDecoder(recovery, copies));
        }
    }

    private static Copies copies(Recovery recovery) {
        return new Copies(recovery.usefulServers(), Server.idle(new double[recovery.servers()]));
    }

    private long trialTime() {
        return TimeKey.of(random.nextInt(3) == 0 ? random.nextInt(4) : random.nextDouble() * 4);
    }

    private static long byDecoder(Recovery recovery, Copy[] copies) {
        Recovery.Decoder decoder = recovery.decoder();
        return Arrays.stream(copies)
                .sorted(Comparator.comparingLong(copy -> copy.finish))
                .filter(copy -> decoder.add(copy.server.index))
                .mapToLong(copy -> copy.finish)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("recoveries")
    void copiesThatNeverFinishNeverRecover(Recovery recovery) {
        assertThat(CompletionTime.of(recovery, copies(recovery)).earliest()).isEqualTo(TimeKey.NEVER);
    }

    @Test
    void timeOrdersBreakTiesByKeyWhateverTheirSize() {
        for (int size : new int[] {5, 300}) {
            TimeOrder order = new TimeOrder(size);
            long[] times = new long[size];
            int[] keys = new int[size];
            for (int i = 0; i < size; i++) {
                times[i] = TimeKey.of(random.nextInt(3));
                keys[i] = random.nextInt();
                order.setKey(i, keys[i]);
            }
            order.sort(times);
            int[] expected = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingLong(i -> times[i]).thenComparingInt(i -> keys[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            assertThat(IntStream.range(0, size).map(order::position).toArray()).isEqualTo(expected);
        }
    }

    @Test
    void everyRankIsSelectedWhateverTheNumberOfTimes() {
        for (int size : new int[] {1, 2, 3, 8, 9, 24, 25, 100}) {
            long[] times = LongStream.generate(this::trialTime).limit(size).toArray();
            long[] sorted = times.clone();
            Arrays.sort(sorted);
            assertThat(IntStream.rangeClosed(1, size)
                            .mapToLong(rank -> Selection.smallest(times.clone(), rank))
                            .toArray())
                    .isEqualTo(sorted);
        }
    }
}
