package org.fetchlab.model.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.fetchlab.model.text.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PopularityTest {
    private static final Offset<Double> ROUNDING = Offset.offset(1e-15);

    @Test
    void uniformObjectsAreEquallyPopular() {
        assertThat(Popularity.uniform().probabilities(4)).containsExactly(0.25, 0.25, 0.25, 0.25);
    }

    @Test
    void zipfProbabilitiesFallAsPowersOfTheRank() {
        double[] p = Popularity.zipf(2).probabilities(3);
        assertThat(p).containsExactly(new double[] {36 / 49.0, 9 / 49.0, 4 / 49.0}, ROUNDING);
        assertThat(Popularity.zipf(0).probabilities(4))
                .isEqualTo(Popularity.uniform().probabilities(4));
        assertThat(Popularity.zipf(1).probabilities(3)[0]).isLessThan(p[0]);
    }

    @Test
    void explicitProbabilitiesAreKeptAndMayContainZeros() {
        assertThat(Popularity.explicit(0.7, 0.3, 0).probabilities(3)).containsExactly(0.7, 0.3, 0);
    }

    @Test
    void probabilitiesPrintedWithNineDigitsSumToOneAfterwards() {
        double[] p = Popularity.explicit(0.333333333, 0.333333333, 0.333333333).probabilities(3);
        assertThat(Arrays.stream(p).sum()).isCloseTo(1, ROUNDING);
        assertThatThrownBy(() -> Popularity.explicit(0.3333, 0.3333, 0.3333))
                .hasMessageContaining("must sum to 1, not 0.999");
    }

    @Test
    void aMismatchWithTheNumberOfObjectsNamesBoth() {
        assertThatThrownBy(() -> Popularity.explicit(0.5, 0.5).probabilities(3))
                .hasMessage(
                        "popularity 0.5,0.5 is for 2 objects, but there are 3: give as many probabilities as objects");
        assertThatThrownBy(() -> Popularity.uniform().probabilities(0)).hasMessageContaining("at least 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipf(0.9)", "zipf(1)", "0.5,0.25,0.25", "1"})
    void theTextFormReadsBack(String text) {
        Popularity popularity = Popularity.parse(text);
        assertThat(popularity.spec()).isEqualTo(text);
        assertThat(Popularity.parse(popularity.spec()))
                .isEqualTo(popularity)
                .hasSameHashCodeAs(popularity)
                .hasToString(text);
        assertThat(popularity).isNotEqualTo(Popularity.parse("zipf(7)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "even",
                "zipf",
                "zipf()",
                "zipf(-1)",
                "zipf(NaN)",
                "zipf(1e400)",
                "0.5,0.4",
                "0.5,,0.5",
                "0.5,",
                "1.5,-0.5",
                "0.5;0.5",
                "NaN",
                "uniform(2)"
            })
    void badTextIsRefused(String text) {
        assertThatThrownBy(() -> Popularity.parse(text)).isInstanceOf(SpecException.class);
    }

    @Test
    void aProbabilityTooSmallToBeAnArrivalRateIsRefusedWhereItStands() {
        assertThatThrownBy(() -> Popularity.parse("0.5, 1e-320,0.5"))
                .isInstanceOfSatisfying(
                        SpecException.class,
                        error -> assertThat(error.position()).isEqualTo(5))
                .hasMessageContaining("must be 0 or lie in [1e-100, 1]");
        assertThatThrownBy(() -> Popularity.zipf(1000).probabilities(2)).hasMessageContaining("smaller exponent");
        assertThat(Popularity.zipf(100).probabilities(2)[1]).isPositive();
    }

    @Test
    void notANumberIsNoPopularity() {
        assertThatThrownBy(() -> Popularity.zipf(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Popularity.explicit(Double.NaN, 1)).hasMessageContaining("NaN");
        assertThatThrownBy(Popularity::explicit).hasMessageContaining("sum to 1");
    }
}
