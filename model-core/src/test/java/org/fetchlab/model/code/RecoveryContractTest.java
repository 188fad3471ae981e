package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.testing.Allocations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link Recovery} promises, on every form that codes make of it. */
class RecoveryContractTest {
    private static final UniformRandomProvider RANDOM = new RandomStreams(7).stream(0, RandomPurpose.SUBSETS);

    static Stream<Arguments> recoveries() {
        List<Arguments> recoveries = new ArrayList<>();
        for (String spec : List.of(
                "rep(1)",
                "rep(3)",
                "mds(9,6)",
                "mds(4,4)",
                "lrc(6,2,2)",
                "lrc(24,4,4)",
                "simplex(1)",
                "simplex(3)",
                "simplex(5)",
                "availability(1,2)",
                "availability(3,2)",
                "2*simplex(2)+rep(2)+lrc(4,2,1)")) {
            StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
            for (Decoding decoding : Decoding.values()) {
                for (int object : new int[] {0, code.objects() - 1}) {
                    recoveries.add(Arguments.of(spec + " " + object + " " + decoding, code.recovery(object, decoding)));
                }
            }
            recoveries.add(Arguments.of(spec + " whole file", code.wholeFile()));
        }
        return recoveries.stream();
    }

    private static BitSet randomSet(int servers) {
        BitSet set = new BitSet();
        double density = RANDOM.nextDouble();
        IntStream.range(0, servers).filter(s -> RANDOM.nextDouble() < density).forEach(set::set);
        return set;
    }

    private static BitSet setOf(int[] servers) {
        BitSet set = new BitSet();
        IntStream.of(servers).forEach(set::set);
        return set;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recoveries")
    void nothingRecoversFromNoServerAndEverythingFromAllUsefulOnes(String name, Recovery recovery) {
        assertThat(recovery.recovers(new BitSet())).isFalse();
        assertThat(recovery.recovers(setOf(recovery.usefulServers()))).isTrue();
        assertThat(recovery.usefulServers()).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recoveries")
    void recoveryIsMonotoneAndIgnoresServersThatAreNotUseful(String name, Recovery recovery) {
        for (int trial = 0; trial < 200; trial++) {
            BitSet set = randomSet(recovery.servers());
            BitSet larger = (BitSet) set.clone();
            larger.or(randomSet(recovery.servers()));
            assertThat(recovery.recovers(larger) || !recovery.recovers(set)).isTrue();
            BitSet useful = (BitSet) set.clone();
            useful.and(setOf(recovery.usefulServers()));
            assertThat(recovery.recovers(useful)).isEqualTo(recovery.recovers(set));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recoveries")
    void serversThatDoNotExistAreRefused(String name, Recovery recovery) {
        Recovery.Decoder decoder = recovery.decoder();
        for (int server : new int[] {-1, Integer.MIN_VALUE, recovery.servers(), Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> decoder.add(server)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recoveries")
    void aDecoderKnowsTheSetWhateverTheOrderAndRepetitionOfItsServers(String name, Recovery recovery) {
        Recovery.Decoder decoder = recovery.decoder();
        for (int trial = 0; trial < 100; trial++) {
            decoder.reset();
            BitSet set = new BitSet();
            boolean recovered = false;
            for (int step = 0; step < recovery.servers(); step++) {
                int server = RANDOM.nextInt(recovery.servers());
                set.set(server);
                recovered = decoder.add(server);
                assertThat(recovered).isEqualTo(recovery.recovers(set));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recoveries")
    void decodersAllocateNothing(String name, Recovery recovery) {
        Recovery.Decoder decoder = recovery.decoder();
        Runnable allServersOnce = () -> {
            decoder.reset();
            for (int server = 0; server < recovery.servers(); server++) {
                decoder.add(server);
            }
        };
        Runnable tenTimes = () -> {
            for (int i = 0; i < 10; i++) {
                allServersOnce.run();
            }
        };
        allServersOnce.run();
        tenTimes.run();
        assertThat(Allocations.bytes(tenTimes)).isEqualTo(Allocations.bytes(allServersOnce));
    }
}
