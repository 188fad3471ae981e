package org.fetchlab.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Arrays;
import java.util.stream.Stream;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderAnalysis;
import org.fetchlab.forkjoin.inorder.InOrderSystem;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.result.Capacity;
import org.fetchlab.model.result.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExponentialCapacityTest {
    @ParameterizedTest
    @CsvSource({"1.49,STABLE", "1.5,UNSTABLE", "1.51,UNSTABLE"})
    void anySixOfNineCarryThreeHalves(double arrivalRate, Verdict verdict) {
        ForkJoinAnalysis analysis = ForkJoinAnalysis.fixedArrivals(
                wholeFile(9, 6), ServiceRates.equal(1), arrivalRate, new Accuracy(1e-2, 2, 60));
        assertThat(analysis.verdict()).isEqualTo(verdict);
        assertThat(analysis.capacity().lower().value()).contains(1.5);
        assertThat(analysis.capacity().upper().value()).contains(1.5);
    }

    static Stream<Arguments> unequalServers() {
        return Stream.of(
                Arguments.of(wholeFile(3, 2), new double[] {1, 2, 4}, 3),
                Arguments.of(wholeFile(3, 2), new double[] {1, 1.5, 2}, 2.25),
                Arguments.of(wholeFile(4, 3), new double[] {1, 1, 5, 9}, 2),
                Arguments.of(wholeFile(4, 2), new double[] {1, 0.5, 0.25, 2}, 1.75),
                Arguments.of(wholeFile(3, 1), new double[] {1, 2, 4}, 7),
                Arguments.of(availability(2, 1), new double[] {1, 1000, 1}, 2),
                Arguments.of(availability(2, 1), new double[] {1, 1e100, 1e-100}, 1),
                Arguments.of(availability(2, 1), new double[] {1, 1.6, 0.9}, Double.NaN),
                Arguments.of(oneObject(3, 2), new double[] {2, 1, 0.5}, Double.NaN));
    }

    /** The chains' own brackets, which come from another computation, close around it. */
    @ParameterizedTest
    @MethodSource("unequalServers")
    void theExactCapacityLiesInTheBracketsOfTheChains(Recovery recovery, double[] rates, double expected) {
        double capacity =
                ExponentialCapacity.exact(recovery, rates).orElseThrow().answer();
        if (!Double.isNaN(expected)) {
            assertThat(capacity).isCloseTo(expected, relative(expected, FORMULA));
        }
        double width = Double.POSITIVE_INFINITY;
        for (int lead : new int[] {2, 4, 8, 12}) {
            Capacity bracket = InOrderAnalysis.of(InOrderSystem.of(recovery, rates))
                    .withLeads(0.1, lead, 1000)
                    .capacity();
            assertThat(bracket.lower()).isLessThanOrEqualTo(capacity * (1 + 1e-12));
            assertThat(bracket.upper()).isGreaterThanOrEqualTo(capacity * (1 - 1e-12));
            assertThat(bracket.upper() - bracket.lower()).isLessThanOrEqualTo(width);
            width = bracket.upper() - bracket.lower();
        }
    }

    @Test
    void allOfManyCarryWhatTheSlowestCarries() {
        assertThat(ExponentialCapacity.exact(wholeFile(3, 3), new double[] {3, 0.5, 2})
                        .orElseThrow()
                        .answer())
                .isEqualTo(0.5);
    }

    /** The bound from completions is the service capacity of the code; the chain never departs faster when leads are free. */
    @Test
    void completionsBoundTheCapacityOfEveryCode() {
        double[] rates = new double[7];
        Arrays.fill(rates, 1);
        Recovery simplex = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        assertThat(ExponentialCapacity.upper(simplex, rates).answer()).isEqualTo(4);
        assertThat(ExponentialCapacity.upper(availability(2, 3), rates).answer())
                .isEqualTo(4);
        assertThat(ExponentialCapacity.upper(availability(2, 2), new double[] {1, 9, 2, 3, 8})
                        .answer())
                .isEqualTo(6);
        assertThat(ExponentialCapacity.upper(oneObject(7, 3), rates).answer()).isEqualTo(3);
        for (Recovery recovery : new Recovery[] {simplex, availability(2, 3), oneObject(7, 3), availability(3, 2)}) {
            double blocked = InOrderAnalysis.of(InOrderSystem.of(recovery, 1))
                    .withLeads(0.1, 3, 1000)
                    .capacity()
                    .lower();
            assertThat(ExponentialCapacity.upper(recovery, rates).answer()).isGreaterThan(blocked);
        }
    }
}
