package org.fetchlab.fluid.fluctuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.fetchlab.fluid.process.Centralization;
import org.fetchlab.fluid.process.JoinIdleQueue;
import org.fetchlab.fluid.process.JoinShortestQueue;
import org.fetchlab.fluid.process.SwitchingProcess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SaltationTest {
    /** The size of deviations: their third order is 1e-3 of the second, rounding 1e-7 of it. */
    private static final double SMALL = 1e-4;

    static Stream<Arguments> crossings() {
        return Stream.of(
                Arguments.of(JoinShortestQueue.of(1.6, 3), 0, 1, 0, new double[] {1, 0.3, 0.1}),
                Arguments.of(JoinShortestQueue.of(1.2, 4), 1, 2, 1, new double[] {1, 1, 0.3, 0.1}),
                Arguments.of(JoinIdleQueue.of(1.6, 4), 0, 1, 0, new double[] {1, 0.5, 0.3, 0.1}),
                Arguments.of(Centralization.of(0.5, 0.6, 3), 3, 2, 2, new double[] {0.9, 0.6, 0}),
                Arguments.of(Centralization.of(0.3, 0.9, 2), 1, 0, 0, new double[] {0, 0}));
    }

    /** What becomes of a deviation by following both flows, to first and to second order in its size. */
    @ParameterizedTest
    @MethodSource("crossings")
    void deviationsAreThoseOfNeighbouringPaths(
            SwitchingProcess process, int from, int to, int coordinate, double[] state) {
        double[] deviation = new double[state.length];
        for (int j = process.firstFree(from); j < process.endFree(from); j++) {
            deviation[j] = 0.3 + 0.2 * j * j;
        }
        double[] ahead = passed(process, from, to, coordinate, moved(state, deviation, SMALL));
        double[] behind = passed(process, from, to, coordinate, moved(state, deviation, -SMALL));
        Saltation saltation = new Saltation(process, from, to, state.clone());
        double[] mean = saltation.meanChange(square(deviation));
        double[] changed = deviation.clone();
        saltation.applyTo(changed);
        for (int j = process.firstFree(to); j < process.endFree(to); j++) {
            assertThat((ahead[j] - behind[j]) / (2 * SMALL)).isCloseTo(changed[j], within(1e-6));
            double second = ((ahead[j] + behind[j]) / 2 - state[j]) / (SMALL * SMALL);
            assertThat(second).isCloseTo(mean[j], within(1e-5));
        }
        assertThat(changed[coordinate]).isCloseTo(0, within(1e-14));
        assertThat(mean[coordinate]).isCloseTo(0, within(1e-14));
    }

    /** The covariance of one random direction is its square, before and after. */
    @ParameterizedTest
    @MethodSource("crossings")
    void covariancesChangeLikeDeviations(SwitchingProcess process, int from, int to, int coordinate, double[] state) {
        double[] deviation = new double[state.length];
        Arrays.setAll(deviation, j -> 1 + j);
        double[][] covariance = square(deviation);
        Saltation saltation = new Saltation(process, from, to, state.clone());
        saltation.applyTo(covariance);
        saltation.applyTo(deviation);
        for (int j = 0; j < state.length; j++) {
            assertThat(covariance[j]).containsExactly(square(deviation)[j], within(1e-12));
        }
        assertThat(covariance[coordinate][coordinate]).isCloseTo(0, within(1e-12));
    }

    private static double[] moved(double[] state, double[] deviation, double scale) {
        double[] moved = state.clone();
        for (int j = 0; j < moved.length; j++) {
            moved[j] += scale * deviation[j];
        }
        return moved;
    }

    private static double[][] square(double[] deviation) {
        double[][] square = new double[deviation.length][deviation.length];
        for (int j = 0; j < deviation.length; j++) {
            for (int k = 0; k < deviation.length; k++) {
                square[j][k] = deviation[j] * deviation[k];
            }
        }
        return square;
    }

    /** Where a state is after it has followed the first regime to its end, and the second one for as much less time. */
    private static double[] passed(SwitchingProcess process, int from, int to, int coordinate, double[] start) {
        double surface = to == from - 1 ? 0 : 1;
        double time = 0;
        double[] drift = new double[start.length];
        for (int i = 0; i < 20; i++) {
            double[] state = flow(process, from, start, time);
            process.drift(from, state, drift);
            time += (surface - state[coordinate]) / drift[coordinate];
        }
        double[] crossing = flow(process, from, start, time);
        crossing[coordinate] = surface;
        return flow(process, to, crossing, -time);
    }

    /** The classical Runge–Kutta method; the times here are so short that one step is exact. */
    private static double[] flow(SwitchingProcess process, int regime, double[] start, double time) {
        double[] slope = new double[start.length];
        double[] sum = start.clone();
        double[] point = start;
        double[] weights = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
        double[] ahead = {0.5, 0.5, 1, 0};
        for (int stage = 0; stage < weights.length; stage++) {
            process.drift(regime, point, slope);
            sum = moved(sum, slope, time * weights[stage]);
            point = moved(start, slope, time * ahead[stage]);
        }
        return sum;
    }
}
