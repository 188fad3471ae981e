package org.fetchlab.fluid.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.fluid.Matrices;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SwitchingProcessTest {
    private static final int LEVELS = 6;

    static Stream<Arguments> regimes() {
        return Stream.of(
                Arguments.of(JoinShortestQueue.of(0.9, LEVELS), 0),
                Arguments.of(JoinShortestQueue.of(0.9, LEVELS), 2),
                Arguments.of(JoinShortestQueue.of(1.4, LEVELS), LEVELS - 1),
                Arguments.of(JoinIdleQueue.of(0.9, LEVELS), 0),
                Arguments.of(JoinIdleQueue.of(1.4, LEVELS), 1),
                Arguments.of(Centralization.of(0.9, 0.2, LEVELS), 1),
                Arguments.of(Centralization.of(0.7, 0.6, LEVELS), 4),
                Arguments.of(Centralization.of(1.2, 1, LEVELS), LEVELS));
    }

    /** Drifts are polynomials of degree two at most, for which central differences are exact. */
    @ParameterizedTest
    @MethodSource("regimes")
    void jacobiansAreTheDerivativesOfTheDrift(SwitchingProcess process, int regime) {
        LinearNoiseField field = process.within(regime);
        UniformRandomProvider random = States.random(3);
        for (int repetition = 0; repetition < 20; repetition++) {
            double[] state = States.tails(field.dimension(), random);
            BandMatrix jacobian = BandMatrix.jacobianOf(field);
            field.jacobian(state, jacobian);
            for (int j = 0; j < state.length; j++) {
                double[] difference = differences(field, state, j);
                for (int i = 0; i < state.length; i++) {
                    assertThat(jacobian.get(i, j)).as("J(%d, %d)", i, j).isCloseTo(difference[i], within(1e-12));
                }
            }
        }
    }

    private static double[] differences(LinearNoiseField field, double[] state, int coordinate) {
        double[] moved = state.clone();
        moved[coordinate] = state[coordinate] + 0.5;
        double[] ahead = States.drift(field, moved);
        moved[coordinate] = state[coordinate] - 0.5;
        double[] behind = States.drift(field, moved);
        for (int i = 0; i < ahead.length; i++) {
            ahead[i] -= behind[i];
        }
        return ahead;
    }

    @ParameterizedTest
    @MethodSource("regimes")
    void noiseIsSymmetricAndPositive(SwitchingProcess process, int regime) {
        LinearNoiseField field = process.within(regime);
        UniformRandomProvider random = States.random(4);
        for (int repetition = 0; repetition < 20; repetition++) {
            double[][] noise = noise(field, stateOf(process, regime, random));
            assertThat(Matrices.asymmetry(noise)).isZero();
            assertThat(Matrices.smallestEigenvalue(noise)).isGreaterThan(-1e-14);
        }
    }

    /** What is counted and the covariance of its noise: GGᵀ = Φ. */
    @ParameterizedTest
    @MethodSource("regimes")
    void columnsOfTheNoiseAreAFactorOfIt(SwitchingProcess process, int regime) {
        UniformRandomProvider random = States.random(6);
        for (int repetition = 0; repetition < 20; repetition++) {
            double[] free = stateOf(process, regime, random);
            double[][] rest = noise(process.within(regime), free);
            for (double[] column : process.noiseColumns(regime, complete(process, regime, free))) {
                for (int i = 0; i < rest.length; i++) {
                    for (int j = 0; j < rest.length; j++) {
                        rest[i][j] -= column[i] * column[j];
                    }
                }
            }
            for (double[] row : rest) {
                assertThat(Arrays.stream(row).map(Math::abs).max().orElseThrow())
                        .isLessThan(1e-14);
            }
        }
    }

    /** States of the regime: under JIQ s_2 must leave spare arrivals. */
    private static double[] stateOf(SwitchingProcess process, int regime, UniformRandomProvider random) {
        LinearNoiseField field = process.within(regime);
        double[] state;
        do {
            state = States.tails(field.dimension(), random);
        } while (!inside(process, regime, state));
        return state;
    }

    private static boolean inside(SwitchingProcess process, int regime, double[] free) {
        return process.surface(regime, complete(process, regime, free)).isEmpty();
    }

    private static double[] complete(SwitchingProcess process, int regime, double[] free) {
        double[] state = new double[process.dimension()];
        process.pin(regime, state);
        System.arraycopy(free, 0, state, process.firstFree(regime), free.length);
        return state;
    }

    private static double[][] noise(LinearNoiseField field, double[] state) {
        double[][] noise = new double[field.dimension()][field.dimension()];
        field.noise(state, noise);
        return noise;
    }

    /** The number of jobs changes by arrivals and departures alone, wherever the policy puts them: 1ᵀΦ1 = λ + s_1. */
    @Test
    void theNoiseOfTheNumberOfJobsIsThatOfArrivalsAndDepartures() {
        double[] free = {0.7, 0.4, 0.3, 0};
        for (SwitchingProcess process :
                new SwitchingProcess[] {JoinShortestQueue.of(0.9, 5), JoinIdleQueue.of(0.9, 5)}) {
            assertThat(Matrices.sum(noise(process.within(1), free))).isCloseTo(0.9 + 1, within(1e-14));
            assertThat(Matrices.sum(noise(process.within(0), new double[] {0.8, 0.7, 0.4, 0.3, 0})))
                    .isCloseTo(0.9 + 0.8, within(1e-14));
        }
        Centralization centralized = Centralization.of(0.9, 0.2, 5);
        assertThat(Matrices.sum(noise(centralized.within(3), new double[] {0.7, 0.4, 0.3})))
                .isCloseTo(0.9 + 0.8 * 0.7 + 0.2, within(1e-14));
    }

    /** Two queue lengths in use under JIQ, s_2 = ½, s_3 = ¼, λ = 1: r = ½, w = 3/2, p = (½, ¼). */
    @Test
    void spareArrivalsThatSpreadAtRandomCorrelateTails() {
        double[][] noise = noise(JoinIdleQueue.of(1, 3).within(1), new double[] {0.5, 0.25});
        assertThat(noise[0]).containsExactly(new double[] {0.25 + 0.25 + 0.25, 0.125}, within(1e-15));
        assertThat(noise[1]).containsExactly(new double[] {0.125, 0.125 + 0.0625 + 0.25}, within(1e-15));
    }

    @Test
    void fixedPointsAreLocatedInTheirRegime() {
        QueueTails inside = QueueTails.of(1, 0.375);
        FixedRegime one =
                FixedRegime.of(Centralization.of(0.5, 0.2, 1), inside).value().orElseThrow();
        assertThat(one.isPinned()).isFalse();
        assertThat(one.freeState()).containsExactly(0.375);
        FixedRegime empty = FixedRegime.of(Centralization.of(0.5, 0.6, 1), QueueTails.of(1))
                .value()
                .orElseThrow();
        assertThat(empty.isPinned()).isTrue();
        assertThat(empty.state()).containsExactly(0);
        Outcome<FixedRegime> none = FixedRegime.of(Centralization.of(0.5, 0.5, 1), QueueTails.of(1));
        assertThat(((Outcome.None<FixedRegime>) none).reason()).contains("switches at the fixed point");
    }
}
