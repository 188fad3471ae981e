package org.fetchlab.forkjoin.mg1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.model.testing.Tolerances.FORMULA;
import static org.fetchlab.model.testing.Tolerances.SUMMATION;
import static org.fetchlab.model.testing.Tolerances.mixed;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficTime;
import org.fetchlab.model.testing.ReferenceTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceTypesTest {
    /** The file has 12 decimals. */
    private static final double DECIMALS = 1e-12;

    static Stream<ReferenceTable.Row> referenceValues() {
        return ReferenceTable.read("service_types_locality2.csv").rows();
    }

    @ParameterizedTest
    @MethodSource("referenceValues")
    void momentsOfLocalityTwoAreTheReferenceValues(ReferenceTable.Row row) {
        LowTrafficTime type = ServiceTypes.of(2, row.integer("t"), 1).typeWithEarlyGroups(row.integer("type"));
        assertThat(type.moment(1).value().orElseThrow()).isCloseTo(row.number("mean"), mixed(0, DECIMALS));
        assertThat(type.moment(2).value().orElseThrow()).isCloseTo(row.number("second_moment"), mixed(0, DECIMALS));
    }

    @ParameterizedTest
    @CsvSource({"1,0,1", "3,1,2", "4,4,3"})
    void momentsOfLocalityTwoAreTheAlternatingSum(int t, int type, int order) {
        double sum = 0;
        for (int j = 0; j <= t - type; j++) {
            sum += CombinatoricsUtils.binomialCoefficientDouble(t - type, j)
                    * Math.pow(2, j)
                    * Math.pow(-1, t - type - j)
                    / Math.pow((2 * t + 1 - type - j) * 1.5, order);
        }
        double expected = IntStream.rangeClosed(1, order).reduce(1, (a, b) -> a * b) * sum;
        double actual = ServiceTypes.of(2, t, 1.5)
                .typeWithEarlyGroups(type)
                .moment(order)
                .value()
                .orElseThrow();
        assertThat(actual).isCloseTo(expected, relative(expected, SUMMATION));
    }

    @Test
    void survivalOfAnyLocalityIsTheProductOverGroups() {
        LowTrafficTime type = ServiceTypes.of(3, 4, 2).type(2, 1, 1);
        double done = 1 - Math.exp(-2 * 0.3);
        double expected = (1 - done) * Math.pow(1 - done * done * done, 2) * (1 - done * done) * (1 - done);
        assertThat(type.survival(0.3)).isCloseTo(expected, relative(expected, SUMMATION));
    }

    @ParameterizedTest
    @CsvSource({"0,1,1", "2,0,1", "2,1,0", "2,1,-1", "2,1,NaN"})
    void parametersOutOfRangeAreRefused(int r, int t, double rate) {
        assertThatThrownBy(() -> ServiceTypes.of(r, t, rate)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void typesThatDoNotExistAreRefused() {
        ServiceTypes types = ServiceTypes.of(2, 3, 1);
        assertThatThrownBy(() -> types.type(1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> types.type(4, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> types.typeWithEarlyGroups(4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServiceTypes.of(1, 3, 1).typeWithEarlyGroups(1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void geometricFractionsFallByTheMeanLoad() {
        double[] means = {2.0 / 3, 0.5};
        TypeFractions fractions = TypeFractions.geometric(means, 0.6);
        assertThat(fractions.fraction(1) / fractions.fraction(0)).isCloseTo(0.6 * 7 / 12, relative(0.35, FORMULA));
        assertThat(TypeFractions.uniform(3).toArray()).containsExactly(0.25, 0.25, 0.25, 0.25);
    }

    @Test
    void selfConsistentFractionsImplyTheirOwnRatio() {
        double[] means = {0.457142857142857, 0.366666666666667, 0.3, 0.25};
        TypeFractions fractions = TypeFractions.selfConsistentGeometric(means, 1.2);
        double ratio = fractions.fraction(1) / fractions.fraction(0);
        assertThat(1.2 * fractions.mean(means)).isCloseTo(ratio, relative(ratio, SUMMATION));
        assertThat(fractions.fraction(3) / fractions.fraction(2)).isCloseTo(ratio, relative(ratio, SUMMATION));
    }

    @Test
    void saturatedFractionsOfEqualServersAreThreeToTwo() {
        assertThat(TypeFractions.saturated(1, 1).toArray()).containsExactly(0.6, 0.4);
        assertThat(TypeFractions.saturated(1, 2).fraction(0)).isCloseTo(5.0 / 13, relative(0.4, FORMULA));
        assertThat(TypeFractions.saturated(2, 1).fraction(0)).isCloseTo(0.8, relative(0.8, FORMULA));
    }

    @Test
    void fractionsTurnTypesIntoAQueue() {
        double[][] moments = {{2.0 / 3, 0.5}, {7.0 / 9, 0.5}};
        PollaczekKhinchine queue = TypeFractions.of(0.6, 0.4).queue("saturated", moments);
        assertThat(queue.capacity().value().orElseThrow().lower()).isCloseTo(5.0 / 3, relative(1, FORMULA));
        double expected = 0.6 + (0.6 * 7 / 9 + 0.4 * 0.5) / (2 * (1 - 0.6));
        assertThat(queue.meanSojourn(1).value().orElseThrow()).isCloseTo(expected, relative(expected, FORMULA));
        assertThat(queue.sojournVariance(1).value()).isEmpty();
    }

    @Test
    void geometricFractionsOfAnyRatioAreFractions() {
        assertThat(TypeFractions.geometric(3, 1e160).toArray()).containsExactly(0, 1e-320, 1e-160, 1);
        assertThat(TypeFractions.geometric(3, 1e-160).toArray()).containsExactly(1, 1e-160, 1e-320, 0);
        double[] fractions = TypeFractions.geometric(2, 2).toArray();
        assertThat(fractions[2]).isCloseTo(4.0 / 7, relative(0.5, FORMULA));
        assertThat(fractions[0]).isCloseTo(1.0 / 7, relative(0.1, FORMULA));
    }

    @Test
    void aSystematicServerOfItsOwnRateEndsEveryType() {
        double gamma = 0.4;
        double mu = 1.5;
        ServiceTypes types = ServiceTypes.of(2, 3, gamma, mu);
        for (int early = 0; early <= 3; early++) {
            for (double s : new double[] {0.1, 1, 4}) {
                double alive = Math.exp(-mu * s);
                double expected =
                        Math.exp(-gamma * s) * Math.pow(alive, early) * Math.pow(alive * (2 - alive), 3.0 - early);
                assertThat(types.typeWithEarlyGroups(early).survival(s))
                        .isCloseTo(expected, relative(expected, SUMMATION));
            }
        }
        // All groups have an early departure: four servers that complete alone.
        double rate = gamma + 3 * mu;
        assertThat(types.typeWithEarlyGroups(3).moment(2).value().orElseThrow())
                .isCloseTo(2 / (rate * rate), relative(0.1, SUMMATION));
    }

    @Test
    void whatIsNoFractionIsRefused() {
        assertThatThrownBy(() -> TypeFractions.uniform(-3)).hasMessageContaining("must be at least 1");
        assertThatThrownBy(() -> TypeFractions.uniform(-1)).hasMessageContaining("must be at least 1");
        assertThatThrownBy(() -> TypeFractions.geometric(0, 1)).hasMessageContaining("must be at least 1");
        assertThatThrownBy(() -> TypeFractions.saturated(1e-200, 1e-200)).hasMessageContaining("[1e-100, 1e100]");
        assertThatThrownBy(() -> TypeFractions.saturated(1e200, 1e200)).hasMessageContaining("[1e-100, 1e100]");
        assertThatThrownBy(() -> TypeFractions.of(0.5, 0.6)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TypeFractions.of(1.5, -0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TypeFractions.geometric(2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TypeFractions.saturated(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TypeFractions.saturated(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
