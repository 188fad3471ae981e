package org.fetchlab.sim.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeKeyTest {
    private static final double[] TIMES = {
        0, Double.MIN_VALUE, 1e-300, 0.1, Math.nextDown(1.0), 1, 1e300, Double.POSITIVE_INFINITY
    };

    @Test
    void keysOrderTimesAsNumbersDo() {
        for (double one : TIMES) {
            for (double other : TIMES) {
                long a = TimeKey.of(one);
                long b = TimeKey.of(other);
                assertThat(TimeKey.time(TimeKey.earlier(a, b))).isEqualTo(Math.min(one, other));
                assertThat(TimeKey.time(TimeKey.later(a, b))).isEqualTo(Math.max(one, other));
                assertThat(TimeKey.ifBefore(a, b, 7)).isEqualTo(one < other ? 7 : 0);
            }
        }
    }
}
