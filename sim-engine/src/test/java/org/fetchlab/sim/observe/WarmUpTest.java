package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void aStepTransientIsCutExactlyWhereItEnds() {
        double[] series = IntStream.range(0, 100)
                .mapToDouble(i -> i < 20 ? 0 : 10 + i % 2)
                .toArray();
        assertThat(WarmUp.of(series)).isEqualTo(new WarmUp(20, 100));
        assertThat(WarmUp.of(series).isOver()).isTrue();
    }

    @Test
    void aSeriesThatStillRisesIsNotOver() {
        assertThat(WarmUp.of(IntStream.range(0, 100).mapToDouble(i -> i).toArray())
                        .isOver())
                .isFalse();
    }

    @Test
    void aConstantSeriesHasNoTransient() {
        assertThat(WarmUp.of(new double[50]).index()).isZero();
    }

    @Test
    void shortSeriesAreRefused() {
        assertThatThrownBy(() -> WarmUp.of(new double[9])).hasMessageContaining("at least 10");
    }
}
