package org.fetchlab.fluid.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.fetchlab.fluid.process.BatchChoice;
import org.fetchlab.fluid.process.BatchSampling;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.QueueTails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointsTest {
    /** Vvedenskaya, Dobrushin and Karpelevich 1996. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void powerOfDHasDoublyExponentialTails(int choices) {
        QueueTails tails = batch(choices, 1, 0.95);
        for (int j = 0; j < tails.levels(); j++) {
            double exponent = (Math.pow(choices, j) - 1) / (choices - 1);
            double expected = Math.pow(0.95, exponent);
            assertThat(tails.tail(j)).isCloseTo(expected, within(1e-12 * expected * exponent + 1e-300));
        }
    }

    /** As λ → 1 the distance of s_j to 1 grows by the factor L/k per level, so that the mean queue grows by one per factor L/k. */
    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "5,3", "10,6"})
    void meanQueueGrowsLogarithmicallyInHeavyTraffic(int sampled, int joined) {
        double base = Math.log(sampled / (double) joined);
        double growth = batch(sampled, joined, 1 - 1e-11).meanQueue()
                - batch(sampled, joined, 1 - 1e-7).meanQueue();
        assertThat(growth).isCloseTo(4 * Math.log(10) / base, within(0.02 * growth));
    }

    @Test
    void meanQueueOfRandomRoutingGrowsLikeTheInverseDistanceToSaturation() {
        for (double distance : new double[] {1e-2, 1e-4}) {
            assertThat(batch(1, 1, 1 - distance).meanQueue() * distance).isCloseTo(1, within(1.01 * distance));
        }
    }

    /** Tsitsiklis and Xu 2011, Theorem 3: mean queue ~ log_{1/(1−p)} 1/(1−λ), up to a bounded term of period one in the logarithm. */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.2, 0.5})
    void aLittleCentralizationMakesHeavyTrafficLogarithmic(double share) {
        double growth = centralized(1 - 1e-10, share) - centralized(1 - 1e-6, share);
        assertThat(growth).isCloseTo(4 * Math.log(10) / -Math.log1p(-share), within(0.01 * growth));
    }

    /** Tsitsiklis and Xu 2011, Theorem 2. */
    @ParameterizedTest
    @CsvSource({"0.9,0.05", "0.5,0.2", "0.95,0.3"})
    void centralizedTailsAreGeometricWithAnOffset(double load, double share) {
        QueueTails tails = FixedPoints.centralization(load, share).value().orElseThrow();
        for (int i = 0; i < tails.levels(); i++) {
            double expected =
                    (1 - load) / (1 - share - load) * Math.pow(load / (1 - share), i) - share / (1 - share - load);
            assertThat(tails.tail(i)).isCloseTo(expected, within(1e-12));
        }
    }

    /** The Jacobian of random routing is a tridiagonal Toeplitz matrix. */
    @Test
    void spectralAbscissaOfRandomRoutingIsKnown() {
        int levels = 80;
        double load = 0.7;
        BatchSampling process = BatchSampling.random(load, levels);
        double[] state = IntStream.rangeClosed(1, levels)
                .mapToDouble(j -> Math.pow(load, j))
                .toArray();
        double expected = -(1 + load) + 2 * Math.sqrt(load) * Math.cos(Math.PI / (levels + 1));
        assertThat(LinearStability.spectralAbscissa(process, state)).isCloseTo(expected, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.0000001, 7})
    void overloadIsNoFixedPoint(double load) {
        assertThat(FixedPoints.batchSampling(BatchChoice.of(2, 1), load)).isInstanceOf(Outcome.None.class);
        assertThat(FixedPoints.idleServerFound(load)).isInstanceOf(Outcome.None.class);
        Outcome<QueueTails> none = FixedPoints.centralization(load, 0.3);
        assertThat(((Outcome.None<QueueTails>) none).reason()).contains("no fixed point");
    }

    @Test
    void queuesOfMillionsOfLevelsAreReportedRatherThanComputed() {
        assertThat(FixedPoints.batchSampling(BatchChoice.of(1, 1), 1 - 1e-9)).isInstanceOf(Outcome.None.class);
        assertThat(FixedPoints.centralization(1 - 1e-9, 1e-9)).isInstanceOf(Outcome.None.class);
    }

    private static QueueTails batch(int sampled, int joined, double load) {
        return FixedPoints.batchSampling(BatchChoice.of(sampled, joined), load)
                .value()
                .orElseThrow();
    }

    private static double centralized(double load, double share) {
        return FixedPoints.centralization(load, share).value().orElseThrow().meanQueue();
    }
}
