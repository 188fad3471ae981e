package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryProfileTest {
    private static final RandomStreams STREAMS = new RandomStreams(1);

    private static RecoveryProfile profile(StorageCode code, int object, Decoding decoding) {
        return RecoveryProfile.of(code.recovery(object, decoding), STREAMS);
    }

    /** The mean download time of one request in the system with service times Exp(1). */
    static double lowTrafficMean(RecoveryProfile profile) {
        return IntStream.range(0, profile.servers())
                .mapToDouble(j -> profile.unrecovered(j) / (profile.servers() - j))
                .sum();
    }

    private static void assertSame(RecoveryProfile actual, RecoveryProfile expected) {
        assertThat(actual.servers()).isEqualTo(expected.servers());
        for (int j = 0; j <= expected.servers(); j++) {
            assertThat(actual.unrecovered(j))
                    .as("q_%d", j)
                    .isCloseTo(expected.unrecovered(j), relative(expected.unrecovered(j), FORMULA));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rep(3), 0.3333333333333333, 0.3333333333333333",
        "'mds(9,6)', 0.6666666666666667, 0.6666666666666667",
        "'lrc(6,2,2)', 0.75, 0.594047619047619",
        "2*simplex(3), 0.4571428571428571, 0.4285714285714286",
        "simplex(3)+rep(3), 0.4571428571428571, 0.4285714285714286",
    })
    void lowTrafficMeansOfThePublishedCodesFollowFromTheirProfiles(String spec, double groups, double linear) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        for (int object : IntStream.range(0, 3).map(i -> i % code.objects()).toArray()) {
            assertThat(lowTrafficMean(profile(code, object, Decoding.GROUPS))).isCloseTo(groups, within(SUMMATION));
            assertThat(lowTrafficMean(profile(code, object, Decoding.LINEAR))).isCloseTo(linear, within(SUMMATION));
        }
    }

    @ParameterizedTest
    @CsvSource({"3,2", "9,6", "14,10", "5,1", "4,4", "1000,700"})
    void mdsProfileIsTheChanceToMissTheSystematicServerBelowKServers(int n, int k) {
        RecoveryProfile profile =
                profile(StorageCode.mds(n, k), 0, Decoding.LINEAR).among(n);
        for (int j = 0; j <= n; j++) {
            double expected = j < k ? (k == 1 ? 1 : (double) (n - j) / n) : 0;
            if (k == 1 && j > 0) {
                expected = 0;
            }
            assertThat(profile.unrecovered(j)).isCloseTo(expected, within(SUMMATION));
        }
        assertThat(profile.isExact()).isTrue();
        assertThat(lowTrafficMean(profile)).isCloseTo((double) k / n, relative((double) k / n, SUMMATION));
    }

    @Test
    void oneLocalGroupMakesAnMdsCodeWhoseProfileIsThatFormula() {
        for (int k = 2; k <= 8; k++) {
            for (int g = 0; g <= 4; g++) {
                StorageCode lrc = StorageCode.lrc(k, 1, g);
                StorageCode mds = StorageCode.mds(k + 1 + g, k);
                assertSame(profile(lrc, k - 1, Decoding.LINEAR), profile(mds, k - 1, Decoding.LINEAR));
                assertSame(RecoveryProfile.of(lrc.wholeFile(), STREAMS), RecoveryProfile.of(mds.wholeFile(), STREAMS));
            }
        }
    }

    @Test
    void groupsOfAnMdsCodeHaveTheSameProfileAsItsThreshold() {
        StorageCode code = StorageCode.mds(8, 3);
        int[][] groups = code.recoveryGroups(2).value().orElseThrow();
        int[][] all = Arrays.copyOf(groups, groups.length + 1);
        all[groups.length] = new int[] {2};
        assertSame(RecoveryProfile.of(GroupRecovery.of(8, all), STREAMS), profile(code, 2, Decoding.GROUPS));
    }

    /** E[T] = B(t+1, 1/r) / r, the product of i / (i + 1/r) over i = 1..t. */
    @ParameterizedTest
    @CsvSource({"1,2", "2,1", "2,3", "2,7", "3,1", "3,2", "2,500", "20,50"})
    void availabilityProfileGivesTheMeanOfAktasEtAl(int r, int t) {
        double expected = IntStream.rangeClosed(1, t)
                .mapToDouble(i -> (double) i * r / ((double) i * r + 1))
                .reduce(1, (a, b) -> a * b);
        RecoveryProfile profile = profile(StorageCode.availability(r, t), 0, Decoding.GROUPS);
        assertThat(profile.isExact()).isTrue();
        assertThat(lowTrafficMean(profile)).isCloseTo(expected, relative(expected, SUMMATION));
    }

    @Test
    void composedDisjointGroupsAgreeWithEnumeration() {
        GroupRecovery disjoint = GroupRecovery.of(10, new int[][] {{0}, {1, 2, 3}, {4, 5}, {6, 7, 8, 9}});
        GroupRecovery overlapping = GroupRecovery.of(10, new int[][] {{0}, {1, 2, 3}, {4, 5}, {6, 7, 8, 9}, {0, 1}});
        assertSame(RecoveryProfile.of(disjoint, STREAMS), RecoveryProfile.of(overlapping, STREAMS));
    }

    @Test
    void jointRecoveryAgreesWithTheRankWhetherItsPartsShareServersOrNot() {
        GeneratorMatrix matrix = new LocallyRecoverable(4, 2, 1).matrix();
        List<SpanRecovery> objects = IntStream.range(0, 4)
                .mapToObj(i -> SpanRecovery.ofObject(matrix, i))
                .toList();
        assertSame(
                RecoveryProfile.of(JointRecovery.of(objects), STREAMS),
                RecoveryProfile.of(SpanRecovery.ofFile(matrix), STREAMS));
        int[][] rows = {
            {1, 0, 1, 0, 0, 0, 0, 0},
            {0, 1, 1, 0, 0, 0, 0, 0},
            {0, 0, 0, 1, 0, 1, 0, 0},
            {0, 0, 0, 0, 1, 1, 0, 0},
            {0, 0, 0, 0, 0, 0, 1, 1}
        };
        StorageCode sum = CodeSpec.parse("2*mds(3,2)+rep(2)", MatrixSource.none());
        assertSame(
                RecoveryProfile.of(sum.wholeFile(), STREAMS),
                RecoveryProfile.of(SpanRecovery.ofFile(GeneratorMatrix.of(GaloisField.GF2, rows)), STREAMS));
    }

    @Test
    void amongMoreServersTheProfileIsTheHypergeometricMixture() {
        RecoveryProfile profile =
                profile(StorageCode.replication(3), 0, Decoding.LINEAR).among(10);
        for (int j = 0; j <= 10; j++) {
            double missing = j > 7 ? 0 : BinomialCoefficientDouble.value(7, j);
            assertThat(profile.unrecovered(j))
                    .isCloseTo(missing / BinomialCoefficientDouble.value(10, j), within(FORMULA));
        }
        assertThatThrownBy(() -> profile.among(9)).hasMessageContaining("n = 9 must be at least");
    }

    @Test
    void lowTrafficMeanDoesNotDependOnServersThatDoNotHelp() {
        RecoveryProfile profile = profile(StorageCode.simplex(3), 0, Decoding.GROUPS);
        double mean = lowTrafficMean(profile);
        assertThat(lowTrafficMean(profile.among(200))).isCloseTo(mean, relative(mean, SUMMATION));
    }

    /**
     * The lrc with one group is MDS, so that its profile on 30 servers is known while Fetchlab estimates it. Each of the 20
     * intervals misses with probability 5 %, dependently; more than 5 misses have a probability below 5 %, and the seed is
     * fixed. A bias of two half-widths in the fractions near k would be caught.
     */
    @Test
    void beyondTheTableTheEstimateCoversTheTruthAndSaysThatItIsOne() {
        RecoveryProfile estimate = profile(StorageCode.lrc(20, 1, 9), 0, Decoding.LINEAR);
        assertThat(estimate.servers()).isEqualTo(30);
        assertThat(estimate.isExact()).isFalse();
        long misses = IntStream.rangeClosed(1, 20)
                .filter(j -> Math.abs(estimate.unrecovered(j) - (j < 20 ? (30 - j) / 30.0 : 0)) > estimate.halfWidth(j))
                .count();
        assertThat(misses).isLessThanOrEqualTo(5);
        assertThat(estimate.unrecovered(0)).isEqualTo(1);
        assertThat(estimate.halfWidth(0)).isZero();
        for (int j = 1; j <= 30; j++) {
            // The minimum distance is 11, so 20 servers recover, whichever they are; no fewer are certain from samples.
            assertThat(estimate.halfWidth(j) == 0)
                    .as("half-width of q_%d is zero", j)
                    .isEqualTo(j >= 20);
            assertThat(estimate.unrecovered(j) == 0).as("q_%d is zero", j).isEqualTo(j >= 20);
        }
    }

    @Test
    void withoutAKnownDistanceNoFractionIsCertainBecauseEverySampleAgrees() {
        GeneratorMatrix matrix = new LocallyRecoverable(20, 1, 9).matrix();
        RecoveryProfile estimate = profile(StorageCode.linear(matrix, "matrix(test)"), 0, Decoding.LINEAR);
        assertThat(estimate.unrecovered(25)).isZero();
        assertThat(estimate.halfWidth(25)).isPositive();
        assertThat(estimate.halfWidth(30)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lrc(24,2,2)", "lrc(48,4,4)", "3*lrc(22,2,3)"})
    void anObjectIsExactlySafeWithinTheFaultTolerance(String spec) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        RecoveryProfile estimate = profile(code, 5, Decoding.LINEAR);
        int tolerance = code.faultTolerance().value().orElseThrow();
        for (int lost = 0; lost <= tolerance; lost++) {
            assertThat(estimate.unrecovered(estimate.servers() - lost)).isZero();
            assertThat(estimate.halfWidth(estimate.servers() - lost)).isZero();
        }
        assertThat(estimate.halfWidth(estimate.servers() - tolerance - 1)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lrc(24,2,2)", "2*lrc(22,2,3)+rep(3)", "mds(30,20)", "2*lrc(6,2,2)", "lrc(3,1,30)", "simplex(5)"
            })
    void theProfilesOfSeveralObjectsAreThoseOfEach(String spec) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        for (Decoding decoding : Decoding.values()) {
            List<Recovery> objects = IntStream.range(0, code.objects())
                    .mapToObj(object -> code.recovery(object, decoding))
                    .toList();
            List<RecoveryProfile> together = RecoveryProfile.ofEach(objects, STREAMS);
            assertThat(together).hasSameSizeAs(objects);
            int step = Math.min(7, 1 + code.objects() / 4);
            for (int i = 0; i < objects.size(); i += step) {
                RecoveryProfile alone = RecoveryProfile.of(objects.get(i), STREAMS);
                for (int j = 0; j <= alone.servers(); j++) {
                    assertThat(together.get(i).unrecovered(j)).isEqualTo(alone.unrecovered(j));
                    assertThat(together.get(i).halfWidth(j)).isEqualTo(alone.halfWidth(j));
                }
            }
        }
    }

    /** All objects of a simplex code are alike, so by the area theorem each has the mean k / n. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everySimplexProfileIsExactAndHasTheMeanOfTheAreaTheorem(int dimension) {
        StorageCode code = StorageCode.simplex(dimension);
        double expected = (double) dimension / code.servers();
        for (int object = 0; object < dimension; object++) {
            RecoveryProfile profile = profile(code, object, Decoding.LINEAR);
            assertThat(profile.isExact()).isTrue();
            assertThat(profile.servers()).isEqualTo(code.servers());
            assertThat(lowTrafficMean(profile)).isCloseTo(expected, relative(expected, SUMMATION));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void simplexProfilesAgreeWithEnumeration(int dimension) {
        StorageCode code = StorageCode.simplex(dimension);
        for (Recovery recovery : List.of(code.wholeFile(), code.recovery(dimension - 1, Decoding.LINEAR))) {
            long[] recovering = RecoveryTable.of(recovery).countBySize();
            RecoveryProfile profile = RecoveryProfile.of(recovery, STREAMS);
            for (int j = 0; j < recovering.length; j++) {
                double all = BinomialCoefficientDouble.value(code.servers(), j);
                double expected = (all - recovering[j]) / all;
                assertThat(profile.unrecovered(j)).as("q_%d", j).isCloseTo(expected, relative(expected, SUMMATION));
            }
        }
    }

    /**
     * By Möbius inversion over the subspaces, S_r(j) = Σ_i (-1)^i 2^(i(i-1)/2) [r,i] C(2^(r-i)-1, j) sets of j points span a
     * space of dimension r; of these spaces 2^r [m-1,r] do not contain a given point of the m dimensions.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 7, 10})
    void simplexProfilesAgreeWithMoebiusInversionOverSubspaces(int dimension) {
        StorageCode code = StorageCode.simplex(dimension);
        RecoveryProfile file = RecoveryProfile.of(code.wholeFile(), STREAMS);
        RecoveryProfile object = profile(code, 0, Decoding.LINEAR);
        for (int j = 0; j <= code.servers(); j += 1 + j / 20) {
            BigInteger all = binomial(code.servers(), j);
            BigInteger missing = BigInteger.ZERO;
            for (int rank = 0; rank < dimension; rank++) {
                missing = missing.add(spanning(rank, j)
                        .multiply(gaussianBinomial(dimension - 1, rank))
                        .shiftLeft(rank));
            }
            assertFraction(object.unrecovered(j), missing, all);
            assertFraction(file.unrecovered(j), all.subtract(spanning(dimension, j)), all);
        }
    }

    private static void assertFraction(double actual, BigInteger part, BigInteger all) {
        double expected = new BigDecimal(part)
                .divide(new BigDecimal(all), MathContext.DECIMAL64)
                .doubleValue();
        assertThat(actual).isCloseTo(expected, relative(expected, SUMMATION));
    }

    private static BigInteger spanning(int rank, int points) {
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i <= rank; i++) {
            BigInteger term = gaussianBinomial(rank, i)
                    .multiply(binomial((1 << (rank - i)) - 1, points))
                    .shiftLeft(i * (i - 1) / 2);
            sum = i % 2 == 0 ? sum.add(term) : sum.subtract(term);
        }
        return sum;
    }

    /** The number of r-dimensional subspaces of a binary space of dimension m. */
    private static BigInteger gaussianBinomial(int m, int r) {
        BigInteger result = BigInteger.ONE;
        for (int i = 0; i < r; i++) {
            result = result.multiply(BigInteger.TWO.pow(m - i).subtract(BigInteger.ONE))
                    .divide(BigInteger.TWO.pow(i + 1).subtract(BigInteger.ONE));
        }
        return result;
    }

    private static BigInteger binomial(int n, int j) {
        BigInteger result = j > n ? BigInteger.ZERO : BigInteger.ONE;
        for (int i = 0; i < Math.min(j, n); i++) {
            result = result.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
        }
        return result;
    }

    @Test
    void simplexCodesAreRecognisedByTheirColumnsInAnyOrder() {
        int[][] rows = BruteForce.rows(new Simplex(5).matrix());
        int[][] reversed = Arrays.stream(rows)
                .map(row ->
                        IntStream.range(0, 31).map(server -> row[30 - server]).toArray())
                .toArray(int[][]::new);
        assertSame(
                RecoveryProfile.of(SpanRecovery.ofObject(GeneratorMatrix.of(GaloisField.GF2, reversed), 1), STREAMS),
                profile(StorageCode.simplex(5), 1, Decoding.LINEAR));
        for (int[] row : rows) {
            row[30] = row[29];
        }
        GeneratorMatrix repeated = GeneratorMatrix.of(GaloisField.GF2, rows);
        assertThat(RecoveryProfile.of(SpanRecovery.ofObject(repeated, 1), STREAMS)
                        .isExact())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simplex(7)", "lrc(22,2,3)", "3*rep(3)+2*mds(5,3)", "3*lrc(6,2,2)", "2*lrc(22,2,3)"})
    void theFileIsExactlyLostBelowKServersAndExactlySafeWithinTheFaultTolerance(String spec) {
        StorageCode code = CodeSpec.parse(spec, MatrixSource.none());
        DecodableFraction decodable = code.decodableFraction(STREAMS);
        for (int survivors = 0; survivors < code.objects(); survivors++) {
            assertThat(decodable.at(code.servers() - survivors)).isZero();
            assertThat(decodable.halfWidth(code.servers() - survivors)).isZero();
        }
        for (int lost = 0; lost <= code.faultTolerance().value().orElseThrow(); lost++) {
            assertThat(decodable.at(lost)).isEqualTo(1);
            assertThat(decodable.halfWidth(lost)).isZero();
        }
    }

    @Test
    void sameStreamsGiveTheSameEstimateAndOthersAnother() {
        Recovery recovery = StorageCode.lrc(22, 2, 3).recovery(0, Decoding.LINEAR);
        double first = RecoveryProfile.of(recovery, new RandomStreams(1)).unrecovered(4);
        assertThat(RecoveryProfile.of(recovery, new RandomStreams(1)).unrecovered(4))
                .isEqualTo(first);
        assertThat(RecoveryProfile.of(recovery, new RandomStreams(2)).unrecovered(4))
                .isNotEqualTo(first);
    }

    @Test
    void partsThatAreEstimatesMakeTheSumAnEstimate() {
        DecodableFraction one = StorageCode.lrc(20, 2, 3).decodableFraction(STREAMS);
        DecodableFraction two = StorageCode.lrc(20, 2, 3).times(2).decodableFraction(STREAMS);
        assertThat(two.isExact()).isFalse();
        assertThat(two.halfWidth(2)).isZero();
        assertThat(two.halfWidth(8)).isPositive();
        assertThat(two.at(8)).isBetween(one.at(8), 1.0);
    }
}
