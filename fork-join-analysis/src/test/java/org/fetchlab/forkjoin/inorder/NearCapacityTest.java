package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;
import static org.fetchlab.forkjoin.inorder.Brackets.analysis;
import static org.fetchlab.forkjoin.inorder.Brackets.lower;
import static org.fetchlab.forkjoin.inorder.Brackets.upper;

import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearCapacityTest {
    static Stream<ReferenceTable.Row> chains() {
        return ReferenceTable.read("near_capacity_chains.csv").rows();
    }

    /** Errors are below 1e-16 over the distance from capacity; brackets are moved outwards by more than that. */
    @ParameterizedTest
    @MethodSource("chains")
    void meansOfTheChainsAreThoseOfArithmeticWithSixtyDigits(ReferenceTable.Row row) {
        Recovery code = row.text("code").startsWith("mds") ? wholeFile(3, 2) : availability(2, 1);
        InOrderResult result = analysis(code).withLeads(row.number("lambda"), row.integer("lead"), 20);
        double exact = row.number("mean");
        double error = 2e-14 / row.number("distance");
        if (row.text("bound").equals("upper")) {
            assertThat(upper(result.mean())).isBetween(exact, exact * (1 + error));
        } else {
            assertThat(lower(result.mean())).isBetween(exact * (1 - error), exact);
        }
        assertThat(result.residual()).isLessThan(1e-13);
    }

    /** Arithmetic of 34 digits, leads up to 44. */
    @Test
    void aMillionthBelowCapacityTheBracketHoldsTheMean() {
        Bounds mean = analysis(wholeFile(3, 2)).at(1.4999985, Accuracy.DEFAULT).mean();
        assertThat(lower(mean)).isBetween(500_000.5, 500_000.68573);
        assertThat(upper(mean)).isBetween(500_000.67151, 500_001.2);
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,2"})
    void howeverCloseToCapacityBracketsAreInOrderOrVoid(int n, int k) {
        UniformRandomProvider random = new RandomStreams(5).stream(0, RandomPurpose.EVENTS);
        Recovery code = n == 2 ? availability(2, 1) : wholeFile(n, k);
        double capacity = n == 2 ? 5.0 / 3 : 1.5;
        for (int i = 0; i < 12; i++) {
            double distance = Math.pow(10, -3 - 13 * random.nextDouble());
            double arrivalRate = capacity * (1 - distance);
            Bounds mean = analysis(code).at(arrivalRate, Accuracy.DEFAULT).mean();
            double below = mean.lower().value().orElse(0.0);
            double above = mean.upper().value().orElse(Double.POSITIVE_INFINITY);
            assertThat(below).isBetween(0.0, above);
            assertThat(above).isGreaterThan(0.5 / (capacity - arrivalRate));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-13, 1e-14, 1e-15})
    void atTheVeryEdgeOfAChainItsMeanIsVoid(double distance) {
        double capacity =
                analysis(availability(2, 1)).withLeads(1, 6, 20).capacity().lower();
        Outcome<Double> mean = analysis(availability(2, 1))
                .withLeads(capacity * (1 - distance), 6, 20)
                .mean()
                .upper();
        assertThat(((Outcome.None<Double>) mean).reason()).contains("is not below");
    }

    @Test
    void aMeanOfWhichRoundingLeavesNoDigitIsVoid() {
        double capacity =
                analysis(availability(2, 1)).withLeads(1, 40, 60).capacity().lower();
        Outcome<Double> mean = analysis(availability(2, 1))
                .withLeads(capacity * (1 - 3e-12), 40, 60)
                .mean()
                .upper();
        assertThat(((Outcome.None<Double>) mean).reason()).contains("too close to unstable");
    }
}
