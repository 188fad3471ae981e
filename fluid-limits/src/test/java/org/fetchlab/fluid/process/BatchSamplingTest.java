package org.fetchlab.fluid.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.result.QueueTails;
import org.fetchlab.model.testing.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchSamplingTest {
    /** Sums of a few hundred terms of order one. */
    private static final Offset<Double> ROUNDING = within(2e-13);

    private static final double LOAD = 0.85;

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "5,1", "5,3", "4,4", "6,5", "10,6"})
    void meanAboveIsTheSumOverTheNumberOfQueuesBelow(int sampled, int joined) {
        BatchChoice choice = BatchChoice.of(sampled, joined);
        for (double s : new double[] {0, 1e-9, 0.2, 0.5, 0.97, 1}) {
            double mean = 0;
            double incomplete = 0;
            double slope = 0;
            for (int i = 0; i < joined; i++) {
                double below = BinomialCoefficientDouble.value(sampled, i) * Math.pow(1 - s, i);
                mean += (joined - i) * below * Math.pow(s, sampled - i);
                incomplete += below * Math.pow(s, sampled - i);
                slope += (sampled - i) * below * Math.pow(s, sampled - i - 1);
            }
            assertThat(choice.meanAbove(s)).isCloseTo(mean, within(1e-13 * Math.max(mean, Double.MIN_NORMAL)));
            assertThat(choice.incomplete(s)).isCloseTo(incomplete, ROUNDING);
            assertThat(choice.slope(s)).isCloseTo(slope, within(1e-12));
        }
        assertThat(choice.meanAbove(1)).isEqualTo(joined);
        assertThat(choice.chord(0.5, 0.5)).isCloseTo(choice.slope(0.5), ROUNDING);
        assertThat(choice.chord(0.500004, 0.5))
                .isCloseTo((choice.meanAbove(0.500004) - choice.meanAbove(0.5)) / 4e-6, within(1e-8));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "5,3", "4,4", "6,5", "10,6"})
    void manyLevelsAtOnceAreEachLevel(int sampled, int joined) {
        BatchChoice choice = BatchChoice.of(sampled, joined);
        double[] s = States.tails(9, States.random(1));
        double[] above = new double[9];
        choice.meanAbove(s, above);
        for (int i = 0; i < s.length; i++) {
            assertThat(above[i]).isCloseTo(choice.meanAbove(s[i]), ROUNDING);
        }
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "5,3", "3,2", "3,3"})
    void driftAndNoiseAreThoseOfTheEvents(int sampled, int joined) {
        BatchSampling process = process(sampled, joined, Sampling.DISTINCT, 6);
        for (int seed = 0; seed < 5; seed++) {
            double[] state = States.tails(6, States.random(seed));
            assertThat(States.drift(process, state)).containsExactly(States.driftOfEvents(process, state), ROUNDING);
            assertDeepEquals(States.noise(process, state), States.noiseOfEvents(process, state));
        }
    }

    /** Budhiraja and Friedlander's ζ form and ours are one process in two coordinate systems. */
    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "5,3", "3,2", "3,3"})
    void occupancyFormIsTheSameProcess(int sampled, int joined) {
        for (Sampling sampling : Sampling.values()) {
            BatchSampling tailForm = process(sampled, joined, sampling, 5);
            OccupancyBatchSampling occupancyForm =
                    OccupancyBatchSampling.of(BatchChoice.of(sampled, joined), LOAD, sampling, 5);
            for (int seed = 0; seed < 5; seed++) {
                UniformRandomProvider random = States.random(seed);
                double[] s = States.tails(5, random);
                double[][] covariance = States.covariance(5, random);
                double[] r = States.occupancy(s);
                assertThat(States.drift(occupancyForm, r))
                        .containsExactly(States.occupancyDirection(States.drift(tailForm, s)), within(1e-14));
                assertDeepEquals(States.noise(occupancyForm, r), States.occupancyForm(States.noise(tailForm, s)));
                assertThat(States.curvature(occupancyForm, r, States.occupancyForm(covariance)))
                        .containsExactly(
                                States.occupancyDirection(States.curvature(tailForm, s, covariance)), ROUNDING);
                assertThat(States.correction(occupancyForm, r))
                        .containsExactly(States.occupancyDirection(States.correction(tailForm, s)), ROUNDING);
                assertThat(Arrays.stream(States.drift(occupancyForm, r)).sum()).isCloseTo(0, within(1e-14));
            }
        }
    }

    /** Jacobians along a direction that keeps the total at one: the derivative of D F(s) is D J ds. */
    @Test
    void jacobiansOfBothFormsAgreeOnDistributions() {
        BatchSampling tailForm = process(5, 3, Sampling.DISTINCT, 5);
        OccupancyBatchSampling occupancyForm =
                OccupancyBatchSampling.of(BatchChoice.of(5, 3), LOAD, Sampling.DISTINCT, 5);
        double[] s = States.tails(5, States.random(7));
        double[][] jacobian = States.jacobian(tailForm, s);
        double[][] occupancyJacobian = States.jacobian(occupancyForm, States.occupancy(s));
        for (int m = 0; m < 5; m++) {
            double[] direction = new double[5];
            direction[m] = 1;
            double[] change = new double[5];
            for (int i = 0; i < 5; i++) {
                change[i] = jacobian[i][m];
            }
            double[] occupancyChange = new double[6];
            double[] occupancyDirection = States.occupancyDirection(direction);
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 6; j++) {
                    occupancyChange[i] += occupancyJacobian[i][j] * occupancyDirection[j];
                }
            }
            assertThat(occupancyChange).containsExactly(States.occupancyDirection(change), ROUNDING);
        }
    }

    /** Vvedenskaya, Dobrushin and Karpelevich: ds_j/dt = λ (s_{j−1}^d − s_j^d) − (s_j − s_{j+1}). */
    @Test
    void batchSamplingOfOnePieceIsPowerOfD() {
        BatchSampling process = BatchSampling.powerOfD(3, LOAD, 4);
        double[] s = {0.9, 0.6, 0.2, 0.1};
        double[] expected = new double[4];
        for (int i = 0; i < 4; i++) {
            double above = i == 0 ? 1 : s[i - 1];
            double next = i < 3 ? s[i + 1] : 0;
            expected[i] = LOAD * (Math.pow(above, 3) - Math.pow(s[i], 3)) - (s[i] - next);
        }
        assertThat(States.drift(process, s)).containsExactly(expected, ROUNDING);
        double[][] noise = States.noise(process, s);
        assertThat(noise[1][1]).isCloseTo(LOAD * (0.729 - 0.216) + 0.4, ROUNDING);
        assertThat(noise[0][1]).isCloseTo(0, ROUNDING);
    }

    @Test
    void workIsConserved() {
        BatchSampling process = process(5, 3, Sampling.DISTINCT, 8);
        double[] s = States.tails(8, States.random(3));
        double change = Arrays.stream(States.drift(process, s)).sum();
        assertThat(change).isCloseTo(3 * LOAD - 3 * s[0] - process.lossRate(s), ROUNDING);
    }

    @Test
    void theHotLoopsAllocateNothing() {
        BatchSampling process = process(5, 3, Sampling.DISTINCT, 50);
        double[] state = States.tails(50, States.random(3));
        double[] drift = new double[50];
        double[][] noise = new double[50][50];
        BandMatrix jacobian = BandMatrix.jacobianOf(process);
        Runnable evaluation = () -> {
            process.drift(state, drift);
            process.jacobian(state, jacobian);
            process.noise(state, noise);
        };
        evaluation.run();
        assertThat(Allocations.bytes(evaluation)).isLessThan(256);
    }

    @Test
    void argumentsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchChoice.of(3, 4))
                .withMessageContaining("1 <= k <= L");
        assertThatIllegalArgumentException().isThrownBy(() -> BatchChoice.of(3, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> BatchSampling.powerOfD(2, Double.NaN, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> BatchSampling.powerOfD(2, 0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> BatchSampling.powerOfD(2, 0.5, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchSampling.powerOfD(2, 0.5, 1).stateOf(QueueTails.of(1, 1, 1)))
                .withMessageContaining("more levels");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchSampling.powerOfD(2, 0.5, 2).requireState(new double[] {0.2, 0.5}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchSampling.powerOfD(2, 0.5, 2).requireState(new double[] {Double.NaN, 0}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OccupancyBatchSampling.of(BatchChoice.of(2, 1), 0.5, Sampling.DISTINCT, 2)
                        .requireState(new double[] {0.5, 0.2, 0.2}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OccupancyBatchSampling.of(BatchChoice.of(10, 6), 0.5, Sampling.DISTINCT, 30))
                .withMessageContaining("fewer levels");
    }

    private static BatchSampling process(int sampled, int joined, Sampling sampling, int levels) {
        return BatchSampling.of(BatchChoice.of(sampled, joined), LOAD, sampling, levels);
    }

    private static void assertDeepEquals(double[][] actual, double[][] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).containsExactly(expected[i], ROUNDING);
        }
    }
}
