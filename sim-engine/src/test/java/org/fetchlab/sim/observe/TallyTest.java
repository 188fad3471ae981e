package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.fetchlab.model.result.Estimate;
import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void meanAndVarianceAreThoseOfTheDefinition() {
        Tally tally = new Tally();
        for (double x : new double[] {2, 4, 4, 4, 5, 5, 7, 9}) {
            tally.add(x);
        }
        assertThat(tally.count()).isEqualTo(8);
        assertThat(tally.mean()).isEqualTo(5);
        assertThat(tally.variance()).isCloseTo(32.0 / 7, within(1e-14));
    }

    @Test
    void aSmallVarianceAroundALargeMeanDoesNotCancel() {
        Tally tally = new Tally();
        for (int i = 0; i < 1000; i++) {
            tally.add(1e9 + i % 2);
        }
        assertThat(tally.variance()).isCloseTo(0.25 * 1000 / 999, within(1e-9));
    }

    @Test
    void whatIsNotDefinedIsRefused() {
        Tally tally = new Tally();
        assertThatThrownBy(tally::mean).isInstanceOf(IllegalStateException.class);
        tally.add(1);
        assertThatThrownBy(tally::variance).isInstanceOf(IllegalStateException.class);
        tally.reset();
        assertThat(tally.count()).isZero();
        assertThatThrownBy(() -> StudentInterval.ofMean(new double[] {1}, 0.95)).hasMessageContaining("two values");
    }

    @Test
    void studentsIntervalOfThreeNumbersIsTheTextbookOne() {
        Estimate interval = StudentInterval.ofMean(new double[] {1, 2, 3}, 0.95);
        assertThat(interval.value()).isEqualTo(2);
        assertThat(interval.halfWidth()).isCloseTo(0.95 * Math.sqrt(2 / 0.0975) / Math.sqrt(3), within(1e-12));
    }
}
