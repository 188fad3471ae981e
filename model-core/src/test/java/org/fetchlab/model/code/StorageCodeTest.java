package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.Tolerances.FORMULA;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageCodeTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);

    private static StorageCode code(String spec) {
        return CodeSpec.parse(spec, MatrixSource.none());
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3), 3, 1, 3, 2",
        "6*rep(3), 18, 6, 3, 2",
        "'mds(9,6)', 9, 6, 1.5, 3",
        "'mds(4,4)', 4, 4, 1, 0",
        "'lrc(6,2,2)', 10, 6, 1.6666666666666667, 3",
        "'lrc(12,2,2)', 16, 12, 1.3333333333333333, 3",
        "simplex(3), 7, 3, 2.3333333333333333, 3",
        "simplex(10), 1023, 10, 102.3, 511",
        "2*simplex(3), 14, 6, 2.3333333333333333, 3",
        "'availability(2,3)', 7, 4, 1.75, 1",
        "'availability(1,3)', 4, 1, 4, 3",
        "'simplex(3)+mds(5,4)', 12, 7, 1.7142857142857142, 1",
    })
    void familiesHaveTheirPublishedSizeOverheadAndFaultTolerance(
            String spec, int servers, int objects, double overhead, int faultTolerance) {
        StorageCode code = code(spec);
        assertThat(code.servers()).isEqualTo(servers);
        assertThat(code.objects()).isEqualTo(objects);
        assertThat(code.storageOverhead()).isCloseTo(overhead, within(FORMULA * overhead));
        assertThat(code.faultTolerance().value()).contains(faultTolerance);
        assertThat(code.minimumDistance().value()).contains(faultTolerance + 1);
    }

    /** Every lrc of up to 16 servers, and small members of the other families. */
    static List<String> smallCodes() {
        List<String> specs = new ArrayList<>(List.of(
                "rep(4)",
                "mds(7,3)",
                "simplex(1)",
                "simplex(2)",
                "simplex(4)",
                "availability(3,3)",
                "availability(1,4)",
                "simplex(2)+rep(2)+mds(5,2)"));
        for (int k = 1; k <= 12; k++) {
            for (int l = 1; l <= k; l++) {
                for (int g = 0; g <= 4; g++) {
                    if (k % l == 0 && k + l + g <= 16) {
                        specs.add("lrc(" + k + "," + l + "," + g + ")");
                    }
                }
            }
        }
        return specs;
    }

    @ParameterizedTest
    @MethodSource("smallCodes")
    void faultToleranceIsTheMostErasuresOfWhichEveryPatternIsDecodable(String spec) {
        DecodableFraction decodable = code(spec).decodableFraction(STREAMS);
        int tolerance = code(spec).faultTolerance().value().orElseThrow();
        assertThat(decodable.isExact()).isTrue();
        assertThat(decodable.at(tolerance)).isEqualTo(1);
        assertThat(decodable.at(tolerance + 1)).isLessThan(1);
        assertThat(decodable.lost(tolerance + 1)).isPositive();
    }

    @Test
    void azureCodeDecodesEveryThreeErasuresAnd180Of210FourErasures() {
        DecodableFraction decodable = StorageCode.lrc(6, 2, 2).decodableFraction(STREAMS);
        assertThat(decodable.servers()).isEqualTo(10);
        assertThat(decodable.isExact()).isTrue();
        assertThat(decodable.halfWidth(4)).isZero();
        assertThat(decodable.at(3)).isEqualTo(1);
        assertThat(decodable.at(4)).isCloseTo(180.0 / 210, within(FORMULA));
        assertThat(decodable.lost(4)).isCloseTo(30.0 / 210, within(FORMULA));
        assertThat(decodable.at(5)).isZero();
    }

    @Test
    void survivorsAsManyAsObjectsNeedNotBeEnoughForALocallyRecoverableCode() {
        Recovery file = StorageCode.lrc(6, 2, 2).wholeFile();
        BitSet withoutOneLocalGroup = new BitSet();
        IntStream.of(3, 4, 5, 7, 8, 9).forEach(withoutOneLocalGroup::set);
        assertThat(withoutOneLocalGroup.cardinality()).isEqualTo(6);
        assertThat(file.recovers(withoutOneLocalGroup)).isFalse();
        BitSet dataServers = new BitSet();
        dataServers.set(0, 6);
        assertThat(file.recovers(dataServers)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"4,2,1", "4,2,2", "6,2,1", "6,3,2", "6,2,2", "8,2,2", "8,4,3", "12,2,2", "12,3,2"})
    void theLocalGroupIsTheOnlyLeastSetOfALocallyRecoverableCode(int k, int l, int g) {
        LocallyRecoverable family = new LocallyRecoverable(k, l, g);
        assertSameGroups(family, family.matrix());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void groupsOfASimplexCodeAreThePairsThatDifferInTheObject(int dimension) {
        Simplex family = new Simplex(dimension);
        assertSameGroups(family, family.matrix());
    }

    @ParameterizedTest
    @CsvSource({"1,3", "2,1", "2,3", "3,2", "4,3"})
    void groupsOfTheAvailabilityCodeAreItsLeastSets(int groupSize, int groups) {
        HotObject family = new HotObject(groupSize, groups);
        assertSameGroups(family, family.matrix());
    }

    private static void assertSameGroups(LinearStructure family, GeneratorMatrix matrix) {
        ComputedStructure computed = new ComputedStructure("matrix(test)", new SpanRecoveries(matrix));
        for (int object = 0; object < matrix.objects(); object++) {
            assertThat(asSets(family.recoveryGroups(object).value().orElseThrow()))
                    .isEqualTo(asSets(computed.recoveryGroups(object).value().orElseThrow()));
        }
        assertThat(family.minimumDistance().value())
                .isEqualTo(computed.minimumDistance().value());
    }

    private static Set<List<Integer>> asSets(int[][] groups) {
        return Arrays.stream(groups)
                .map(group -> IntStream.of(group).boxed().toList())
                .collect(Collectors.toSet());
    }

    @Test
    void linearDecodingOfTheHotObjectNeedsNothingButItsGroups() {
        HotObject family = new HotObject(3, 2);
        Recovery linear = SpanRecovery.ofObject(family.matrix(), 0);
        Recovery hot = StorageCode.availability(3, 2).recovery(0, Decoding.LINEAR);
        for (int mask = 0; mask < 1 << 7; mask++) {
            BitSet set = BitSet.valueOf(new long[] {mask});
            assertThat(hot.recovers(set)).isEqualTo(linear.recovers(set));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rep(3)", "mds(4,2)", "lrc(6,2,2)", "simplex(2)+rep(2)"})
    void aSetWithAServerThatDoesNotExistIsRefused(String spec) {
        StorageCode code = code(spec);
        BitSet beyond = new BitSet();
        beyond.set(code.servers());
        for (Recovery recovery : List.of(code.recovery(0, Decoding.LINEAR), code.wholeFile())) {
            assertThatThrownBy(() -> recovery.recovers(beyond))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("server " + code.servers() + " must be in [0, " + code.servers() + ")");
        }
    }

    @Test
    void groupsOfAnMdsCodeAreAnyKOfTheOtherServers() {
        assertThat(StorageCode.mds(4, 2).recoveryGroups(1).value().orElseThrow())
                .isDeepEqualTo(new int[][] {{0, 2}, {0, 3}, {2, 3}});
        assertThat(StorageCode.mds(3, 3).recoveryGroups(1).value().orElseThrow())
                .isEmpty();
        assertThat(StorageCode.replication(3).recoveryGroups(0).value().orElseThrow())
                .isDeepEqualTo(new int[][] {{1}, {2}});
        assertThat(reason(StorageCode.mds(40, 20).recoveryGroups(0)))
                .contains("mds(40,20): any 20 of the other 39 servers are a recovery group");
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3), 0, 1, 2",
        "'mds(9,2)', 1, 2, 4",
        "'lrc(6,2,2)', 5, 3, 1",
        "simplex(3), 2, 2, 3",
        "'availability(3,4)', 0, 3, 4",
        "'availability(3,4)', 1, 3, 1",
        "'simplex(3)+rep(2)', 3, 1, 1",
    })
    void availabilityIsGroupSizeAndDisjointGroups(String spec, int object, int groupSize, int groups) {
        assertThat(code(spec).availability(object).value()).contains(new Availability(groupSize, groups));
    }

    @Test
    void objectsWithoutGroupOrSystematicServerHaveNoAvailability() {
        assertThat(code("mds(3,3)").availability(0).value()).isEmpty();
        assertThat(code("rep(1)").availability(0).value()).isEmpty();
        assertThat(code("simplex(1)").availability(0).value()).isEmpty();
        int[][] rows = {{1, 0, 1}, {1, 1, 0}};
        StorageCode notSystematic = StorageCode.linear(GeneratorMatrix.of(GaloisField.GF2, rows), "matrix(a.csv)");
        assertThat(notSystematic.systematicServer(0)).isEqualTo(OptionalInt.of(2));
        assertThat(notSystematic.systematicServer(1)).isEqualTo(OptionalInt.of(1));
        int[][] mixed = {{1, 1, 1}, {1, 2, 3}};
        StorageCode none = StorageCode.linear(GeneratorMatrix.of(GaloisField.GF256, mixed), "matrix(b.csv)");
        assertThat(none.systematicServer(0)).isEmpty();
        assertThat(reason(none.availability(0)))
                .contains("object 0 of matrix(b.csv) has no server that stores it alone");
        assertThat(none.recoveryGroups(0).value().orElseThrow()).hasDimensions(3, 2);
        assertThat(none.recovery(0, Decoding.GROUPS)).isInstanceOf(GroupRecovery.class);
    }

    @Test
    void overlappingGroupsArePackedExactly() {
        GeneratorMatrix matrix =
                BruteForce.randomMatrix(GaloisField.GF256, 3, 11, STREAMS.stream(0, RandomPurpose.SUBSETS));
        int[][] rows = BruteForce.rows(matrix);
        int[][] systematic = new int[3][];
        for (int row = 0; row < 3; row++) {
            systematic[row] = new int[14];
            systematic[row][row] = 1;
            System.arraycopy(rows[row], 0, systematic[row], 3, 11);
        }
        StorageCode code = StorageCode.linear(GeneratorMatrix.of(GaloisField.GF256, systematic), "matrix(x)");
        Availability availability = code.availability(0).value().orElseThrow();
        int size = availability.groupSize();
        assertThat(size).isIn(2, 3);
        assertThat(availability.groups()).isBetween(1, 13 / size);
        assertThat(packed(new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}})).isEqualTo(new Availability(2, 2));
        assertThat(packed(new int[][] {{1, 2}, {0, 1}, {2, 3}})).isEqualTo(new Availability(2, 2));
    }

    private static Availability packed(int[][] groups) {
        return Availability.ofGroups(groups, ThresholdBlock.replication(5), 0)
                .value()
                .orElseThrow();
    }

    private static String reason(Outcome<?> outcome) {
        return ((Outcome.None<?>) outcome).reason();
    }

    /** What needs no enumeration is known of a matrix of any size; the rest is void, and says why. */
    @Test
    void groupsOfAMatrixOfMoreThan24ServersAreVoidWithTheReason() {
        int[][] rows = new int[10][25];
        for (int row = 0; row < 10; row++) {
            rows[row][row] = 1;
            IntStream.range(10, 25).forEach(column -> rows[0][column] = 1);
            rows[row][10 + row] = 1;
        }
        StorageCode code = StorageCode.linear(GeneratorMatrix.of(GaloisField.GF2, rows), "matrix(g.csv)");
        String limit = "enumerated up to 24";
        assertThat(reason(code.recoveryGroups(0))).contains("matrix(g.csv): the recovery groups of object 0", limit);
        assertThat(reason(code.availability(0))).contains(limit);
        assertThat(reason(code.recoveryIfEnumerable(0, Decoding.GROUPS))).contains(limit);
        assertThat(code.recovery(0, Decoding.LINEAR).usefulServers()).contains(0, 24);
        assertThatThrownBy(() -> code.recovery(0, Decoding.GROUPS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use linear decoding");
        assertThatThrownBy(() -> code.recoveryIfEnumerable(10, Decoding.GROUPS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void serversAndObjectsOfADirectSumFollowEachOther() {
        StorageCode code = code("simplex(2)+rep(2)+lrc(2,1,1)");
        assertThat(code.servers()).isEqualTo(9);
        assertThat(code.systematicServer(2)).hasValue(3);
        assertThat(code.recovery(2, Decoding.LINEAR).usefulServers()).containsExactly(3, 4);
        assertThat(code.recovery(3, Decoding.LINEAR).usefulServers()).containsExactly(5, 6, 7, 8);
        assertThat(code.recovery(3, Decoding.GROUPS).usefulServers()).containsExactly(5, 6, 7);
        assertThat(code.recoveryGroups(1).value().orElseThrow()).isDeepEqualTo(new int[][] {{0, 2}});
        assertThat(code.recoveryGroups(4).value().orElseThrow()).isDeepEqualTo(new int[][] {{5, 7}});
        assertThat(code.wholeFile().usefulServers()).hasSize(9);
        assertThat(code.requestedObjects()).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void onlyTheHotObjectOfAnAvailabilityCodeIsAskedFor() {
        assertThat(code("availability(2,3)").requestedObjects()).containsExactly(0);
        assertThat(code("rep(2)+availability(2,3)").requestedObjects()).containsExactly(0, 1);
    }

    @Test
    void aLocalGroupIsAllThatGroupDecodingOfAnAzureCodeUses() {
        StorageCode code = StorageCode.lrc(6, 2, 2);
        assertThat(code.recovery(4, Decoding.GROUPS).usefulServers()).containsExactly(3, 4, 5, 7);
        assertThat(code.recovery(4, Decoding.LINEAR).usefulServers()).hasSize(10);
    }

    @Test
    void codesAreEqualWhenTheirTextFormsAre() {
        StorageCode code = StorageCode.simplex(3).times(2).plus(StorageCode.replication(3));
        assertThat(code.spec()).isEqualTo("2*simplex(3)+rep(3)").isEqualTo(code.toString());
        StorageCode same = StorageCode.simplex(3).plus(StorageCode.simplex(3).plus(StorageCode.replication(3)));
        assertThat(same).isEqualTo(code).hasSameHashCodeAs(code);
        assertThat(StorageCode.mds(3, 1)).isNotEqualTo(StorageCode.replication(3));
    }

    @Test
    void whatCannotBeComputedIsSaidAndNotGuessed() {
        GeneratorMatrix large =
                BruteForce.randomMatrix(GaloisField.GF2, 4, 30, STREAMS.stream(0, RandomPurpose.SUBSETS));
        StorageCode code = StorageCode.linear(large, "matrix(large.csv)");
        assertThat(code.minimumDistance())
                .isInstanceOfSatisfying(
                        Outcome.None.class,
                        none -> assertThat(none.reason()).contains("matrix(large.csv) has 30 servers"));
        assertThat(code.plus(StorageCode.replication(2)).faultTolerance().value())
                .isEmpty();
        assertThatThrownBy(() -> code.recovery(0, Decoding.GROUPS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use linear decoding");
        assertThat(code.recovery(0, Decoding.LINEAR).usefulServers()).hasSizeGreaterThan(24);
    }

    @Test
    void argumentsOutOfRangeAreRefusedInOneSentence() {
        assertThatThrownBy(() -> StorageCode.replication(2).times(0)).hasMessageContaining("0*rep(2): the number of");
        assertThatThrownBy(() -> StorageCode.replication(1000).times(11)).hasMessageContaining("11000 servers");
        assertThatThrownBy(() -> code("rep(2)").recovery(1, Decoding.LINEAR))
                .hasMessage("object 1 of rep(2) must be in [0, 1)");
        assertThatThrownBy(() -> code("rep(2)").systematicServer(-1)).hasMessageContaining("object -1");
        assertThatThrownBy(() -> new Availability(0, 1)).hasMessageContaining("r and t must be at least 1");
    }
}
